import type { ReactNode } from 'react';
import type { Key, KeyQuota, Usage } from '../../../src/dashboard/interface.ts';
import { count } from '../ui/number.ts';
import { durationInWords } from '../ui/time.tsx';

const HOUR_AND_MINUTE = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** How much of today's quota the account has used, and which keys used it. */
export function Quotas({ usage: { quota, keys: used }, keys }: { usage: Usage; keys: readonly Key[] }) {
  const left = (Date.parse(quota.resets_at) - Date.now()) / 1000;
  return (
    <section>
      <h2>Today’s quota</h2>
      <p className="lead">
        All keys of this account share it. Resets at 00:00 UTC, in {durationInWords(left)} (
        {HOUR_AND_MINUTE.format(new Date(quota.resets_at))}). Unchanged responses (304) and requests over the
        limit (429) don’t count.
      </p>
      <ul className="quotas" aria-label="Account">
        <Quota used={quota.used} limit={quota.limit}>
          <span className="name">Account</span>
        </Quota>
      </ul>
      {used.length > 0 && (
        <>
          <h3>By key</h3>
          <ul className="quotas" aria-label="Keys">
            {used.map((of) => (
              <QuotaOfKey
                key={of.key_id}
                quota={of}
                ofAccount={quota.limit}
                apiKey={keys.find(({ id }) => id === of.key_id)}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface QuotaOfKeyProps {
  quota: KeyQuota;
  ofAccount: number;
  apiKey: Key | undefined;
}

/** A key without a share has no limit of its own, so its bar shows its part of the account's quota. */
function QuotaOfKey({ quota: { name, used, limit, share }, ofAccount, apiKey }: QuotaOfKeyProps) {
  return (
    <Quota used={used} limit={limit} scale={limit ?? ofAccount}>
      <span className="name">{name}</span> {apiKey !== undefined && <code>…{apiKey.last_four}</code>}{' '}
      {share !== null && <span className="tag">{share}&nbsp;%</span>}
      {apiKey !== undefined && apiKey.state !== 'active' && <span className="tag">{apiKey.state}</span>}
    </Quota>
  );
}

interface QuotaProps {
  used: number;
  limit: number | null;
  /** What a full bar means, if it is not the limit. */
  scale?: number;
  children: ReactNode;
}

function Quota({ used, limit, scale = limit ?? 1, children }: QuotaProps) {
  const part = Math.min(1, used / scale);
  const level = limit === null ? '' : part >= 1 ? 'spent' : part >= 0.8 ? 'nearly' : '';
  return (
    <li>
      <span className="quota-name">{children}</span>
      <svg className={`quota-bar ${level}`} height="8" aria-hidden="true">
        <rect className="track" width="100%" height="8" rx="4" />
        <rect className="used" width={`${100 * part}%`} height="8" rx="4" />
      </svg>
      <span className="quota-number">
        <b>{count(used)}</b>
        {limit !== null && <> of {count(limit)}</>}
        {level === 'spent' && <span className="hidden"> used up</span>}
      </span>
    </li>
  );
}
