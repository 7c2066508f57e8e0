import { type CreateTableBuilder, type Kysely, type Migration, type SchemaModule, sql } from 'kysely';
import { OperatorError } from '../../process/operator-error.ts';
import { createAgentTables } from './agent-tables.ts';
import { texts, textsOrNull } from './text-columns.ts';

/**
 * The changes of the schema on both engines, in order; names are final once released. They use only types that SQLite and
 * PostgreSQL share. The migrations for one engine, below, share their numbering.
 */
export const MIGRATIONS: Record<string, Migration> = {
  '001_keys_and_usage': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('api_key')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .$call(texts('label', 'prefix', 'last_four'))
        .addColumn('hash', 'text', (column) => column.notNull().unique())
        .$call(texts('plan', 'scopes'))
        .addColumn('header_only', 'integer', (column) => column.notNull())
        .$call(texts('created_at', 'updated_at'))
        .$call(textsOrNull('expires_at', 'revoked_at'))
        .addColumn('successor_id', 'text', (column) => column.references('api_key.id'))
        .addColumn('last_used_at', 'text')
        .execute();
      await database.schema.createIndex('api_key_updated_at').on('api_key').column('updated_at').execute();
      await database.schema
        .createTable('usage_daily')
        .addColumn('key_id', 'text', (column) => column.notNull().references('api_key.id'))
        .$call(texts('day', 'endpoint', 'outcome'))
        .addColumn('requests', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('usage_daily_key', ['key_id', 'day', 'endpoint', 'outcome'])
        .execute();
    },
  },
  '002_accounts': {
    async up(database: Kysely<unknown>) {
      const { schema } = database;
      const ofAccount = (table: string, column: string) =>
        schema
          .createTable(table)
          .addColumn('id', 'text', (id) => id.primaryKey())
          .addColumn(column, 'text', (id) =>
            id.notNull().references('account_holder.id').onDelete('cascade'),
          );
      await schema
        .createTable('account_holder')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('email', 'text', (column) => column.notNull().unique())
        .addColumn('email_verified', 'integer', (column) => column.notNull())
        .addColumn('image', 'text')
        .$call(texts('created_at', 'updated_at'))
        .addColumn('two_factor_enabled', 'integer')
        .execute();
      await createSignInTables(schema, ofAccount);
      await schema
        .createTable('attempt')
        .addColumn('subject', 'text', (column) => column.primaryKey())
        .addColumn('window_started_at', 'bigint', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .execute();
      await ofAccount('activity', 'account_id')
        .$call(texts('at', 'action'))
        .$call(textsOrNull('address', 'subject'))
        .execute();
      await schema
        .alterTable('api_key')
        .addColumn('account_id', 'text', (column) => column.references('account_holder.id'))
        .execute();
      await schema.alterTable('api_key').addColumn('deleted_at', 'text').execute();
      for (const [table, column] of INDICES_OF_ACCOUNTS)
        await schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
    },
  },
  '004_usage_batches': {
    async up({ schema }: Kysely<unknown>) {
      await schema
        .createTable('usage_batch')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('written_at', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '006_lineages_and_shares': {
    // Nullable, because nodes of an older version insert rows without these columns.
    async up(database: Kysely<unknown>) {
      await database.schema.alterTable('api_key').addColumn('lineage', 'text').execute();
      await database.schema.alterTable('api_key').addColumn('share', 'integer').execute();
      await sql`
        WITH RECURSIVE line (id, lineage) AS (
          SELECT id, id FROM api_key
          WHERE id NOT IN (SELECT successor_id FROM api_key WHERE successor_id IS NOT NULL)
          UNION ALL
          SELECT api_key.successor_id, line.lineage FROM line JOIN api_key ON api_key.id = line.id
          WHERE api_key.successor_id IS NOT NULL
        )
        UPDATE api_key SET lineage = line.lineage FROM line WHERE line.id = api_key.id`.execute(database);
    },
  },
  '007_unconfirmed_accounts': {
    async up(database: Kysely<unknown>) {
      await database.schema.alterTable('account_holder').addColumn('confirm_by', 'text').execute();
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
    },
  },
  '008_activity_and_successors': {
    async up({ schema }: Kysely<unknown>) {
      // To find an account's newest lines without reading all of them, and to remove a key without reading all others.
      await schema
        .createIndex('activity_account_id_id')
        .on('activity')
        .columns(['account_id', 'id'])
        .execute();
      await schema.dropIndex('activity_account_id').execute();
      await schema.createIndex('api_key_successor_id').on('api_key').column('successor_id').execute();
    },
  },
  '009_many_keys': {
    // With millions of keys and accounts, no repeated task may read a whole table.
    async up(database: Kysely<unknown>) {
      const { schema } = database;
      await schema.createIndex('usage_daily_day').on('usage_daily').columns(['day', 'key_id']).execute();
      for (const column of ['revoked_at', 'expires_at', 'deleted_at'] as const)
        await schema
          .createIndex(`api_key_${column}`)
          .on('api_key')
          .column(column)
          .where(sql.ref(column), 'is not', null)
          .execute();
      for (const [table, column] of TIDIED)
        await schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
      await schema
        .createTable('usage_monthly')
        .addColumn('key_id', 'text', (column) => column.notNull().references('api_key.id'))
        .$call(texts('month', 'endpoint', 'outcome'))
        .addColumn('requests', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('usage_monthly_key', ['key_id', 'month', 'endpoint', 'outcome'])
        .execute();
      await schema.createIndex('usage_monthly_month').on('usage_monthly').column('month').execute();
    },
  },
  '010_recent_requests': {
    async up({ schema }: Kysely<unknown>) {
      await schema
        .createTable('recent_requests')
        .$call(texts('ring', 'day'))
        .addColumn('key_id', 'text', (column) => column.notNull().references('api_key.id'))
        .$call(texts('last_at', 'requests'))
        .addPrimaryKeyConstraint('recent_requests_key', ['ring', 'day'])
        .execute();
      await schema
        .createIndex('recent_requests_key_id')
        .on('recent_requests')
        .columns(['key_id', 'last_at'])
        .execute();
      await schema.createIndex('recent_requests_day').on('recent_requests').column('day').execute();
    },
  },
  '011_plans_and_alerts_of_accounts': {
    // Nullable, because nodes of an older version insert rows without these columns.
    async up({ schema }: Kysely<unknown>) {
      await schema.alterTable('account_holder').addColumn('plan', 'text').execute();
      await schema.alterTable('account_holder').addColumn('quota_alerts', 'integer').execute();
    },
  },
  '014_keys_by_last_change': {
    // Keys are read in parts, by their last change and then by id. Without the id in the index, each part sorts all keys that were
    // changed at the same time.
    async up({ schema }: Kysely<unknown>) {
      await schema
        .createIndex('api_key_last_change')
        .ifNotExists()
        .on('api_key')
        .columns(['updated_at', 'id'])
        .execute();
      await schema.dropIndex('api_key_updated_at').ifExists().execute();
    },
  },
  '015_reports': {
    async up({ schema }: Kysely<unknown>) {
      await schema
        .createTable('report')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .$call(texts('at', 'place', 'metric', 'value', 'source', 'release', 'text'))
        .addColumn('closed_at', 'text')
        .execute();
      await schema.createIndex('report_closed_at').on('report').column('closed_at').execute();
    },
  },
  '016_guarded_keys': {
    // Nullable, because nodes of an older version insert rows without these columns.
    async up({ schema }: Kysely<unknown>) {
      for (const column of ['addresses', 'idle_check_at', 'idle_warned_at'])
        await schema.alterTable('api_key').addColumn(column, 'text').execute();
      await schema.alterTable('api_key').addColumn('idle_days', 'integer').execute();
      await schema
        .createIndex('api_key_idle_check_at')
        .on('api_key')
        .column('idle_check_at')
        .where(sql.ref('idle_check_at'), 'is not', null)
        .execute();
    },
  },
  '017_agents': { up: ({ schema }: Kysely<unknown>) => createAgentTables(schema) },
};

/** Indexes on the columns by which we find and remove old rows. */
const TIDIED = [
  ['account_holder', 'confirm_by'],
  ['session', 'expires_at'],
  ['verification', 'expires_at'],
  ['attempt', 'window_started_at'],
  ['usage_batch', 'written_at'],
  ['activity', 'at'],
] as const;

const INDICES_OF_ACCOUNTS = [
  ['session', 'user_id'],
  ['credential', 'user_id'],
  ['verification', 'identifier'],
  ['two_factor', 'user_id'],
  ['passkey', 'user_id'],
  ['activity', 'account_id'],
  ['api_key', 'account_id'],
] as const;

/** What only a store of several nodes needs. */
export const POSTGRESQL_MIGRATIONS: Record<string, Migration> = {
  '003_notify_key_changes': {
    // Tells every other node at once that a key was made or changed.
    async up(database: Kysely<unknown>) {
      await sql`
        CREATE FUNCTION lds_notify_key_changes() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM pg_notify('lds_key_changes', current_setting('application_name'));
          RETURN NULL;
        END $$`.execute(database);
      // Not for last_used_at, which changes every few seconds.
      await sql`
        CREATE TRIGGER api_key_changes AFTER INSERT OR UPDATE OF updated_at ON api_key
        FOR EACH STATEMENT EXECUTE FUNCTION lds_notify_key_changes()`.execute(database);
    },
  },
  '005_releases': {
    // The sequence counts publications; the release with the last number is the one that is served.
    async up(database: Kysely<unknown>) {
      await sql`CREATE SEQUENCE release_publication`.execute(database);
      await database.schema
        .createTable('release')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('publication', 'bigint', (column) => column.unique())
        .execute();
      await database.schema
        .createTable('release_part')
        .addColumn('release', 'text', (column) =>
          column.notNull().references('release.name').onDelete('cascade'),
        )
        .addColumn('file', 'text', (column) => column.notNull())
        .addColumn('part', 'integer', (column) => column.notNull())
        .addColumn('content', 'bytea', (column) => column.notNull())
        .addPrimaryKeyConstraint('release_part_key', ['release', 'file', 'part'])
        .execute();
      // The parts are compressed already.
      await sql`ALTER TABLE release_part ALTER COLUMN content SET STORAGE EXTERNAL`.execute(database);
    },
  },
  '012_usage_in_its_index': {
    // In the table, a key's rows are where its days ended, each in another page; in the index they are side by side. Operators
    // with a large table can make this index before the update, without blocking writes (docs/operating.md).
    async up(database: Kysely<unknown>) {
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
    },
  },
};

const USAGE_BY_KEY = 'usage_daily_by_key ON usage_daily (key_id, day, endpoint, outcome) INCLUDE (requests)';

/** Drops an index whose creation with CONCURRENTLY did not finish. */
async function dropInvalidIndex(database: Kysely<unknown>, name: string): Promise<void> {
  const { rows } = await sql`
    SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(${name}) AND NOT indisvalid`.execute(database);
  if (rows.length > 0) await database.schema.dropIndex(name).execute();
}

/**
 * Indexing takes three seconds per million rows. A migration that exceeds its time limit is tried again and again, and keeps
 * usage from being written.
 */
const ROWS_TO_INDEX = 20_000_000;

async function checkUsageCanBeIndexed(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`
    SELECT 1 FROM pg_class WHERE oid = 'usage_daily'::regclass AND reltuples > ${ROWS_TO_INDEX}
      AND to_regclass('usage_daily_by_key') IS NULL`.execute(database);
  if (rows.length > 0)
    throw new OperatorError(
      `The table usage_daily is too large to be indexed while this version starts: run “CREATE UNIQUE INDEX CONCURRENTLY ${USAGE_BY_KEY}” in its database, wait until that ends, and start again.`,
    );
}

/** What only a store of one machine needs. */
export const SQLITE_MIGRATIONS: Record<string, Migration> = {
  '013_usage_by_key': {
    // Without rowids, the rows of a key are side by side, and there is no second copy of their four columns in an index.
    async up(database: Kysely<unknown>) {
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
      await database.schema
        .createIndex('usage_daily_day')
        .on('usage_daily')
        .columns(['day', 'key_id'])
        .execute();
    },
  },
};

/** What better-auth keeps of sessions and credentials. */
async function createSignInTables(
  schema: SchemaModule,
  ofAccount: (table: string, column: string) => CreateTableBuilder<string, 'id'>,
): Promise<void> {
  await ofAccount('session', 'user_id')
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .$call(texts('expires_at', 'created_at', 'updated_at'))
    .$call(textsOrNull('ip_address', 'user_agent'))
    .execute();
  await ofAccount('credential', 'user_id')
    .$call(texts('account_id', 'provider_id'))
    .$call(
      textsOrNull(
        'password',
        'access_token',
        'refresh_token',
        'id_token',
        'access_token_expires_at',
        'refresh_token_expires_at',
        'scope',
      ),
    )
    .$call(texts('created_at', 'updated_at'))
    .execute();
  await schema
    .createTable('verification')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .$call(texts('identifier', 'value', 'expires_at', 'created_at', 'updated_at'))
    .execute();
  await ofAccount('two_factor', 'user_id')
    .$call(texts('secret', 'backup_codes'))
    .addColumn('verified', 'integer')
    .addColumn('failed_verification_count', 'integer')
    .addColumn('locked_until', 'text')
    .execute();
  await ofAccount('passkey', 'user_id')
    .addColumn('name', 'text')
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('device_type', 'text', (column) => column.notNull())
    .addColumn('backed_up', 'integer', (column) => column.notNull())
    .$call(textsOrNull('transports', 'created_at', 'aaguid'))
    .execute();
}
