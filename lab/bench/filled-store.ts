import { type Kysely, sql } from 'kysely';
import { DAY, firstDay, lastDays } from '../../src/dashboard/days.ts';
import { SCOPES } from '../../src/engine/permissions.ts';
import type { Database } from '../../src/service/storage/schema.ts';

const ROWS_AT_ONCE = 100_000;
/** Lines of the activity log of each account. */
const EVENTS = 20;

export interface Contents {
  accounts: number;
  /** All of accounts, as many of each. */
  keys: number;
  /** The first of them, which were used every day in two series. */
  used: number;
  days: number;
}

export function keyId(index: number): string {
  return `key_${String(index).padStart(9, '0')}`;
}

/**
 * Fills an empty store with keys, accounts and their usage, sessions, activity and recent requests. Usage of a day is in no order,
 * as nodes write it.
 *
 * @param database one connection, which checks no foreign keys meanwhile
 */
export async function fillStore(
  database: Kysely<Database>,
  { accounts, keys, used, days }: Contents,
  isPostgresql: boolean,
): Promise<void> {
  const numbers = (from: number, to: number) =>
    isPostgresql
      ? sql`generate_series(${from}::bigint, ${to}::bigint) AS numbers (i)`
      : sql`(WITH RECURSIVE counted (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM counted WHERE i < ${to}) SELECT i FROM counted) AS numbers`;
  const padded = (prefix: string, number = sql`i`) =>
    isPostgresql
      ? sql`${sql.lit(prefix)} || lpad((${number})::text, 9, '0')`
      : sql`printf(${`${prefix}%09d`}, ${number})`;
  const hash = isPostgresql ? sql`md5(random()::text) || md5(i::text)` : sql`lower(hex(randomblob(32)))`;
  const time = isPostgresql
    ? sql`to_char(to_timestamp(1700000000 + i / 10.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i / 10.0, 'unixepoch')`;
  const account = padded('account_', sql`i / ${sql.lit(Math.ceil(keys / accounts))}`);
  const now = Date.now();
  const today = firstDay(1, now);
  const soon = new Date(now + 30 * DAY).toISOString();

  // SQLite would otherwise read the pages of its indexes again and again.
  const hurry = isPostgresql
    ? ['SET session_replication_role = replica', 'SET synchronous_commit = off']
    : ['PRAGMA foreign_keys = OFF', 'PRAGMA cache_size = -1000000'];
  for (const setting of hurry) await sql.raw(setting).execute(database);
  await inParts(accounts, async (from, to) => {
    const each = numbers(from, to);
    await sql`INSERT INTO account_holder (id, name, email, email_verified, created_at, updated_at)
      SELECT ${padded('account_')}, '', ${padded('person')} || '@example.org', 1, ${time}, ${time} FROM ${each}`.execute(
      database,
    );
    await sql`INSERT INTO session (id, user_id, token, expires_at, created_at, updated_at)
      SELECT ${padded('session_')}, ${padded('account_')}, ${hash}, ${soon}, ${time}, ${time} FROM ${each}`.execute(
      database,
    );
    await sql`INSERT INTO activity (id, account_id, at, action, address, subject)
      SELECT ${padded('event_', sql`n`)} || ${padded('_')}, ${padded('account_')}, ${today}, 'key_created', '192.0.2.1', 'a key'
      FROM ${each} CROSS JOIN (SELECT i AS n FROM ${numbers(1, EVENTS)}) AS events`.execute(database);
  });
  await inParts(keys, (from, to) =>
    sql`INSERT INTO api_key (id, label, prefix, last_four, hash, plan, scopes, header_only, created_at, updated_at, account_id, lineage)
      SELECT ${padded('key_')}, 'a key', 'lds_live_abcd', 'wxyz', ${hash}, 'standard', ${SCOPES.join(' ')}, 0, ${time}, ${time}, ${account}, ${padded('key_')}
      FROM ${numbers(from, to)}`.execute(database),
  );
  for (const day of lastDays(days, now))
    await inParts(used, (from, to) =>
      sql`INSERT INTO usage_daily (key_id, day, endpoint, outcome, requests)
        SELECT ${padded('key_')}, ${day}, endpoint, '2xx', 7
        FROM ${numbers(from, to)} CROSS JOIN (SELECT 'getCity' AS endpoint UNION SELECT 'getCostOfLiving') AS endpoints
        ORDER BY random()`.execute(database),
    );
  const requests = JSON.stringify(Array.from({ length: 20 }, () => [Date.now(), 'getCity', 200, null, 1.5]));
  await inParts(used, (from, to) =>
    sql`INSERT INTO recent_requests (ring, day, key_id, last_at, requests)
      SELECT ${padded('ring_')}, ${today}, ${padded('key_')}, ${time}, ${requests} FROM ${numbers(from, to)}`.execute(
      database,
    ),
  );
  const asUsual = isPostgresql
    ? ['RESET session_replication_role', 'RESET synchronous_commit']
    : ['PRAGMA foreign_keys = ON', 'PRAGMA cache_size = -2000'];
  for (const setting of asUsual) await sql.raw(setting).execute(database);
  // As autovacuum does in time.
  await (isPostgresql ? sql`VACUUM ANALYZE` : sql`ANALYZE`).execute(database);
}

async function inParts(count: number, insert: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += ROWS_AT_ONCE)
    await insert(from, Math.min(count, from + ROWS_AT_ONCE) - 1);
}
