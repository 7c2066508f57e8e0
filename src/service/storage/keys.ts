import {
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely';
import { lockAccount } from './accounts.ts';
import { inParts } from './in-parts.ts';
import type { Database, Tables } from './schema.ts';

export type ApiKeyRow = Selectable<Database['api_key']>;

export async function insertKey(database: Tables, row: ApiKeyRow): Promise<void> {
  await database.insertInto('api_key').values(row).execute();
}

/**
 * Inserts the successor and gives the old key its end, in one transaction: never two keys or none by accident, and no key for
 * an account that is being deleted.
 *
 * @returns false, with nothing changed, when the account is gone, or the old key has been revoked or has a successor already
 */
export async function replaceKey(
  database: Tables,
  old: { id: string; expires_at: string; updated_at: string },
  successor: ApiKeyRow,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const { account_id } = successor;
    if (account_id !== null && !(await lockAccount(transaction, account_id))) return false;
    const ofOld = transaction.updateTable('api_key').where('id', '=', old.id);
    const { numUpdatedRows } = await ofOld
      .set({ expires_at: old.expires_at, updated_at: changeAt(old.updated_at) })
      .where((row) => row.and({ revoked_at: null, successor_id: null }))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await transaction.insertInto('api_key').values(successor).execute();
    await ofOld.set({ successor_id: successor.id }).execute();
    return true;
  });
}

/** @returns false, with nothing changed, for a key that was revoked before */
export async function setKeyRevoked(database: Tables, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('api_key')
    .set({ revoked_at: at, updated_at: changeAt(at) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Changes what may change as long as a key is not revoked. */
export async function updateKey(
  database: Tables,
  id: string,
  changes: Updateable<
    Pick<ApiKeyRow, 'label' | 'expires_at' | 'addresses' | 'idle_days' | 'idle_check_at' | 'idle_warned_at'>
  >,
  at: string,
): Promise<void> {
  await database
    .updateTable('api_key')
    .set({ ...changes, updated_at: changeAt(at) })
    .where('id', '=', id)
    .execute();
}

/**
 * Gives a key of no account to an account, with the account's plan, because the two are charged together from then on. A key that
 * ended, was deleted with its account, or was rotated stays as it is: its successor belongs to somebody else.
 *
 * @returns undefined, with nothing changed, for every other key, and for a hash that no key has
 */
export async function setKeyAccount(
  database: Tables,
  hash: string,
  account: { id: string; plan: string },
  at: string,
): Promise<ApiKeyRow | undefined> {
  return database
    .updateTable('api_key')
    .set({ account_id: account.id, plan: account.plan, updated_at: changeAt(at) })
    .where('hash', '=', hash)
    .where((row) => row.and({ account_id: null, deleted_at: null, revoked_at: null, successor_id: null }))
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', at)]))
    .returningAll()
    .executeTakeFirst();
}

/**
 * Revokes every key of an account, and removes their usage and all personal data. The empty rows stay until
 * `removeDeletedKeys`, so that every node learns of the revocation.
 */
export async function deleteKeysOfAccount(
  transaction: Transaction<Database>,
  accountId: string,
  at: string,
): Promise<void> {
  const ofAccount = transaction.selectFrom('api_key').select('id').where('account_id', '=', accountId);
  await removeUsage(transaction, ofAccount);
  await transaction
    .updateTable('api_key')
    .set({
      account_id: null,
      label: '',
      prefix: '',
      last_four: '',
      successor_id: null,
      last_used_at: null,
      lineage: null,
      share: null,
      addresses: null,
      idle_days: null,
      idle_check_at: null,
      idle_warned_at: null,
      revoked_at: at,
      deleted_at: at,
      client_id: null,
      updated_at: changeAt(at),
    })
    .where('account_id', '=', accountId)
    .execute();
}

/** Removes keys that were deleted before a time, with any usage counted since. */
export async function removeDeletedKeys(database: Tables, before: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const deleted = transaction.selectFrom('api_key').select('id').where('deleted_at', '<', before);
    await removeUsage(transaction, deleted);
    await transaction.deleteFrom('api_key').where('deleted_at', '<', before).execute();
  });
}

const ROWS_AT_ONCE = 1000;
const KEYS_AT_ONCE = 100;

/**
 * Removes keys of accounts that were revoked or expired before a time, with their usage, a few at a time. Keys from the command
 * line stay, because the operator may still change when they end.
 */
export async function removeEndedKeys(database: Tables, before: string): Promise<void> {
  const ended = database
    .selectFrom('api_key')
    .select('id')
    .where('account_id', 'is not', null)
    .where((row) => row.or([row('revoked_at', '<', before), row('expires_at', '<', before)]))
    .limit(KEYS_AT_ONCE);
  for await (const keys of inParts(KEYS_AT_ONCE, () => ended.execute()))
    await removeKeys(database, keys.map(({ id }) => id).toSorted());
}

/** Includes recent requests, which are usage too. */
async function removeUsage(
  transaction: Transaction<Database>,
  keys: readonly string[] | SelectQueryBuilder<Database, 'api_key', { id: string }>,
): Promise<void> {
  for (const table of ['usage_daily', 'usage_monthly', 'recent_requests'] as const)
    await transaction.deleteFrom(table).where('key_id', 'in', keys).execute();
}

async function removeKeys(database: Tables, ids: readonly string[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await removeUsage(transaction, ids);
    await transaction
      .updateTable('api_key')
      .set({ successor_id: null })
      .where('successor_id', 'in', ids)
      .execute();
    await transaction.deleteFrom('api_key').where('id', 'in', ids).execute();
  });
}

