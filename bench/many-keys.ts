/**
 * What grows with the number of keys, accounts and usage: start-up time, memory, look-ups of keys that are not in
 * memory, applying a change, the sums of the usage page, housekeeping.
 *
 *   npm run bench:keys                                        a million keys on SQLite
 *   KEYS=10000000 DATABASE_URL=postgres://… npm run bench:keys    on an empty database of PostgreSQL
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Kysely, sql } from 'kysely';
import { readConfig } from '../src/config.ts';
import { SCOPES } from '../src/keys/key.ts';
import { KeyRing } from '../src/keys/key-ring.ts';
import { issueKey, revokeKey } from '../src/keys/lifecycle.ts';
import { Meter } from '../src/keys/meter.ts';
import { QuotaRestoration } from '../src/keys/quota-restoration.ts';
import { Limiter } from '../src/limits/limiter.ts';
import { openStore } from '../src/storage/database.ts';
import { tidy, tidyUsage } from '../src/storage/housekeeping.ts';
import { openPostgresqlStore } from '../src/storage/postgresql.ts';
import type { Database } from '../src/storage/schema.ts';
import { usageOf } from '../src/storage/usage.ts';

const KEYS = Number(process.env.KEYS ?? 1_000_000);
const ACCOUNTS = Math.ceil(KEYS / 10);
/** Keys that were used, each in two series per day. */
const USED = Number(process.env.USED ?? KEYS / 10);
const DAYS = Number(process.env.DAYS ?? 10);
const LOOK_UPS = 2000;
const ROWS_AT_ONCE = 100_000;
const { DATABASE_URL } = process.env;
const DAY = 86_400_000;

const home = mkdtempSync(join(tmpdir(), 'lds-many-keys-'));
try {
  await run();
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const config = readConfig({});
  const store =
    DATABASE_URL === undefined
      ? await openStore(home, { busyMilliseconds: 50 })
      : await openPostgresqlStore(DATABASE_URL, { statementMilliseconds: 600_000 });
  const { database } = store;
  report('accounts, keys, rows of usage', `${ACCOUNTS}, ${KEYS}, ${USED * DAYS * 2}`);
  await seconds('filling the store, s', () => fill(database));
  const issued = [];
  for (let made = 0; made < LOOK_UPS; made++)
    issued.push(
      await issueKey(
        database,
        { label: 'measured', plan: 'standard', scopes: SCOPES, headerOnly: false, expiresAt: null },
        // Long ago, so that other keys fill the memory.
        new Date(Date.UTC(2020, 0, 1) + made),
      ),
    );

  const before = residentMegabytes();
  const limiter = new Limiter(config.plans);
  const ring = new KeyRing(store, Date.now, config.keyCache);
  const quotas = new QuotaRestoration(store, limiter);
  await seconds('start: keys into memory, s', () => ring.load());
  await seconds('start: quotas of today, s', () => quotas.complete());
  report('keys in memory', ring.size);
  report('memory of both, MB', residentMegabytes() - before);

  const times: number[] = [];
  for (const { token } of issued) {
    const began = performance.now();
    const verification = await ring.verify(token);
    times.push(performance.now() - began);
    if (!('key' in verification)) throw new Error('a key was not found');
  }
  times.sort((one, other) => one - other);
  report(
    'look-up of a key that is not in memory, ms (p50, p99)',
    [0.5, 0.99].map((part) => times[Math.floor(part * LOOK_UPS)]?.toFixed(2)).join(', '),
  );
  const hot = issued.slice(-100);
  const began = performance.now();
  for (let round = 0; round < 10_000; round++) ring.verify(hot[round % 100]?.token ?? '');
  report('look-up of a key in memory, µs', ((performance.now() - began) / 10).toFixed(2));

  const revoked = issued.at(-1);
  if (revoked === undefined) throw new Error('no key');
  await revokeKey(database, revoked.row.id);
  await seconds('taking up a revocation, s', () => ring.takeUpChanges());
  const verification = await ring.verify(revoked.token);
  if (!('rejected' in verification)) throw new Error('a revoked key works');

  const meter = new Meter(database);
  const series = Math.min(USED, 50_000);
  for (let index = 0; index < series; index++) meter.record(keyId(index), 'getCity', '2xx');
  await seconds(`writing the usage of ${series} keys, s`, () => meter.flush());
  await seconds('usage of an account, 90 days, s', async () => {
    for await (const _ of usageOf(database, { account: accountId(7) }, dayBefore(90)));
  });
  await seconds('housekeeping, s', () => tidy(database, Date.now(), { sendsMail: true }));
  await seconds('adding up the usage of one day by month, s', () =>
    tidyUsage(database, Date.now(), { usageDays: DAYS - 2, usageMonths: 60 }),
  );
  await store.close();
}

