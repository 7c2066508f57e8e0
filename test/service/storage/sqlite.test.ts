import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import { OperatorError } from '../../../src/process/operator-error.ts';
import { openStore, type Store } from '../../../src/service/storage/database.ts';
import { addUsage } from '../../../src/service/storage/usage.ts';
import { issue, temporaryDirectory } from '../../support/service.ts';
import { allKeys, WITHOUT_LATER_MIGRATIONS } from '../../support/storage/rows.ts';

const BUSY = { busyMilliseconds: 50 };

test('the store’s directory is created, with those above it', async () => {
  const home = join(temporaryDirectory(), 'a', 'b');
  const store = await openStore(home, BUSY);
  assert.deepEqual(await allKeys(store.database), []);
  await store.close();
});

test('only the service’s user can read the store: directory, database and SQLite’s other files', async () => {
  const home = join(temporaryDirectory(), 'home');
  const store = await openStore(home, BUSY);
  await issue(store);
  const permissions = (path: string) => (statSync(path).mode & 0o777).toString(8);
  assert.equal(permissions(home), '700');
  const files = readdirSync(home).sort();
  assert.deepEqual(files, ['lds.sqlite', 'lds.sqlite-shm', 'lds.sqlite-wal']);
  for (const file of files) assert.equal(permissions(join(home, file)), '600', file);
  await store.close();
});

test('a file that is not a database, or a damaged one, is one error that names it and says what to do', async () => {
  const sound = await databaseFile();
  const damages: ((file: string) => void)[] = [
    (file) => writeFileSync(file, 'no database '.repeat(1000)),
    (file) => writeFileSync(file, readFileSync(sound).fill(0x55, 100)),
    (file) => writeFileSync(file, readFileSync(sound).subarray(0, 5000)),
    (file) => mkdirSync(file),
  ];
  for (const damage of damages) {
    const home = temporaryDirectory();
    const file = join(home, 'lds.sqlite');
    damage(file);
    await assert.rejects(openStore(home, BUSY), (error: Error) => {
      assert.ok(error instanceof OperatorError, String(error));
      assert.ok(error.message.includes(file), error.message);
      assert.ok(!error.message.includes('\n'));
      return true;
    });
  }
});

test('a damaged page that is only read later is the same error', async () => {
  const home = temporaryDirectory();
  const bytes = readFileSync(await databaseFile());
  const page = Math.floor(bytes.indexOf('lds_live_') / 4096) * 4096;
  writeFileSync(join(home, 'lds.sqlite'), bytes.fill(0x55, page, page + 4096));
  const store = await openStore(home, BUSY);
  await assert.rejects(allKeys(store.database), OperatorError);
  await store.close();
});

test('a database from a later version of the program is not changed', async () => {
  const home = temporaryDirectory();
  const store = await openStore(home, BUSY);
  const migration = { name: '999_of_the_future', timestamp: '2099-01-01T00:00:00.000Z' };
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES (${migration.name}, ${migration.timestamp})`.execute(
    store.database,
  );
  await store.close();
  await assert.rejects(openStore(home, BUSY), (error: Error) => {
    assert.ok(error instanceof OperatorError);
    assert.match(error.message, /cannot be brought up to date.*use the program that wrote it last/);
    return true;
  });
});

test('a store of version 0.1.0 that is brought up to date has the tables, columns and indices of a new one', async () => {
  const [old, fresh] = [temporaryDirectory(), temporaryDirectory()];
  const written = new DatabaseSync(join(old, 'lds.sqlite'));
  written.exec(readFileSync('test/support/storage/store-of-0.1.0.sql', 'utf8'));
  written.close();
  assert.deepEqual(await shapeOf(old), await shapeOf(fresh));
});

test('whoever changes the tables adds a change for the stores that there are, and then its digest here', async () => {
  const home = temporaryDirectory();
  const tables = (await shapeOf(home)).filter((line) => !/kysely|sqlite/.test(line));
  const store = await openStore(home, BUSY);
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM kysely_migration ORDER BY name DESC LIMIT 1`.execute(store.database);
  await store.close();
  assert.deepEqual(
    [rows[0]?.name, hash('sha256', tables.join('\n'))],
    ['017_agents', '548da9354b27d7250321e215c2c9469bc5dd09b7734a2435d9040f86d4c42fa7'],
  );
});

/** Every column and index of the store, by table. */
async function shapeOf(home: string): Promise<string[]> {
  const store = await openStore(home, BUSY);
  const { rows } = await sql<{ line: string }>`
    SELECT concat_ws(' ', made.name, column.name, column.type, column."notnull", column.pk) AS line
    FROM sqlite_master AS made JOIN pragma_table_info(made.name) AS column WHERE made.type = 'table'
    UNION ALL
    SELECT concat_ws(' ', tbl_name, name, sql) FROM sqlite_master WHERE type = 'index'`.execute(
    store.database,
  );
  await store.close();
  return rows.map(({ line }) => line).sort();
}

