import type { Kysely, Migration } from 'kysely';

/**
 * Every change of the schema, in order; names are final once released. Written for SQLite and PostgreSQL
 * alike: no engine's own types.
 */
export const MIGRATIONS: Record<string, Migration> = {
  '001_keys_and_usage': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('api_key')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('label', 'text', (column) => column.notNull())
        .addColumn('prefix', 'text', (column) => column.notNull())
        .addColumn('last_four', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull().unique())
        .addColumn('plan', 'text', (column) => column.notNull())
        .addColumn('scopes', 'text', (column) => column.notNull())
        .addColumn('header_only', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text')
        .addColumn('revoked_at', 'text')
        .addColumn('successor_id', 'text', (column) => column.references('api_key.id'))
        .addColumn('last_used_at', 'text')
        .execute();
      await database.schema.createIndex('api_key_updated_at').on('api_key').column('updated_at').execute();
      await database.schema
        .createTable('usage_daily')
        .addColumn('key_id', 'text', (column) => column.notNull().references('api_key.id'))
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('endpoint', 'text', (column) => column.notNull())
        .addColumn('outcome', 'text', (column) => column.notNull())
        .addColumn('requests', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('usage_daily_key', ['key_id', 'day', 'endpoint', 'outcome'])
        .execute();
    },
  },
};
