import { type CreateTableBuilder, type Kysely, type Migration, sql } from 'kysely';
import { OperatorError } from '../../process/operator-error.ts';
import type { Table } from './columns.ts';
import { SHARED_TABLES, TABLES } from './schema.ts';

/**
 * The changes of the schema on both engines: one more whenever the tables change. A store keeps the names of those that it has had,
 * so names are final once released.
 */
const CHANGES = [
  '001_keys_and_usage',
  '002_accounts',
  '004_usage_batches',
  '006_lineages_and_shares',
  '007_unconfirmed_accounts',
  '008_activity_and_successors',
  '009_many_keys',
  '010_recent_requests',
  '011_plans_and_alerts_of_accounts',
  '014_keys_by_last_change',
  '015_reports',
  '016_guarded_keys',
  '017_agents',
];

type Store = Kysely<unknown>;

export const SQLITE_MIGRATIONS = migrations(['013_usage_by_key'], async (database) => {
  const added = await makeTables(database, TABLES, async (table) => {
    const { rows } = await sql<{ name: string }>`SELECT name FROM pragma_table_info(${table})`.execute(
      database,
    );
    return rows;
  });
  await removeRowidsOfUsage(database);
  await makeIndices(database);
  await fillNewColumns(database, added);
});

export const POSTGRESQL_MIGRATIONS = migrations(
  ['003_notify_key_changes', '005_releases', '012_usage_in_its_index'],
  async (database) => {
    const added = await makeTables(database, { ...TABLES, ...SHARED_TABLES }, async (table) => {
      const { rows } = await sql<{ name: string }>`
        SELECT attname AS name FROM pg_attribute
        WHERE attrelid = to_regclass(${table}) AND attnum > 0 AND NOT attisdropped`.execute(database);
      return rows;
    });
    await makeIndices(database);
    await fillNewColumns(database, added);
    await notifyOfKeyChanges(database);
    // Counts publications; the release with the last number is the one that is served.
    await sql`CREATE SEQUENCE IF NOT EXISTS release_publication`.execute(database);
    // The parts are compressed already.
    await sql`ALTER TABLE release_part ALTER COLUMN content SET STORAGE EXTERNAL`.execute(database);
    await putUsageInItsIndex(database);
  },
);

/**
 * All changes in order. The last one makes whatever a store lacks of the tables as they are declared, new or old, so the others
 * only leave their names.
 */
function migrations(
  ofEngine: readonly string[],
  bringUpToDate: (database: Store) => Promise<void>,
): Record<string, Migration> {
  const names = [...CHANGES, ...ofEngine].sort();
  return Object.fromEntries(
    names.map((name) => [name, { up: name === names.at(-1) ? bringUpToDate : async () => {} }]),
  );
}

/** Makes tables and columns that are missing. @returns the columns that were added to a table that was there: `api_key.lineage` */
async function makeTables(
  { schema }: Store,
  tables: Readonly<Record<string, Table>>,
  columnsOf: (table: string) => Promise<{ name: string }[]>,
): Promise<ReadonlySet<string>> {
  const added = new Set<string>();
  for (const [name, table] of Object.entries(tables)) {
    const known = new Set((await columnsOf(name)).map((column) => column.name));
    if (known.size === 0) await makeTable(schema, name, table);
    else
      for (const [column, { type, define }] of Object.entries(table.columns)) {
        if (known.has(column)) continue;
        await schema.alterTable(name).addColumn(column, type, define).execute();
        added.add(`${name}.${column}`);
      }
  }
  return added;
}

async function makeTable(schema: Store['schema'], name: string, { columns, key }: Table): Promise<void> {
  let table: CreateTableBuilder<string, string> = schema.createTable(name);
  for (const [column, { type, define }] of Object.entries(columns))
    table = table.addColumn(column, type, define);
  if (key.length > 1) table = table.addPrimaryKeyConstraint(`${name}_key`, [...key]);
  await table.execute();
}

async function makeIndices({ schema }: Store): Promise<void> {
  for (const [name, { indices, sparse }] of Object.entries<Table>(TABLES)) {
    for (const [end, columns] of Object.entries(indices))
      await schema
        .createIndex(`${name}_${end}`)
        .ifNotExists()
        .on(name)
        .columns([...columns])
        .execute();
    for (const column of sparse)
      await schema
        .createIndex(`${name}_${column}`)
        .ifNotExists()
        .on(name)
        .column(column)
        .where(sql.ref(column), 'is not', null)
        .execute();
  }
  // Others have taken their place.
  for (const index of ['activity_account_id', 'api_key_updated_at'])
    await schema.dropIndex(index).ifExists().execute();
}

