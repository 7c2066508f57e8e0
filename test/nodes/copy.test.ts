import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { allKeys } from '../../src/storage/keys.ts';
import { BrowserSession, signedUp } from '../dashboard/browser-session.ts';
import { get, lds, preparedHome, serve, start, until } from '../process/lds.ts';
import { PostgresqlServer } from '../support/postgresql.ts';
import { installation } from './installation.ts';

const postgresql = await PostgresqlServer.start();
const SECRET = { LDS_SECRET: 'the same before and after the move' };

test('an embedded installation goes on in PostgreSQL with its sessions, keys, limits and usage', async (t) => {
  const { home, browser, token } = await usedHome(t);
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

test('a copy that is broken off goes on where it was', async (t) => {
  const { home } = await usedHome(t);
  addKeys(home, 20_000);
  const shared = await installation(t, postgresql, SECRET);
  const settings = { LDS_DATABASE_URL: shared.databaseUrl };
  const broken = start(['storage', 'copy'], home, settings);
  await until('some of it is there', async () => (await allKeys(shared.store.database)).length > 0);
  broken.process.kill('SIGKILL');
  assert.equal((await broken.ended).signal, 'SIGKILL');
  const soFar = (await allKeys(shared.store.database)).length;

  const resumed = await lds(home, ['storage', 'copy'], settings);
  assert.equal(resumed.code, 0, resumed.stderr);
  const [, rows = '', written = ''] = /api_key +(\d+) +(\d+)/.exec(resumed.stdout) ?? [];
  assert.ok(Number(rows) > 20_000 && Number(written) <= Number(rows), resumed.stdout);
  t.diagnostic(`${soFar} of ${rows} keys were there`);
  await assertSame(t, home, shared.databaseUrl);
});

test('a database that is in use is left as it is', async (t) => {
  const { home } = await usedHome(t);
  const shared = await installation(t, postgresql, SECRET);
  const settings = { LDS_DATABASE_URL: shared.databaseUrl };
  const made = await lds(home, ['keys', 'create', '--label', 'made there'], settings);
  assert.equal(made.code, 0, made.stderr);
  const before = await allKeys(shared.store.database);
  for (const options of [[], ['--dry-run']]) {
    const { code, stderr } = await lds(home, ['storage', 'copy', ...options], settings);
    assert.equal(code, 1);
    assert.match(stderr, /^lds: The new store has 1 rows in api_key that the old one lacks[^\n]+\n$/);
  }
  assert.deepEqual(await allKeys(shared.store.database), before);
});

const REQUESTS = 7;
const PLANS = 'standard=1000/10s+100/day';

/** An installation on SQLite that somebody has signed up to, with keys, one of them rotated, and usage; stopped again. */
async function usedHome(t: TestContext) {
  const home = await preparedHome(t);
  const service = await serve(t, home, { ...SECRET, LDS_PLANS: PLANS });
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

/** Row by row, in every table that the embedded store has. */
async function assertSame(t: TestContext, home: string, databaseUrl: string): Promise<void> {
  const tables = inDatabase(home, (database) =>
    database
      .prepare(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'kysely%' AND name NOT LIKE 'sqlite%'`,
      )
      .all()
      .map(({ name }) => String(name)),
  );
  assert.ok(tables.length > 10);
  let rows = 0;
  for (const table of tables) {
    const old = inDatabase(home, (database) => database.prepare(`SELECT * FROM ${table}`).all());
    const { rows: fresh } = await postgresql.query(databaseUrl, `SELECT * FROM ${table}`);
    assert.deepEqual(comparable(fresh), comparable(old), table);
    rows += old.length;
  }
  t.diagnostic(`${rows} rows of ${tables.length} tables`);
}

/** In one order, and with whole numbers of eight bytes, which the plain driver gives as text, as text. */
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
