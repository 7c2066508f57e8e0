import type { Key, KeyQuota } from '../../../src/dashboard/interface.ts';
import { count } from '../ui/number.ts';
import { durationInWords } from '../ui/time.tsx';

const HOUR_AND_MINUTE = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** What each key has used of its day. */
export function Quotas({ quotas, keys }: { quotas: readonly KeyQuota[]; keys: readonly Key[] }) {
  const resetsAt = quotas[0]?.resets_at;
  if (resetsAt === undefined) return null;
  const left = (Date.parse(resetsAt) - Date.now()) / 1000;
  return (
    <section>
      <h2>Quota of today</h2>
      <p className="lead">
        Starts anew at 00:00 UTC, in {durationInWords(left)} ({HOUR_AND_MINUTE.format(new Date(resetsAt))}{' '}
        your time). Unchanged answers (304) and those over the limit (429) cost nothing.
      </p>
      <ul className="quotas">
        {quotas.map((quota) => (
          <Quota key={quota.key_id} quota={quota} apiKey={keys.find(({ id }) => id === quota.key_id)} />
        ))}
      </ul>
    </section>
  );
}

function Quota({ quota: { used, limit }, apiKey }: { quota: KeyQuota; apiKey: Key | undefined }) {
  const share = Math.min(1, used / limit);
  const level = share >= 1 ? 'spent' : share >= 0.8 ? 'nearly' : '';
  return (
    <li>
      <span className="quota-name">
        <span className="name">{apiKey?.name ?? 'Key'}</span>{' '}
        {apiKey !== undefined && <code>…{apiKey.last_four}</code>}
      </span>
      <svg className={`quota-bar ${level}`} height="8" aria-hidden="true">
        <rect className="track" width="100%" height="8" rx="4" />
        <rect className="used" width={`${100 * share}%`} height="8" rx="4" />
      </svg>
      <span className="quota-number">
        <b>{count(used)}</b> of {count(limit)}
        {level === 'spent' && <span className="hidden"> spent</span>}
      </span>
    </li>
  );
}
