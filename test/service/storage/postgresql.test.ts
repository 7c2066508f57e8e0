import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { OperatorError } from '../../../src/process/operator-error.ts';
import type { Store } from '../../../src/service/storage/database.ts';
import { openPostgresqlStore } from '../../../src/service/storage/postgresql.ts';
import { isUnreachable } from '../../../src/service/storage/unreachable.ts';
import { addUsage, rollUpUsage } from '../../../src/service/storage/usage.ts';
import { atEnd, type Lifetime } from '../../support/lifetime.ts';
import { until } from '../../support/processes/lds.ts';
import { PostgresqlServer } from '../../support/processes/postgresql.ts';
import { freePort } from '../../support/processes/server-process.ts';
import { issue } from '../../support/service.ts';
import { allKeys, usageOfDay, WITHOUT_LATER_MIGRATIONS } from '../../support/storage/rows.ts';

// These tests cover only what this engine alone can get wrong; store.test.ts covers the rest.

const postgresql = await PostgresqlServer.start();
const BY_KEY = 'INDEX usage_daily_by_key ON usage_daily (key_id, day, endpoint, outcome) INCLUDE (requests)';
const ITS_INDEX = "indexrelid = 'usage_daily_by_key'::regclass";

for (const [what, statements] of [
  ['none', []],
  ['a whole one', [`CREATE UNIQUE ${BY_KEY}`]],
  [
    'one whose making failed',
    [`CREATE UNIQUE ${BY_KEY}`, `UPDATE pg_index SET indisvalid = false WHERE ${ITS_INDEX}`],
  ],
] as const)
  test(`a store of an older version keeps its usage and gets the index of usage by key, where there is ${what}`, async (t) => {
    const url = await postgresql.createDatabase();
    const { database, close } = await ofOlderVersion(url);
    const usage = await database.selectFrom('usage_daily').selectAll().execute();
    for (const statement of statements) await sql.raw(statement).execute(database);
    await close();

    const { database: newer } = await opened(t, url);
    assert.deepEqual(await newer.selectFrom('usage_daily').selectAll().execute(), usage);
    const { rows } = await sql<{ columns: number }>`
      SELECT indnatts AS columns FROM pg_index
      WHERE indisprimary AND indisvalid AND indrelid = 'usage_daily'::regclass`.execute(newer);
    assert.deepEqual(rows, [{ columns: 5 }]);
    assert.equal(usage.length, 2);
    await addUsage(newer, usage, new Map());
    const twice = usage.map((row) => ({ ...row, requests: 2 * row.requests }));
    assert.deepEqual(await newer.selectFrom('usage_daily').selectAll().orderBy('day').execute(), twice);
  });

test('a store with too much usage to be indexed at a start says which index to make', async () => {
  const url = await postgresql.createDatabase();
  const { database, close } = await ofOlderVersion(url);
  await sql`UPDATE pg_class SET reltuples = 3e7 WHERE oid = 'usage_daily'::regclass`.execute(database);
  await close();
  await assert.rejects(openPostgresqlStore(url), (error: Error) => {
    assert.ok(error instanceof OperatorError);
    assert.match(error.message, /CREATE UNIQUE INDEX CONCURRENTLY usage_daily_by_key/);
    assert.doesNotMatch(error.message, /\n|password/);
    return true;
  });
});

test('many nodes can open an empty database at the same time', async (t) => {
  const url = await postgresql.createDatabase();
  const stores = await Promise.all([1, 2, 3, 4].map(() => opened(t, url)));
  for (const { database } of stores) assert.deepEqual(await allKeys(database), []);
});

test('a node knows how many nodes have the database open', async (t) => {
  const url = await postgresql.createDatabase();
  const first = await opened(t, url);
  const second = await openPostgresqlStore(url);
  await opened(t, await postgresql.createDatabase());
  assert.equal(await first.processes(), 2);
  await second.close();
  await until('it is gone', async () => (await first.processes()) === 1);
});

