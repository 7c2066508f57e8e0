import type { ReactNode } from 'react';
import type { Key } from '../../../src/dashboard/interface.ts';
import { counted } from '../ui/number.ts';
import { exactTime, Time } from '../ui/time.tsx';

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function State({ apiKey: { state, successor_id } }: { apiKey: Key }) {
  if (state === 'active' && successor_id !== null)
    return <span className="state ending">Being replaced</span>;
  return <span className={`state ${state}`}>{STATES[state]}</span>;
}

const STATES = { active: 'Active', expired: 'Expired', revoked: 'Revoked' } as const;

export function endName({ state, expires_at }: Key): string {
  if (state === 'revoked') return 'Revoked';
  return state === 'expired' || (expires_at !== null && Date.parse(expires_at) < Date.now())
    ? 'Expired'
    : 'Expires';
}

export function End({ apiKey: { state, revoked_at, expires_at } }: { apiKey: Key }) {
  const at = state === 'revoked' ? revoked_at : expires_at;
  return at === null ? 'Never' : <Time at={at} />;
}

/** What the owner should know or do about the key. */
export function Remark({ apiKey, all }: { apiKey: Key; all: readonly Key[] }) {
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