/** Active keys that end without use, whose time to be looked at has come. */
export async function idleKeysToCheck(database: Tables, now: string, most: number): Promise<ApiKeyRow[]> {
  return database
    .selectFrom('api_key')
    .selectAll()
    .where('idle_check_at', '<=', now)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .orderBy('idle_check_at')
    .limit(most)
    .execute();
}

/** @returns false, with nothing changed, if the key is no longer as it was read: it was used, changed, or settled by another node */
export async function settleIdleKey(
  database: Tables,
  { id, updated_at, idle_check_at, last_used_at }: ApiKeyRow,
  changes: Updateable<Pick<ApiKeyRow, 'expires_at' | 'idle_check_at' | 'idle_warned_at'>>,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('api_key')
    .set(changes.expires_at === undefined ? changes : { ...changes, updated_at: changeAt(at) })
    .where('id', '=', id)
    .where((key) => key.and({ updated_at, idle_check_at, last_used_at, revoked_at: null }))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function countKeys(database: Tables, accountId: string): Promise<number> {
  const { keys } = await database
    .selectFrom('api_key')
    .select((row) => row.fn.countAll().as('keys'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(keys);
}

/** Newest first. */
export async function keysOfAccount(database: Tables, accountId: string): Promise<ApiKeyRow[]> {
  return database
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/**
 * Rows changed at or after `since`, all if it is empty, in parts and in the order of their last change. Other work gets its turn
 * between parts.
 */
export function keysChangedSince(database: Tables, since: string): AsyncGenerator<ApiKeyRow[]> {
  return inParts(ROWS_AT_ONCE, (last: Pick<ApiKeyRow, 'updated_at' | 'id'> = { updated_at: since, id: '' }) =>
    database
      .selectFrom('api_key')
      .selectAll()
      .where(sql<boolean>`(updated_at, id) > (${last.updated_at}, ${last.id})`)
      .orderBy('updated_at')
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute(),
  );
}

/** The rows that were made or changed last, newest first, in parts; no more than `most`. */
export function latestKeys(database: Tables, most: number): AsyncGenerator<ApiKeyRow[]> {
  const newestFirst = database
    .selectFrom('api_key')
    .selectAll()
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc');
  let left = most;
  return inParts(ROWS_AT_ONCE, (last) => {
    const some = newestFirst.limit(Math.min(left, ROWS_AT_ONCE));
    left -= ROWS_AT_ONCE;
    if (last === undefined) return some.execute();
    return some.where(sql<boolean>`(updated_at, id) < (${last.updated_at}, ${last.id})`).execute();
  });
}

export async function anyKey(database: Tables): Promise<boolean> {
  const row = await database.selectFrom('api_key').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

export async function keyById(database: Tables, id: string): Promise<ApiKeyRow | undefined> {
  return database.selectFrom('api_key').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function keyByHash(database: Tables, hash: string): Promise<ApiKeyRow | undefined> {
  return database.selectFrom('api_key').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/**
 * The time that a change is stored with: never earlier than that of any change before it, even if this node's clock is behind.
 * Otherwise a node that has seen a later time would miss the change, and a revoked key would go on working there.
 */
export function changeAt(at: string): RawBuilder<string> {
  const latest = sql`(SELECT max(updated_at) FROM api_key)`;
  return sql`CASE WHEN ${latest} > ${at} THEN ${latest} ELSE ${at} END`;
}
