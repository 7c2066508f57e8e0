import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import { OPERATIONS } from '../engine/operations.ts';
import { SCOPES } from '../engine/permissions.ts';
import { Problem } from '../engine/problems.ts';
import { clientAt } from '../service/http/client-address.ts';
import { stateOf, toApiKey } from '../service/keys/key.ts';
import {
  changeKey,
  InvalidProperty,
  issueKey,
  type KeyGuards,
  revokeKey,
  rotateKey,
  UnusableKey,
} from '../service/keys/lifecycle.ts';
import { hashToken, isWellFormed } from '../service/keys/token.ts';
import { accountById, lockAccount } from '../service/storage/accounts.ts';
import type { AttemptLimit } from '../service/storage/attempts.ts';
import {
  type ApiKeyRow,
  countKeys,
  keyByHash,
  keyById,
  keysOfAccount,
  setKeyAccount,
} from '../service/storage/keys.ts';
import { RECENT_REQUESTS, recentRequestsOf } from '../service/storage/recent-requests.ts';
import type { Database, Tables } from '../service/storage/schema.ts';
import { usageAddedUp } from '../service/storage/usage.ts';
import { DAY, firstDay, lastDays } from './days.ts';
import {
  AdoptionRequest,
  IssuedKey,
  Key,
  KeyChange,
  KeyList,
  type KeyNotice,
  NewKeyRequest,
  RecentRequestList,
  RotationRequest,
} from './interface.ts';
import { accountRoutes, type DashboardParts, type RouteParts } from './route.ts';

/** Only a script that makes and revokes keys in a loop makes more. */
const NEW_KEYS_LIMIT: AttemptLimit = { attempts: 100, seconds: 3600 };
/** Adopting a key is limited like signing in, because it could be used to guess keys. */
const ADOPTION_LIMIT: AttemptLimit = { attempts: 20, seconds: 900 };
/** Each change adds a line to the activity log. */
const CHANGING_LIMIT: AttemptLimit = { attempts: 200, seconds: 3600 };
const CHART_DAYS = 30;
/** An account may have this many times its limit of active keys, counting expired and revoked ones that are still stored. */
const KEPT_FOR_EACH = 40;

/** The keys of the account that is signed in. */
export function registerKeyRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { store, meter, recent, behindSeconds, visitors } = parts;
  const { database } = store;
  const route = accountRoutes(app, visitors);

  route('GET', '/keys', { reply: KeyList }, async ({ accountId }) => {
    await meter.flush();
    const rows = await keysOfAccount(database, accountId);
    const connected = rows.filter((row) => row.client_id !== null && row.revoked_at === null);
    const own = rows.filter(({ client_id }) => client_id === null);
    return {
      keys: await describe(parts, own),
      agents: await describe(parts, connected),
      behind_seconds: behindSeconds,
    };
  });

  route('GET', '/keys/:id', { reply: Key }, ({ accountId }, { params }) =>
    getKey(parts, accountId, params.id),
  );

  // The newest ones: all that this process has counted, and those that other processes have written.
  route('GET', '/keys/:id/requests', { reply: RecentRequestList }, async ({ accountId }, { params }) => {
    await ownKey(parts, accountId, params.id);
    if (recent === undefined) return { requests: null };
    await recent.flush();
    const requests = await recentRequestsOf(database, params.id, RECENT_REQUESTS);
    return { requests: requests.map((request) => ({ ...request, ...pathOf(request.operation) })) };
  });

  route('PATCH', '/keys/:id', { body: KeyChange, reply: Key }, async ({ accountId }, request) => {
    await visitors.limit(`changes of keys of ${accountId}`, CHANGING_LIMIT);
    const { params, body } = request;
    const old = await ownKey(parts, accountId, params.id);
    const label = body.name !== undefined && { label: body.name };
    await changeKey(database, params.id, { ...label, ...guardsOf(body) }).catch(refuseInvalid);
    await parts.keys.applyChanges();
    const key = await getKey(parts, accountId, params.id);
    const isSame = key.addresses.join(' ') === (old.addresses ?? '') && key.idle_days === old.idle_days;
    if (key.name !== old.label) await visitors.logActivity(request, accountId, 'key_renamed', key.name);
    if (!isSame) await visitors.logActivity(request, accountId, 'key_guarded', key.name);
    return key;
  });

  // It takes effect at once and is final.
  route('POST', '/keys/:id/revoke', { reply: Key }, async ({ accountId }, request) => {
    const row = await ownKey(parts, accountId, request.params.id);
    const ended = await endFound(parts, [row]);
    const key = await getKey(parts, accountId, row.id);
    const action = row.client_id === null ? 'key_revoked' : 'agent_disconnected';
    if (ended.has(row.id)) await visitors.logActivity(request, accountId, action, key.name);
    return key;
  });
}

