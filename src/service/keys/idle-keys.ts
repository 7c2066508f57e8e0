import type { AccountsParts } from '../accounts/authentication-parts.ts';
import { tellOwner } from '../accounts/key-owner.ts';
import { messageOf, nameOfKey } from '../accounts/messages.ts';
import { inParts } from '../storage/in-parts.ts';
import { type ApiKeyRow, idleKeysToCheck, settleIdleKey } from '../storage/keys.ts';
import type { Meter } from './meter.ts';

const DAY = 86_400_000;
/** How long before its end the owner is warned, and how long the key stays after a warning that comes late. */
const WARNING = 7 * DAY;
/** A node that the store is out of reach of writes late that a key was used: we wait as long before a key ends. */
const LATE_USE = DAY;
const KEYS_AT_ONCE = 100;

export interface IdleKeysParts extends Pick<AccountsParts, 'store' | 'keys' | 'mailer' | 'publicUrl'> {
  meter: Meter;
  clock?: () => number;
}

/**
 * Ends keys that were not used for as many days as their owner chose, and tells the owner a week before and at the end. A key
 * never ends without a warning that is a week old and that no use has followed: so neither a service that was off for months nor
 * a clock that was wrong for a day ends a key that is in use. Any number of nodes may do this at once; one of them settles a key.
 * Each key is looked at again when it may be idle.
 */
export async function endIdleKeys(parts: IdleKeysParts): Promise<void> {
  const { store, meter, keys, clock = Date.now } = parts;
  await meter.flush();
  let ended = false;
  for await (const rows of inParts(KEYS_AT_ONCE, () =>
    idleKeysToCheck(store.database, iso(clock()), KEYS_AT_ONCE),
  ))
    for (const row of rows) if ((await settle(parts, row, clock())) === 'end') ended = true;
  if (ended) await keys.applyChanges();
}

/** @returns what was done; undefined if another node did it, or the key was used or changed meanwhile */
async function settle(
  parts: IdleKeysParts,
  row: ApiKeyRow,
  now: number,
): Promise<Verdict['verdict'] | undefined> {
  const { verdict, checkAt } = judgeIdleness(row, now);
  const changes = {
    wait: { idle_check_at: iso(checkAt) },
    warn: { idle_check_at: iso(checkAt), idle_warned_at: iso(now) },
    end: { idle_check_at: null, expires_at: iso(now) },
  }[verdict];
  if (!(await settleIdleKey(parts.store.database, row, changes, iso(now)))) return undefined;
  const values = { publicUrl: parts.publicUrl, key: nameOfKey(row), days: row.idle_days };
  if (verdict === 'warn')
    await tellOwner(parts, row, {
      message: (to) => messageOf('endingKey', to, { ...values, day: iso(checkAt).slice(0, 10) }),
    });
  if (verdict === 'end')
    await tellOwner(parts, row, {
      line: { action: 'key_ended_unused', subject: row.label },
      message: (to) => messageOf('endedKey', to, values),
    });
  return verdict;
}

interface Verdict {
  verdict: 'wait' | 'warn' | 'end';
  /** When to look again. */
  checkAt: number;
}

/**
 * What is due for a key, by its last use and its last warning. A warning counts if it was due for this last use, and is not from
 * the future: then a clock was wrong.
 */
export function judgeIdleness(
  row: Pick<ApiKeyRow, 'created_at' | 'last_used_at' | 'idle_days' | 'idle_warned_at'>,
  now: number,
): Verdict {
  const usedAt = Math.max(Date.parse(row.created_at), Date.parse(row.last_used_at ?? row.created_at));
  const dueAt = usedAt + (row.idle_days ?? Number.POSITIVE_INFINITY) * DAY + LATE_USE;
  const warnAt = dueAt - WARNING;
  if (now < warnAt) return { verdict: 'wait', checkAt: warnAt };
  const warnedAt = row.idle_warned_at === null ? Number.NaN : Date.parse(row.idle_warned_at);
  if (!(warnedAt >= warnAt && warnedAt <= now))
    return { verdict: 'warn', checkAt: Math.max(dueAt, now + WARNING) };
  const endsAt = Math.max(dueAt, warnedAt + WARNING);
  return now < endsAt ? { verdict: 'wait', checkAt: endsAt } : { verdict: 'end', checkAt: endsAt };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