test('a store of an older version keeps its usage when the table of usage is built again', async () => {
  const home = temporaryDirectory();
  const older = await openStore(home, BUSY);
  const days = ['2026-11-19', '2026-11-20'];
  for (let made = 0; made < 3; made++) {
    const { row } = await issue(older);
    const usage = days.map((day) => ({
      key_id: row.id,
      day,
      endpoint: 'getCity',
      outcome: '2xx',
      requests: made + 1,
    }));
    await addUsage(older.database, usage, new Map());
  }
  const usageOfAll = ({ database }: Store) =>
    database.selectFrom('usage_daily').selectAll().orderBy('key_id').orderBy('day').execute();
  const before = await usageOfAll(older);
  for (const statement of [
    `CREATE TABLE older (
      key_id text NOT NULL REFERENCES api_key (id), day text NOT NULL, endpoint text NOT NULL, outcome text NOT NULL,
      requests bigint NOT NULL, CONSTRAINT usage_daily_key PRIMARY KEY (key_id, day, endpoint, outcome)
    )`,
    'INSERT INTO older SELECT * FROM usage_daily ORDER BY day',
    'DROP TABLE usage_daily',
    'ALTER TABLE older RENAME TO usage_daily',
    'CREATE INDEX usage_daily_day ON usage_daily (day, key_id)',
    ...WITHOUT_LATER_MIGRATIONS,
    "DELETE FROM kysely_migration WHERE name >= '013_usage_by_key'",
  ])
    await sql.raw(statement).execute(older.database);
  await older.close();

  const newer = await openStore(home, BUSY);
  assert.deepEqual(await usageOfAll(newer), before);
  const tables = await sql<{ name: string }>`
    SELECT name FROM pragma_table_list WHERE wr = 1`.execute(newer.database);
  assert.deepEqual(
    tables.rows.map(({ name }) => name),
    ['usage_daily'],
  );
  const indexes = await sql<{ name: string }>`
    SELECT name FROM pragma_index_list('usage_daily') WHERE origin = 'c'`.execute(newer.database);
  assert.deepEqual(
    indexes.rows.map(({ name }) => name),
    ['usage_daily_day'],
  );
  await newer.close();
});

test('while another process writes to a store, it can be read and closed, and a write fails with advice to try again', async () => {
  const home = temporaryDirectory();
  const store = await openStore(home, BUSY);
  await issue(store);
  const other = new DatabaseSync(join(home, 'lds.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  assert.equal((await allKeys(store.database)).length, 1);
  await assert.rejects(issue(store), (error: Error) => {
    assert.ok(error instanceof OperatorError);
    assert.match(error.message, /locked.*try again/);
    return true;
  });
  await store.close();
  other.exec('ROLLBACK');
  other.close();
});

test('when the disk is full, the error says so, and once there is room, writing works again', async () => {
  const store = await openStore(temporaryDirectory(), BUSY);
  const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(store.database);
  const writeMuch = () =>
    store.database.transaction().execute(async (transaction) => {
      const text = 'x'.repeat(100_000);
      await sql`INSERT INTO usage_batch VALUES (${text}, ${text})`.execute(transaction);
    });
  await sql`PRAGMA max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(store.database);
  await assert.rejects(writeMuch(), /database or disk is full\): the disk is full; make room/);
  await sql`PRAGMA max_page_count = 1000000`.execute(store.database);
  await writeMuch();
  await store.close();
});

test('a database file that is removed or replaced while it is open is an error that says what to do', async () => {
  const home = temporaryDirectory();
  const store = await openStore(home, BUSY);
  await issue(store);
  const file = join(home, 'lds.sqlite');
  const moved = join(home, 'moved.sqlite');
  const fails = async () => {
    const advice = /lds\.sqlite was removed or replaced while it was open: stop this process/;
    await assert.rejects(allKeys(store.database), advice);
    await assert.rejects(issue(store), advice);
    assert.throws(() => store.foreignChanges(), advice);
  };
  renameSync(file, moved);
  await fails();
  copyFileSync(moved, file);
  await fails();
  renameSync(moved, file);
  store.foreignChanges();
  assert.equal((await allKeys(store.database)).length, 1);
  await store.close();
});

test('usage needs an existing key', async () => {
  const store = await openStore(temporaryDirectory(), BUSY);
  const orphan = {
    key_id: 'key_nobody',
    day: '2026-11-20',
    endpoint: 'getCity',
    outcome: '2xx',
    requests: 1,
  };
  await assert.rejects(store.database.insertInto('usage_daily').values(orphan).execute(), /FOREIGN KEY/);
  await store.close();
});

/** A sound database with a key in it, closed. */
async function databaseFile(): Promise<string> {
  const home = temporaryDirectory();
  const store = await openStore(home, BUSY);
  await issue(store);
  await store.close();
  return join(home, 'lds.sqlite');
}
