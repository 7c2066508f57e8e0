import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Store } from '../../../src/service/storage/database.ts';
import { key } from '../storage/rows.ts';

const DAY = 86_400_000;
const ROWS_AT_ONCE = 1000;

export interface Fullness {
  /** How many keys; all have a share and were used today. */
  keys: number;
  /** On how many days, up to today, one key was used for every operation. */
  days: number;
  sessions: number;
  events: number;
}

/** Fills an account with as much data as it can have. @returns the id of the key that was used most */
export async function fillAccount(
  { database }: Store,
  accountId: string,
  { keys, days, sessions, events }: Fullness,
): Promise<string> {
  const now = Date.now();
  const at = (milliseconds: number) => new Date(milliseconds).toISOString();
  const dayAt = (back: number) => at(now - back * DAY).slice(0, 10);
  const rows = Array.from({ length: keys }, (_, index) =>
    key({
      account_id: accountId,
      label: 'x'.repeat(100),
      share: 50,
      created_at: at(now - index),
      revoked_at: index === 0 ? null : at(now),
    }),
  );
  const [used] = rows;
  if (used === undefined) throw new Error('an account without keys is not full');
  const usage = (key_id: string, day: string, endpoint: string, outcome: string) => ({
    key_id,
    day,
    endpoint,
    outcome,
    requests: 1,
  });
  const [endpoints, outcomes] = [
    Array.from({ length: 20 }, (_, index) => `endpoint${index}`),
    ['2xx', '304', '4xx', '429', '5xx'],
  ];
  const ofUsed = Array.from({ length: days }, (_, back) =>
    endpoints.flatMap((endpoint) =>
      outcomes.map((outcome) => usage(used.id, dayAt(back), endpoint, outcome)),
    ),
  ).flat();
  const ofOthers = rows.slice(1).map(({ id }) => usage(id, dayAt(0), 'getCity', '2xx'));
  for (const some of chunks(rows)) await database.insertInto('api_key').values(some).execute();
  for (const some of chunks([...ofUsed, ...ofOthers]))
    await database.insertInto('usage_daily').values(some).execute();
  const session = () => ({
    id: randomUUID(),
    user_id: accountId,
    token: randomUUID(),
    expires_at: at(now + DAY),
    created_at: at(now),
    updated_at: at(now),
    ip_address: '192.0.2.1',
    user_agent: 'x'.repeat(300),
  });
  for (const some of chunks(Array.from({ length: sessions }, session)))
    await database.insertInto('session').values(some).execute();
  const event = () => ({
    id: randomUUIDv7(),
    account_id: accountId,
    at: at(now),
    action: 'key_renamed',
    address: '192.0.2.1',
    subject: 'x'.repeat(100),
  });
  for (const some of chunks(Array.from({ length: events }, event)))
    await database.insertInto('activity').values(some).execute();
  return used.id;
}

function* chunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    yield rows.slice(start, start + ROWS_AT_ONCE);
}