/** How an account gets keys. */
export function registerNewKeys(app: FastifyInstance, parts: RouteParts): void {
  const { store, keys, meter, keysPerAccount, visitors } = parts;
  const { database } = store;
  const route = accountRoutes(app, visitors);

  const created = { body: NewKeyRequest, reply: IssuedKey, status: 201 };
  route('POST', '/keys', created, async ({ accountId }, request) => {
    await visitors.limit(`new keys of ${accountId}`, NEW_KEYS_LIMIT);
    const { name, permissions, header_only, share, expires_at } = request.body;
    const wanted = {
      accountId,
      label: name,
      scopes: permissions ?? SCOPES,
      headerOnly: header_only,
      share: share ?? null,
      expiresAt: expires_at === null ? null : new Date(expires_at),
      ...guardsOf(request.body),
    };
    const issuing = database.transaction().execute(async (transaction) => {
      const plan = await planForOneMore(transaction, keysPerAccount, accountId);
      return issueKey(transaction, { ...wanted, plan });
    });
    const { token, row } = await issuing.catch(refuseInvalid);
    await keys.applyChanges();
    const key = await describeOne(parts, row);
    await visitors.logActivity(request, accountId, 'key_created', key.name);
    return { key, token };
  });

  // Gives a key of no account to this one: the first key of an installation, or one of the command line. To have the key is enough.
  // From then on it is charged to the account. The answer is the same for a key that does not exist, one that has ended, and one
  // of any account.
  route('POST', '/keys/adopt', { body: AdoptionRequest, reply: Key }, async ({ accountId }, request) => {
    await visitors.limit(`added keys of ${accountId}`, ADOPTION_LIMIT);
    await visitors.limit(`added keys from ${clientAt(request.ip)}`, ADOPTION_LIMIT);
    await meter.flush();
    const row = await database.transaction().execute(async (transaction) => {
      // First, so that a full account learns nothing about the key.
      const plan = await planForOneMore(transaction, keysPerAccount, accountId);
      const hash = hashToken(request.body.token);
      return setKeyAccount(transaction, hash, { id: accountId, plan }, new Date().toISOString());
    });
    if (row === undefined)
      throw new Problem(
        'not_found',
        'You can’t add this key. It isn’t one of ours, it has ended, or it belongs to an account already.',
      );
    await keys.applyChanges();
    const key = await describeOne(parts, row);
    await visitors.logActivity(request, accountId, 'key_adopted', key.name);
    return key;
  });

  const rotated = { body: RotationRequest, reply: IssuedKey, status: 201 };
  route('POST', '/keys/:id/rotate', rotated, async ({ accountId }, request) => {
    await visitors.limit(`new keys of ${accountId}`, NEW_KEYS_LIMIT);
    const { id } = await ownKey(parts, accountId, request.params.id);
    await refuseTooMany(database, keysPerAccount, accountId);
    const overlap = request.body.overlap_seconds * 1000;
    // The limit bounds what the database keeps of an account, so rotating must not get around it.
    if (overlap > 0 && (await activeKeys(database, accountId)) >= 2 * keysPerAccount)
      throw new Problem(
        'too_many_keys',
        'Too many rotated keys still work. Revoke some, or rotate without an overlap.',
      );
    const { token, row } = await rotateKey(database, id, overlap).catch(refuseUnusable);
    await keys.applyChanges();
    const key = await describeOne(parts, row);
    await visitors.logActivity(request, accountId, 'key_rotated', key.name);
    return { key, token };
  });
}

function refuseUnusable(error: unknown): never {
  if (!(error instanceof UnusableKey)) throw error;
  throw new Problem('key_not_usable', 'You can only rotate an active key that hasn’t been rotated before.');
}

/** Includes the requests that this process has counted in the last seconds. */
async function getKey(parts: DashboardParts, accountId: string, id: string): Promise<Key> {
  await parts.meter.flush();
  return describeOne(parts, await ownKey(parts, accountId, id));
}

/** A key of the account. Another account's key looks like one that does not exist. */
async function ownKey({ store }: DashboardParts, accountId: string, id: string): Promise<ApiKeyRow> {
  const row = await keyById(store.database, id);
  if (row?.account_id !== accountId) throw new Problem('not_found', 'Your account has no such key.');
  return row;
}

/** The plan of an account that has room for another key. Keeps the account from being deleted meanwhile. */
async function planForOneMore(
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
async function refuseTooMany(database: Tables, keysPerAccount: number, accountId: string): Promise<void> {
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

async function describeOne(parts: DashboardParts, row: ApiKeyRow): Promise<Key> {
  const [key] = await describe(parts, [row]);
  if (key === undefined) throw new Error('a stored key was not described');
  return key;
}

async function describe({ store }: DashboardParts, rows: readonly ApiKeyRow[]): Promise<Key[]> {
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

function guardsOf({ addresses, idle_days: idleDays }: Pick<KeyChange, 'addresses' | 'idle_days'>): KeyGuards {
  return { ...(addresses !== undefined && { addresses }), ...(idleDays !== undefined && { idleDays }) };
}

/** @throws Problem for what no schema can express, and anything else as it is */
function refuseInvalid(error: unknown): never {
  throw error instanceof InvalidProperty ? new Problem('invalid_request', error.message) : error;
}

async function activeKeys(database: Tables, accountId: string): Promise<number> {
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
