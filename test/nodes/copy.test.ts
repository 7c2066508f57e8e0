import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { copyStore } from '../../src/service/storage/copy.ts';
import { openStore } from '../../src/service/storage/database.ts';
import { BrowserSession, signedUp } from '../support/accounts/browser-session.ts';
import { atEnd, file } from '../support/lifetime.ts';
import { installation } from '../support/processes/installation.ts';
import { emptyHome, get, lds, preparedHome, serve, start, until } from '../support/processes/lds.ts';
import { PostgresqlServer } from '../support/processes/postgresql.ts';
import { allKeys } from '../support/storage/rows.ts';
import { roomInTheDay } from '../support/windows.ts';

const postgresql = await PostgresqlServer.start();
const SECRET = { LDS_SECRET: 'the same before and after the move' };

const REQUESTS = 7;
const PLANS = 'standard=1000/10s+100/day';
// The usage of the keys is from today, and its copy must be used on the same day.
await roomInTheDay();
const used = await homeOfSomebody();

test('an embedded installation continues in PostgreSQL with its sessions, keys, limits and usage', async (t) => {
  const { home, browser, token } = usedHome(t);
  const shared = await installation(t, postgresql, SECRET);
  const settings = { LDS_DATABASE_URL: shared.databaseUrl };

  const rehearsal = await lds(home, ['storage', 'copy', '--dry-run'], settings);
  assert.equal(rehearsal.code, 0, rehearsal.stderr);
  assert.match(rehearsal.stdout, /^table +rows +to write$/m);
  assert.deepEqual(await allKeys(shared.store.database), []);

  const copied = await lds(home, ['storage', 'copy'], settings);
  assert.equal(copied.code, 0, copied.stderr);
  assert.equal(copied.stdout.replace('written', 'to write'), rehearsal.stdout);
  await assertSame(t, home, shared.databaseUrl);
  const again = await lds(home, ['storage', 'copy'], settings);
  assert.equal(again.code, 0, again.stderr);
  assert.doesNotMatch(again.stdout, / [1-9]\d*$/m);

  const node = await serve(t, home, { ...shared.settings, LDS_PLANS: PLANS });
  assert.equal(node.token, '');
  const answer = await get(node.address, '/v1/countries', token);
  assert.equal(answer.headers.get('X-RateLimit-Remaining'), String(100 - REQUESTS - 1));
  const moved = new BrowserSession({ server: node });
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
  assert.equal((await moved.keys()).length, 1);
});

test('an interrupted copy leaves nothing behind, and the next one copies everything', async (t) => {
  const { home } = usedHome(t);
  // More keys than are written at once.
  addKeys(home, 1200);
  const shared = await installation(t, postgresql, SECRET);
  const settings = { LDS_DATABASE_URL: shared.databaseUrl };
  const locker = new pg.Client({ connectionString: shared.databaseUrl });
  await locker.connect();
  atEnd(() => locker.end());
  // Usage is written after the keys, and has to wait for this lock.
  await locker.query('BEGIN; LOCK TABLE usage_daily IN SHARE MODE');
  const broken = start(['storage', 'copy'], home, settings);
  await until('keys are written', () => isWriting(shared.databaseUrl, 'api_key', 'usage_daily'));
  broken.process.kill('SIGKILL');
  assert.equal((await broken.ended).signal, 'SIGKILL');
  assert.deepEqual(await allRows(shared.databaseUrl, tablesOf(home)), {});
  await locker.query('ROLLBACK');

  const resumed = await lds(home, ['storage', 'copy'], settings);
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.match(resumed.stdout, /api_key +(12\d{2}) +\1$/m);
  await assertSame(t, home, shared.databaseUrl);
});

/** What people do in the new store, and the tables that show it. */
const CHANGES: Record<string, { change: string; tables: RegExp }> = {
  'a revoked key': {
    change: `UPDATE api_key SET revoked_at = '2026-11-22T00:00:00.000Z'`,
    tables: /api_key \(\d different\)/,
  },
  'an expired key': {
    change: `UPDATE api_key SET expires_at = '2026-11-22T00:00:00.000Z' WHERE successor_id IS NULL`,
    tables: /api_key \(\d different\)/,
  },
  'a forgotten successor': {
    change: 'UPDATE api_key SET successor_id = NULL',
    tables: /api_key \(\d different\)/,
  },
  'a deleted key': {
    change: 'DELETE FROM api_key WHERE successor_id IS NOT NULL',
    tables: /api_key \(\d missing\)/,
  },
  'a session that was signed out': { change: 'DELETE FROM session', tables: /session \(\d missing\)/ },
  'a new password': { change: `UPDATE credential SET password = 'x'`, tables: /credential \(\d different\)/ },
  'a deleted account': {
    change:
      'UPDATE api_key SET account_id = NULL; DELETE FROM session; DELETE FROM credential; DELETE FROM activity; DELETE FROM account_holder',
    tables: /account_holder \(\d missing\), session \(\d missing\), credential \(\d missing\)/,
  },
  'new usage': {
    change: 'UPDATE usage_daily SET requests = requests + 1',
    tables: /usage_daily \(\d different\)/,
  },
};