test('a statement that PostgreSQL cancels for taking too long is a temporary error, like an unreachable server', async (t) => {
  const { database } = await opened(t, await postgresql.createDatabase(), 1000);
  await assert.rejects(sql`SELECT pg_sleep(60)`.execute(database), (error: Error) => {
    assert.match(error.message, /statement timeout/);
    return isUnreachable(error);
  });
});

test('several nodes can add usage of the same keys at the same time, in any order, without losing any', async (t) => {
  const url = await postgresql.createDatabase();
  const stores = await Promise.all([1, 2, 3].map(() => opened(t, url)));
  const [first] = stores;
  assert.ok(first);
  const ids: string[] = [];
  for (let key = 0; key < 60; key++) ids.push((await issue(first)).row.id);
  const day = '2026-11-20';
  const orders = [ids, ids.toReversed(), ids.toSorted()];
  await Promise.all(
    stores.map(async ({ database }, index) => {
      for (let time = 0; time < 10; time++) {
        const keys = orders[(index + time) % 3] ?? [];
        const rows = keys.map((key_id) => ({
          key_id,
          day,
          endpoint: 'getCity',
          outcome: '2xx',
          requests: 1,
        }));
        await addUsage(database, rows, new Map(keys.map((id) => [id, `2026-11-20T12:00:0${time}.000Z`])));
      }
    }),
  );
  const rows = await usageOfDay(first.database, day);
  assert.deepEqual([rows.length, new Set(rows.map(({ requests }) => requests))], [60, new Set([30])]);
  assert.ok(
    (await allKeys(first.database)).every(({ last_used_at }) => last_used_at === '2026-11-20T12:00:09.000Z'),
  );
});

test('nodes that total old days at the same time count every request once', async (t) => {
  const url = await postgresql.createDatabase();
  const stores = [await opened(t, url), await opened(t, url), await opened(t, url)];
  const [first] = stores;
  assert.ok(first);
  const ids: string[] = [];
  for (let key = 0; key < 60; key++) ids.push((await issue(first)).row.id);
  const days = Array.from({ length: 28 }, (_, day) => `2026-02-${String(day + 1).padStart(2, '0')}`);
  const rows = ids.flatMap((key_id) =>
    days.flatMap((day) =>
      ['getCity', 'listCities'].map((endpoint) => ({ key_id, day, endpoint, outcome: '2xx', requests: 1 })),
    ),
  );
  await addUsage(first.database, rows, new Map());
  await Promise.all(stores.map(({ database }) => rollUpUsage(database, '2026-03-01')));
  const months = await first.database.selectFrom('usage_monthly').selectAll().execute();
  assert.equal(months.length, 120);
  assert.ok(months.every(({ month, requests }) => month === '2026-02' && requests === 28));
  assert.deepEqual(await first.database.selectFrom('usage_daily').selectAll().execute(), []);
});

