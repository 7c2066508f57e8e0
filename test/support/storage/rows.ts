import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AccountRow } from '../../../src/service/storage/accounts.ts';
import type { Store } from '../../../src/service/storage/database.ts';
import { type ApiKeyRow, keysChangedSince } from '../../../src/service/storage/keys.ts';
import type { UsageRow } from '../../../src/service/storage/usage.ts';
import { atEnd, type Lifetime } from '../lifetime.ts';

/** The time at which everything in these suites begins. */
export const NOON = '2026-11-20T12:00:00.000Z';

/** A store that is closed after the test. */
export async function opened(t: Lifetime, open: () => Promise<Store>): Promise<Store> {
  const store = await open();
  atEnd(() => store.close(), t);
  return store;
}

/** A new key, with default values for what is not given. */
export function key(given: Partial<ApiKeyRow> = {}): ApiKeyRow {
  const id = `key_${randomUUID()}`;
  return {
    id,
    account_id: null,
    label: 'test',
    prefix: 'lds_live_abcd',
    last_four: 'wxyz',
    hash: randomUUID(),
    plan: 'standard',
    scopes: 'places:read',
    header_only: 0,
    created_at: NOON,
    updated_at: NOON,
    expires_at: null,
    revoked_at: null,
    successor_id: null,
    last_used_at: null,
    lineage: given.id ?? id,
    share: null,
    addresses: null,
    idle_days: null,
    idle_check_at: null,
    idle_warned_at: null,
    deleted_at: null,
    client_id: null,
    ...given,
  };
}

/** All keys, in the order of creation. */
export async function allKeys(database: Store['database']): Promise<ApiKeyRow[]> {
  const rows = (await Array.fromAsync(keysChangedSince(database, ''))).flat();
  const order = ({ created_at, id }: ApiKeyRow) => `${created_at} ${id}`;
  return rows.toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
}

/** Inserts a new account, with default values for what is not given. */
export async function insertAccount(
  database: Store['database'],
  given: Partial<AccountRow> = {},
): Promise<AccountRow> {
  const id = randomUUID();
  const row = {
    id,
    name: '',
    email: `${id}@example.org`,
    email_verified: 0,
    image: null,
    created_at: NOON,
    updated_at: NOON,
    two_factor_enabled: null,
    confirm_by: null,
    plan: null,
    quota_alerts: null,
    ...given,
  };
  await database.insertInto('account_holder').values(row).execute();
  return row;
}

export async function usageOfDay(database: Store['database'], day: string): Promise<UsageRow[]> {
  return database.selectFrom('usage_daily').selectAll().where('day', '=', day).execute();
}

/** The next opening brings the store up to date once more, from the tables and columns that it has by then. */
export async function becomeOlder(database: Store['database']): Promise<void> {
  await sql`
    DELETE FROM kysely_migration WHERE name = (SELECT max(name) FROM kysely_migration)`.execute(database);
}

/** Undoes what the migrations after `014_keys_by_last_change` made: migrations run in order, so an older store has none of it. */
export const WITHOUT_LATER_MIGRATIONS: readonly string[] = [
  ...['report', 'oauth_access_token', 'oauth_consent', 'oauth_refresh_token', 'oauth_client'].map(
    (table) => `DROP TABLE ${table}`,
  ),
  ...['api_key_idle_check_at', 'api_key_client_id'].map((index) => `DROP INDEX ${index}`),
  ...['addresses', 'idle_check_at', 'idle_warned_at', 'idle_days', 'client_id'].map(
    (column) => `ALTER TABLE api_key DROP COLUMN ${column}`,
  ),
];