test('a repeated copy overwrites nothing that has changed in the new store', async (t) => {
  const { home } = usedHome(t);
  const tables = tablesOf(home);
  const old = await openStore(home, { busyMilliseconds: 1000 });
  atEnd(() => old.close());
  const { databaseUrl, store } = await installation(t, postgresql, SECRET);
  const copy = () => copyStore(old.database, store.database, { dryRun: false });
  for (const [what, { change, tables: named }] of Object.entries(CHANGES)) {
    await postgresql.query(databaseUrl, `TRUNCATE ${tables.join()}`);
    await copy();
    await postgresql.query(databaseUrl, change);
    const before = await allRows(databaseUrl, tables);
    await assert.rejects(copy, { name: 'OperatorError', message: named }, what);
    assert.deepEqual(await allRows(databaseUrl, tables), before, what);
  }
});

test('a database that is in use is not changed', async (t) => {
  const { home } = usedHome(t);
  const shared = await installation(t, postgresql, SECRET);
  const settings = { LDS_DATABASE_URL: shared.databaseUrl };
  const made = await lds(home, ['keys', 'create', '--label', 'made there'], settings);
  assert.equal(made.code, 0, made.stderr);
  const before = await allKeys(shared.store.database);
  for (const options of [[], ['--dry-run']]) {
    const { code, stderr } = await lds(home, ['storage', 'copy', ...options], settings);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^lds: The new store is in use: it differs from the old one in .*api_key \(\d missing, 1 added\)[^\n]+\n$/,
    );
  }
  assert.deepEqual(await allKeys(shared.store.database), before);
});

/** A copy of the used home, for one test. */
function usedHome(t: TestContext) {
  const home = emptyHome(t);
  cpSync(used.home, home, { recursive: true, verbatimSymlinks: true });
  return { ...used, home };
}

/** A stopped installation on SQLite, with an account, with keys, one of them rotated, and with usage. */
async function homeOfSomebody() {
  const home = await preparedHome(file);
  const service = await serve(file, home, { ...SECRET, LDS_PLANS: PLANS });
  const browser = await signedUp({ server: service });
  const { token } = await browser.createKey('weather');
  for (let request = 0; request < REQUESTS; request++) await get(service.address, '/v1/countries', token);
  const listed = await lds(home, ['keys', 'list', '--json']);
  const [{ id }] = JSON.parse(listed.stdout) as [{ id: string }];
  assert.equal((await lds(home, ['keys', 'rotate', id])).code, 0);
  assert.equal((await service.end('SIGTERM')).code, 0);
  return { home, browser, token };
}

function addKeys(home: string, count: number): void {
  inDatabase(home, (database) =>
    database.exec(`
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${count})
      INSERT INTO api_key (id, label, prefix, last_four, hash, plan, scopes, header_only, created_at, updated_at)
      SELECT 'key_' || n, 'many', '', '', 'hash' || n, 'standard', 'places:read', 0, '2026', '2026' FROM number`),
  );
}

/** Compares every row of every table in the embedded store with PostgreSQL. */
async function assertSame(t: TestContext, home: string, databaseUrl: string): Promise<void> {
  const tables = tablesOf(home);
  assert.ok(tables.length > 10);
  const fresh = await allRows(databaseUrl, tables);
  let rows = 0;
  for (const table of tables) {
    const old = inDatabase(home, (database) => database.prepare(`SELECT * FROM ${table}`).all());
    assert.deepEqual(fresh[table] ?? [], comparable(old), table);
    rows += old.length;
  }
  t.diagnostic(`${rows} rows of ${tables.length} tables`);
}

function tablesOf(home: string): string[] {
  const query = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'kysely%' AND name NOT LIKE 'sqlite%'`;
  return inDatabase(home, (database) =>
    database
      .prepare(query)
      .all()
      .map(({ name }) => String(name)),
  );
}

/** Every row in PostgreSQL by table; a table without rows is left out. */
async function allRows(databaseUrl: string, tables: readonly string[]): Promise<Record<string, string[]>> {
  const selections = tables.map(
    (table) => `SELECT '${table}' AS name, to_jsonb(${table}) AS row FROM ${table}`,
  );
  const { rows } = await postgresql.query(databaseUrl, selections.join(' UNION ALL '));
  const byTable = Object.groupBy(
    rows as { name: string; row: Record<string, unknown> }[],
    ({ name }) => name,
  );
  return Object.fromEntries(
    Object.entries(byTable).map(([table, each = []]) => [table, comparable(each.map(({ row }) => row))]),
  );
}

/** Whether an open transaction has written to one table, and waits to write to another. */
async function isWriting(databaseUrl: string, table: string, next: string): Promise<boolean> {
  const { rows } = await postgresql.query(
    databaseUrl,
    `SELECT 1 FROM pg_locks written JOIN pg_locks waiting USING (pid)
     WHERE written.relation = '${table}'::regclass AND written.mode = 'RowExclusiveLock' AND written.granted
     AND waiting.relation = '${next}'::regclass AND NOT waiting.granted`,
  );
  return rows.length > 0;
}

/** Sorts the rows and turns every value into text, because the two drivers return whole numbers of eight bytes differently. */
function comparable(rows: readonly Record<string, unknown>[]): string[] {
  return rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .map(([column, value]) => [column, value === null ? null : String(value)])
          .toSorted(),
      ),
    )
    .toSorted();
}

function inDatabase<Result>(home: string, work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(home, 'lds.sqlite'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}
