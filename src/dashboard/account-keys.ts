import type { Transaction } from 'kysely';
import { OPERATIONS } from '../engine/operations.ts';
import { SCOPES } from '../engine/permissions.ts';
import { Problem } from '../engine/problems.ts';
import { stateOf, toApiKey } from '../service/keys/key.ts';
import { InvalidProperty, type KeyGuards, revokeKey } from '../service/keys/lifecycle.ts';
import { hashToken, isWellFormed } from '../service/keys/token.ts';
import { accountById, lockAccount } from '../service/storage/accounts.ts';
import { type ApiKeyRow, countKeys, keyByHash, keyById, keysOfAccount } from '../service/storage/keys.ts';
import type { Database, Tables } from '../service/storage/schema.ts';
import { usageAddedUp } from '../service/storage/usage.ts';
import { DAY, firstDay, lastDays } from './days.ts';
import type { Key, KeyChange, KeyNotice } from './interface.ts';
import type { DashboardParts } from './route.ts';

const CHART_DAYS = 30;
/** An account may have this many times its limit of active keys, counting expired and revoked ones that are still stored. */
const KEPT_FOR_EACH = 40;

/** Includes the requests that this process has counted in the last seconds. */
export async function getKey(parts: DashboardParts, accountId: string, id: string): Promise<Key> {
  await parts.meter.flush();
  return describeOne(parts, await ownKey(parts, accountId, id));
}

/** A key of the account. Another account's key looks like one that does not exist. */
export async function ownKey({ store }: DashboardParts, accountId: string, id: string): Promise<ApiKeyRow> {
  const row = await keyById(store.database, id);
  if (row?.account_id !== accountId) throw new Problem('not_found', 'Your account has no such key.');
  return row;
}

/** The plan of an account that has room for another key. Keeps the account from being deleted meanwhile. */
export async function planForOneMore(
  transaction: Transaction<Database>,
  keysPerAccount: number,
  accountId: string,
): Promise<string> {
  // Another request has just deleted the account.
  if (!(await lockAccount(transaction, accountId)))
    throw new Problem('not_signed_in', 'The account is gone.');
  await refuseTooMany(transaction, keysPerAccount, accountId);
  if ((await activeKeys(transaction, accountId)) >= keysPerAccount)
    throw new Problem(
      'too_many_keys',
      `An account can have ${keysPerAccount} active keys. Revoke one you no longer use.`,
    );
  return (await accountById(transaction, accountId))?.plan ?? 'standard';
}

/** Expired and revoked keys take room, also in the memory of every node, until housekeeping removes them. */
export async function refuseTooMany(
  database: Tables,
  keysPerAccount: number,
  accountId: string,
): Promise<void> {
  const most = KEPT_FOR_EACH * keysPerAccount;
  if ((await countKeys(database, accountId)) < most) return;
  throw new Problem(
    'too_many_keys',
    `This account has created ${most} keys. You can create more once old ones are removed, 90 days after they expire or are revoked.`,
  );
}

/** The key, whoever owns it, that somebody found. */
export async function findByToken({ store }: DashboardParts, token: string): Promise<ApiKeyRow | undefined> {
  return isWellFormed(token) ? keyByHash(store.database, hashToken(token)) : undefined;
}

/** Revokes keys that somebody found: anybody who has a key may. @returns the ids of those that were not revoked before */
export async function endFound(
  { store, keys }: DashboardParts,
  rows: readonly ApiKeyRow[],
): Promise<ReadonlySet<string>> {
  const ended = new Set<string>();
  for (const { id } of rows) if (await revokeKey(store.database, id)) ended.add(id);
  if (ended.size > 0) await keys.applyChanges();
  return ended;
}

export async function describeOne(parts: DashboardParts, row: ApiKeyRow): Promise<Key> {
  const [key] = await describe(parts, [row]);
  if (key === undefined) throw new Error('a stored key was not described');
  return key;
}

export async function describe({ store }: DashboardParts, rows: readonly ApiKeyRow[]): Promise<Key[]> {
  const now = Date.now();
  const counts = new Map<string, number>();
  const ids = rows.map(({ id }) => id);
  const since = firstDay(CHART_DAYS, now);
  for await (const sums of usageAddedUp(store.database, ids, since, ['key_id', 'day']))
    for (const { key_id, day, requests } of sums) counts.set(`${key_id} ${day}`, requests);
  const days = lastDays(CHART_DAYS, now);
  return rows.map((row) => ({
    ...toKey(row, now),
    requests: days.map((day) => counts.get(`${row.id} ${day}`) ?? 0),
  }));
}

/** The path of an operation. Requests counted as `other` or `none`, and those of agents, have none. */
export function pathOf(operationId: string): { path?: string } {
  const operation = OPERATIONS.find((candidate) => candidate.operationId === operationId);
  return operation === undefined ? {} : { path: `GET /v1${operation.path}` };
}

export function guardsOf({
  addresses,
  idle_days: idleDays,
}: Pick<KeyChange, 'addresses' | 'idle_days'>): KeyGuards {
  return { ...(addresses !== undefined && { addresses }), ...(idleDays !== undefined && { idleDays }) };
}

/** @throws Problem for what no schema can express, and anything else as it is */
export function refuseInvalid(error: unknown): never {
  throw error instanceof InvalidProperty ? new Problem('invalid_request', error.message) : error;
}

export async function activeKeys(database: Tables, accountId: string): Promise<number> {
  const now = Date.now();
  const rows = await keysOfAccount(database, accountId);
  return rows.filter((row) => row.client_id === null && stateOf(toApiKey(row), now) === 'active').length;
}

function toKey(row: ApiKeyRow, now: number): Omit<Key, 'requests'> {
  const state = stateOf(toApiKey(row), now);
  return {
    id: row.id,
    name: row.label,
    prefix: row.prefix,
    last_four: row.last_four,
    state,
    notices: state === 'active' ? noticesOf(row, now) : [],
    plan: row.plan,
    permissions: SCOPES.filter((scope) => row.scopes.split(' ').includes(scope)),
    share: row.share,
    header_only: row.header_only === 1,
    addresses: row.addresses?.split(' ') ?? [],
    idle_days: row.idle_days,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
    successor_id: row.successor_id,
  };
}

function noticesOf({ created_at, last_used_at, expires_at }: ApiKeyRow, now: number): KeyNotice[] {
  const notices: KeyNotice[] = [];
  if (last_used_at === null && now - Date.parse(created_at) > 7 * DAY) notices.push('never_used');
  if (last_used_at !== null && now - Date.parse(last_used_at) > 60 * DAY) notices.push('idle');
  if (expires_at !== null && Date.parse(expires_at) - now < 14 * DAY) notices.push('expiring');
  return notices;
}