/** What rows of an older version have in columns that null says too little of. */
async function fillNewColumns(database: Store, added: ReadonlySet<string>): Promise<void> {
  if (added.has('api_key.lineage'))
    await sql`
      WITH RECURSIVE line (id, lineage) AS (
        SELECT id, id FROM api_key
        WHERE id NOT IN (SELECT successor_id FROM api_key WHERE successor_id IS NOT NULL)
        UNION ALL
        SELECT api_key.successor_id, line.lineage FROM line JOIN api_key ON api_key.id = line.id
        WHERE api_key.successor_id IS NOT NULL
      )
      UPDATE api_key SET lineage = line.lineage FROM line WHERE line.id = api_key.id`.execute(database);
  if (!added.has('account_holder.confirm_by')) return;
  // Older sign-ups that nobody has ever signed in to get a day from now.
  const confirmBy = new Date(Date.now() + 86_400_000).toISOString();
  await sql`
    UPDATE account_holder SET confirm_by = ${confirmBy}
    WHERE email_verified = 0
      AND NOT EXISTS (SELECT 1 FROM session WHERE user_id = account_holder.id)
      AND NOT EXISTS (SELECT 1 FROM passkey WHERE user_id = account_holder.id)
      AND NOT EXISTS (SELECT 1 FROM api_key WHERE account_id = account_holder.id)
      AND NOT EXISTS (
        SELECT 1 FROM activity WHERE account_id = account_holder.id AND action = 'signed_in'
      )`.execute(database);
}

/** Without rowids, the rows of a key are side by side, and there is no second copy of their four columns in an index. */
async function removeRowidsOfUsage(database: Store): Promise<void> {
  const { rows } = await sql`
    SELECT 1 FROM pragma_table_list WHERE name = 'usage_daily' AND wr = 0`.execute(database);
  if (rows.length === 0) return;
  await sql`
    CREATE TABLE usage_by_key (
      key_id text NOT NULL REFERENCES api_key (id), day text NOT NULL, endpoint text NOT NULL,
      outcome text NOT NULL, requests bigint NOT NULL,
      CONSTRAINT usage_daily_key PRIMARY KEY (key_id, day, endpoint, outcome)
    ) WITHOUT ROWID`.execute(database);
  await sql`
    INSERT INTO usage_by_key SELECT key_id, day, endpoint, outcome, requests FROM usage_daily
    ORDER BY key_id, day, endpoint, outcome`.execute(database);
  await database.schema.dropTable('usage_daily').execute();
  await database.schema.alterTable('usage_by_key').renameTo('usage_daily').execute();
}

/** Tells every other node at once that a key was made or changed. */
async function notifyOfKeyChanges(database: Store): Promise<void> {
  await sql`
    CREATE OR REPLACE FUNCTION lds_notify_key_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('lds_key_changes', current_setting('application_name'));
      RETURN NULL;
    END $$`.execute(database);
  // Not for last_used_at, which changes every few seconds.
  await sql`
    CREATE OR REPLACE TRIGGER api_key_changes AFTER INSERT OR UPDATE OF updated_at ON api_key
    FOR EACH STATEMENT EXECUTE FUNCTION lds_notify_key_changes()`.execute(database);
}

const USAGE_BY_KEY = 'usage_daily_by_key ON usage_daily (key_id, day, endpoint, outcome) INCLUDE (requests)';

/**
 * In the table, a key's rows are where its days ended, each in another page; in the index they are side by side. Operators with a
 * large table can make this index before the update, without blocking writes (docs/operating.md).
 */
async function putUsageInItsIndex(database: Store): Promise<void> {
  const { rows } = await sql`
    SELECT 1 FROM pg_index
    WHERE indrelid = 'usage_daily'::regclass AND indisprimary AND indnatts > indnkeyatts`.execute(database);
  if (rows.length > 0) return;
  await dropInvalidIndex(database, 'usage_daily_by_key');
  await checkUsageCanBeIndexed(database);
  await sql.raw(`CREATE UNIQUE INDEX IF NOT EXISTS ${USAGE_BY_KEY}`).execute(database);
  await sql`
    ALTER TABLE usage_daily DROP CONSTRAINT usage_daily_key,
    ADD CONSTRAINT usage_daily_key PRIMARY KEY USING INDEX usage_daily_by_key`.execute(database);
  // PostgreSQL reads the index alone for pages that it has vacuumed. By default it vacuums once a fifth of the table is new.
  await sql`
    ALTER TABLE usage_daily
    SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01)`.execute(
    database,
  );
}

/** Drops an index whose creation with CONCURRENTLY did not finish. */
async function dropInvalidIndex(database: Store, name: string): Promise<void> {
  const { rows } = await sql`
    SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(${name}) AND NOT indisvalid`.execute(database);
  if (rows.length > 0) await database.schema.dropIndex(name).execute();
}

/**
 * Indexing takes three seconds per million rows. A migration that exceeds its time limit is tried again and again, and keeps
 * usage from being written.
 */
const ROWS_TO_INDEX = 20_000_000;

async function checkUsageCanBeIndexed(database: Store): Promise<void> {
  const { rows } = await sql`
    SELECT 1 FROM pg_class WHERE oid = 'usage_daily'::regclass AND reltuples > ${ROWS_TO_INDEX}
      AND to_regclass('usage_daily_by_key') IS NULL`.execute(database);
  if (rows.length > 0)
    throw new OperatorError(
      `The table usage_daily is too large to be indexed while this version starts: run “CREATE UNIQUE INDEX CONCURRENTLY ${USAGE_BY_KEY}” in its database, wait until that ends, and start again.`,
    );
}
