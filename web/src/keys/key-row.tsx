import type { ReactNode } from 'react';
import type { Key } from '../../../src/dashboard/interface.ts';
import { count, counted } from '../ui/number.ts';
import { Day, exactTime, Time } from '../ui/time.tsx';
import { RequestsChart } from './requests-chart.tsx';

export type KeyAction = 'rename' | 'rotate' | 'revoke';

interface KeyRowProps {
  apiKey: Key;
  /** All keys, to find the one that replaces this one. */
  all: readonly Key[];
  /** Undefined for an expired or revoked key. */
  act?: (action: KeyAction) => void;
}

export function KeyRow({ apiKey, all, act }: KeyRowProps) {
  const { id, name, prefix, last_four, header_only, share, requests, created_at } = apiKey;
  const total = sum(requests);
  return (
    <li className="key-row" aria-labelledby={`${id}name`}>
      <div className="key-name">
        <h2 id={`${id}name`}>{name}</h2> <State apiKey={apiKey} />
        <p>
          <code>
            {prefix}…{last_four}
          </code>
          {share !== null && <span className="tag">{share}&nbsp;% of limits</span>}
          {header_only && <span className="tag">header only</span>}
        </p>
      </div>
      <div className="key-requests">
        <RequestsChart requests={requests} />
        <p>
          <b>{count(total)}</b> {total === 1 ? 'request' : 'requests'} in 30 days
        </p>
      </div>
      <dl className="key-facts">
        <Fact name="Last used">
          {apiKey.last_used_at === null ? 'Never' : <Time at={apiKey.last_used_at} />}
        </Fact>
        <Fact name="Created">
          <Day at={created_at} />
        </Fact>
        <Fact name={endName(apiKey)}>
          <End apiKey={apiKey} />
        </Fact>
      </dl>
      {act !== undefined && (
        <div className="key-actions">
          <button type="button" className="plain" onClick={() => act('rename')}>
            Rename<span className="hidden"> {name}</span>
          </button>
          {apiKey.successor_id === null && (
            <button type="button" className="plain" onClick={() => act('rotate')}>
              Rotate<span className="hidden"> {name}</span>
            </button>
          )}
          <button type="button" className="plain danger" onClick={() => act('revoke')}>
            Revoke<span className="hidden"> {name}</span>
          </button>
        </div>
      )}
      <Remark apiKey={apiKey} all={all} />
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function State({ apiKey: { state, successor_id } }: { apiKey: Key }) {
  if (state === 'active' && successor_id !== null)
    return <span className="state ending">Being replaced</span>;
  return <span className={`state ${state}`}>{STATES[state]}</span>;
}

const STATES = { active: 'Active', expired: 'Expired', revoked: 'Revoked' } as const;

function endName({ state, expires_at }: Key): string {
  if (state === 'revoked') return 'Revoked';
  return state === 'expired' || (expires_at !== null && Date.parse(expires_at) < Date.now())
    ? 'Expired'
    : 'Expires';
}

function End({ apiKey: { state, revoked_at, expires_at } }: { apiKey: Key }) {
  const at = state === 'revoked' ? revoked_at : expires_at;
  return at === null ? 'Never' : <Time at={at} />;
}

/** What the owner should know or do about the key. */
function Remark({ apiKey, all }: { apiKey: Key; all: readonly Key[] }) {
  const text = remark(apiKey, all);
  return text === undefined ? null : <p className="key-remark">{text}</p>;
}

function remark({ state, successor_id, expires_at, notices, created_at }: Key, all: readonly Key[]) {
  if (state !== 'active') return undefined;
  if (successor_id !== null && expires_at !== null) {
    const successor = all.find(({ id }) => id === successor_id);
    const works = `Works until ${exactTime(expires_at)}`;
    if (successor === undefined) return `${works}.`;
    const inUse = successor.last_used_at === null ? 'has not been used yet' : 'is in use';
    return `${works}. Its replacement, …${successor.last_four}, ${inUse}.`;
  }
  if (notices.includes('expiring') && expires_at !== null) {
    return `Expires on ${exactTime(expires_at)}. Rotate it before then, so that nothing breaks.`;
  }
  if (notices.includes('idle')) return 'Not used for 60 days. If nothing needs it, revoke it.';
  if (notices.includes('never_used')) {
    return `Not used in the ${counted(daysSince(created_at), 'day')} since it was created. If nothing needs it, revoke it.`;
  }
  return undefined;
}

function daysSince(at: string): number {
  return Math.floor((Date.now() - Date.parse(at)) / 86_400_000);
}

export function sum(requests: readonly number[]): number {
  return requests.reduce((total, day) => total + day, 0);
}