test('a change arrives within a second, even if the listening connection was cut', async (t) => {
  const url = await postgresql.createDatabase();
  const [ours, theirs] = [await opened(t, url), await opened(t, url)];
  const quiet = ours.foreignChanges();
  await delay(1500);
  assert.equal(ours.foreignChanges(), quiet, 'what nodes tell themselves is nothing to others');
  for (const interruption of [false, true]) {
    if (interruption)
      await postgresql.query(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid != pg_backend_pid() AND (query LIKE 'LISTEN%' OR query LIKE '%pg_notify%')`,
      );
    const before = ours.foreignChanges();
    await issue(theirs);
    await until('it is heard of', () => ours.foreignChanges() !== before, 1);
  }
});

test('one of many nodes sends the heartbeat for all, and another one takes over when it stops', async (t) => {
  const url = await postgresql.createDatabase();
  const names = async () => {
    const { rows } = await listener.query<{ name: string }>(
      `SELECT DISTINCT application_name AS name FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'lds-process-%'`,
    );
    return rows.map(({ name }) => name);
  };
  const listener = new pg.Client({ connectionString: url });
  const senders: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => senders.push(payload));
  await listener.connect();
  atEnd(() => listener.end(), t);
  await listener.query('LISTEN lds_heartbeat');
  const stores = new Map<string, Store>();
  for (let node = 0; node < 4; node++) {
    const store = await opened(t, url);
    for (const name of await names()) if (!stores.has(name)) stores.set(name, store);
  }
  const oneSends = () => senders.length >= 4 && new Set(senders.slice(-4)).size === 1;
  await until('one of them sends', oneSends);
  const [sender = ''] = senders.slice(-1);
  assert.equal(stores.size, 4);
  await stores.get(sender)?.close();
  senders.length = 0;
  await until('another one sends', () => oneSends() && !senders.includes(sender));
});

test('a node that gets no notifications, for example behind a pooler, checks for changes every second', async (t) => {
  const url = await postgresql.createDatabase();
  const store = await opened(t, url);
  await postgresql.query(
    url,
    `CREATE SCHEMA mute; CREATE FUNCTION mute.pg_notify(text, text) RETURNS void LANGUAGE sql AS 'SELECT';
     ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = mute, public, pg_catalog`,
  );
  await postgresql.query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid != pg_backend_pid()`,
  );
  await delay(1000);
  const before = store.foreignChanges();
  await until('it looks', () => store.foreignChanges() > before + 1);
});

test('a query without an answer fails in time, its connection is not used again, and the store recovers', async (t) => {
  const server = await PostgresqlServer.start();
  const url = await server.createDatabase();
  const store = await opened(t, url, 500);
  await issue(store);
  server.freeze();
  // The server hangs until the queries fail, which only a time-out can cause.
  const failed = await Promise.allSettled([
    allKeys(store.database),
    store.database.transaction().execute((transaction) => allKeys(transaction)),
  ]);
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  server.thaw();
  assert.equal((await allKeys(store.database)).length, 1);
});

test('closing does not wait for a server that hangs', async () => {
  const server = await PostgresqlServer.start();
  const store = await openPostgresqlStore(await server.createDatabase());
  server.freeze();
  await store.close();
  server.thaw();
});

for (const [what, url] of [
  ['a server that is not there', async () => `postgres://lds:hidden@127.0.0.1:${await freePort()}/lds`],
  ['a database that is not there', async () => postgresql.url('nowhere').replace('lds@', 'lds:hidden@')],
] as const)
  test(`${what} is reported in one line, without the password`, async () => {
    await assert.rejects(openPostgresqlStore(await url()), (error: Error) => {
      assert.ok(error instanceof OperatorError);
      assert.match(error.message, /LDS_DATABASE_URL/);
      assert.doesNotMatch(error.message, /hidden|\n/);
      return true;
    });
  });

/** The store as it was when the index of usage by key did not include the requests yet, with usage of two days. */
async function ofOlderVersion(url: string): Promise<Store> {
  const store = await openPostgresqlStore(url);
  const { row } = await issue(store);
  const series = { key_id: row.id, endpoint: 'getCity', outcome: '2xx', requests: 3 };
  const usage = ['2026-11-19', '2026-11-20'].map((day) => ({ ...series, day }));
  await addUsage(store.database, usage, new Map());
  for (const statement of [
    `ALTER TABLE usage_daily DROP CONSTRAINT usage_daily_key,
      ADD CONSTRAINT usage_daily_key PRIMARY KEY (key_id, day, endpoint, outcome)`,
    ...WITHOUT_LATER_MIGRATIONS,
    "DELETE FROM kysely_migration WHERE name >= '012_usage_in_its_index'",
  ])
    await sql.raw(statement).execute(store.database);
  return store;
}

async function opened(t: Lifetime, url: string, statementMilliseconds = 2000): Promise<Store> {
  const store = await openPostgresqlStore(url, { statementMilliseconds });
  atEnd(() => store.close(), t);
  return store;
}