async function fill(database: Kysely<Database>): Promise<void> {
  const numbers = (from: number, to: number) =>
    DATABASE_URL === undefined
      ? sql`(WITH RECURSIVE counted (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM counted WHERE i < ${to}) SELECT i FROM counted) AS numbers`
      : sql`generate_series(${from}::bigint, ${to}::bigint) AS numbers (i)`;
  const padded = (prefix: string) =>
    DATABASE_URL === undefined
      ? sql`printf(${`${prefix}%09d`}, i)`
      : sql`${sql.lit(prefix)} || lpad(i::text, 9, '0')`;
  const hash =
    DATABASE_URL === undefined ? sql`lower(hex(randomblob(32)))` : sql`md5(random()::text) || md5(i::text)`;
  const time =
    DATABASE_URL === undefined
      ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i / 10.0, 'unixepoch')`
      : sql`to_char(to_timestamp(1700000000 + i / 10.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const account =
    DATABASE_URL === undefined
      ? sql`printf('account_%09d', i / 10)`
      : sql`'account_' || lpad((i / 10)::text, 9, '0')`;
  await inParts(ACCOUNTS, (from, to) =>
    sql`INSERT INTO account_holder (id, name, email, email_verified, created_at, updated_at)
      SELECT ${padded('account_')}, '', ${padded('person')} || '@example.org', 1, ${time}, ${time} FROM ${numbers(from, to)}`.execute(
      database,
    ),
  );
  await inParts(KEYS, (from, to) =>
    sql`INSERT INTO api_key (id, label, prefix, last_four, hash, plan, scopes, header_only, created_at, updated_at, account_id, lineage)
      SELECT ${padded('key_')}, 'a key', 'lds_live_abcd', 'wxyz', ${hash}, 'standard', ${SCOPES.join(' ')}, 0, ${time}, ${time}, ${account}, ${padded('key_')}
      FROM ${numbers(from, to)}`.execute(database),
  );
  for (let ago = 0; ago < DAYS; ago++)
    await inParts(USED, (from, to) =>
      sql`INSERT INTO usage_daily (key_id, day, endpoint, outcome, requests)
        SELECT ${padded('key_')}, ${dayBefore(ago)}, endpoint, '2xx', 7
        FROM ${numbers(from, to)} CROSS JOIN (SELECT 'getCity' AS endpoint UNION SELECT 'getCostOfLiving') AS endpoints`.execute(
        database,
      ),
    );
  await sql`ANALYZE`.execute(database);
}

async function inParts(count: number, insert: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += ROWS_AT_ONCE)
    await insert(from, Math.min(count, from + ROWS_AT_ONCE) - 1);
}

async function seconds(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  report(what, ((performance.now() - began) / 1000).toFixed(2));
}

function report(what: string, value: string | number): void {
  console.log(`| ${what} | ${value} |`);
}

function keyId(index: number): string {
  return `key_${String(index).padStart(9, '0')}`;
}

function accountId(index: number): string {
  return `account_${String(index).padStart(9, '0')}`;
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
}

/** After a collection of garbage. */
function residentMegabytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return Math.round(process.memoryUsage().rss / 1e6);
}
