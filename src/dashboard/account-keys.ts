import type { Transaction } from 'kysely';
import { OPERATIONS } from '../engine/operations.ts';
import { SCOPES } from '../engine/permissions.ts';
import { Problem } from '../engine/problems.ts';
import { stateOf, toApiKey } from '../service/keys/key.ts';
import type { KeyRing } from '../service/keys/key-ring.ts';
import {
  changeKey,
  InvalidProperty,
  issueKey,
  type KeyGuards,
  type IssuedKey as NewKey,
  revokeKey,
  rotateKey,
  UnusableKey,
} from '../service/keys/lifecycle.ts';
import type { Meter } from '../service/keys/meter.ts';
import type { RecentRequests } from '../service/keys/recent-requests.ts';
import { hashToken, isWellFormed } from '../service/keys/token.ts';
import { accountById, lockAccount } from '../service/storage/accounts.ts';
import type { Store } from '../service/storage/database.ts';
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
import type {
  IssuedKey,
  Key,
  KeyChange,
  KeyList,
  KeyNotice,
  NewKeyRequest,
  RecentRequestList,
} from './interface.ts';

const CHART_DAYS = 30;
/** An account may have this many times its limit of active keys, counting expired and revoked ones that are still stored. */
const KEPT_FOR_EACH = 40;

export interface AccountKeysParts {
  store: Store;
  keys: KeyRing;
  meter: Meter;
  /** How often other processes write what they have counted; 0 where there are none. */
  behindSeconds: number;
  /** Undefined where none are kept. */
  recent: RecentRequests | undefined;
  keysPerAccount: number;
}

/** The keys of an account, for its owner. Another account's key looks like one that does not exist. */
export class AccountKeys {
  readonly #parts: AccountKeysParts;

  constructor(parts: AccountKeysParts) {
    this.#parts = parts;
  }

  async list(accountId: string): Promise<KeyList> {
    const { meter, store, behindSeconds } = this.#parts;
    await meter.flush();
    const rows = await keysOfAccount(store.database, accountId);
    const connected = rows.filter((row) => row.client_id !== null && row.revoked_at === null);
    return {
      keys: await this.#describe(rows.filter(({ client_id }) => client_id === null)),
      agents: await this.#describe(connected),
      behind_seconds: behindSeconds,
    };
  }

  /** Includes the requests that this process has counted in the last seconds. */
  async get(accountId: string, id: string): Promise<Key> {
    await this.#parts.meter.flush();
    return this.#describeOne(await this.#own(accountId, id));
  }

  /** The newest requests with a key: all that this process has counted, and those that other processes have written. */
  async recentRequests(accountId: string, id: string): Promise<RecentRequestList> {
    await this.#own(accountId, id);
    const { recent, store } = this.#parts;
    if (recent === undefined) return { requests: null };
    await recent.flush();
    const requests = await recentRequestsOf(store.database, id, RECENT_REQUESTS);
    return { requests: requests.map((request) => ({ ...request, ...pathOf(request.operation) })) };
  }

  async create(accountId: string, request: NewKeyRequest): Promise<IssuedKey> {
    const { store } = this.#parts;
    const expiresAt = request.expires_at === null ? null : new Date(request.expires_at);
    const wanted = {
      accountId,
      label: request.name,
      scopes: request.permissions ?? SCOPES,
      headerOnly: request.header_only,
      share: request.share ?? null,
      expiresAt,
      ...guardsOf(request),
    };
    const issued = store.database.transaction().execute(async (transaction) => {
      const plan = await this.#planForOneMore(transaction, accountId);
      return issueKey(transaction, { ...wanted, plan });
    });
    return this.#issued(await issued.catch(refuseInvalid));
  }

  /**
   * Gives a key of no account to this one: the first key of an installation, or one of the command line. To have the key is
   * enough. From then on it is charged to the account.
   *
   * @throws Problem the same for a key that does not exist, one that has ended, and one of any account
   */
  async adopt(accountId: string, token: string): Promise<Key> {
    const { store, keys, meter } = this.#parts;
    await meter.flush();
    const row = await store.database.transaction().execute(async (transaction) => {
      // First, so that a full account learns nothing about the key.
      const plan = await this.#planForOneMore(transaction, accountId);
      return setKeyAccount(transaction, hashToken(token), { id: accountId, plan }, new Date().toISOString());
    });
    if (row === undefined)
      throw new Problem(
        'not_found',
        'You can’t add this key. It isn’t one of ours, it has ended, or it belongs to an account already.',
      );
    await keys.applyChanges();
    return this.#describeOne(row);
  }

  /** The plan of an account that has room for another key. Keeps the account from being deleted meanwhile. */
  async #planForOneMore(transaction: Transaction<Database>, accountId: string): Promise<string> {
    const { keysPerAccount } = this.#parts;
    // Another request has just deleted the account.
    if (!(await lockAccount(transaction, accountId)))
      throw new Problem('not_signed_in', 'The account is gone.');
    await this.#refuseTooMany(transaction, accountId);
    if ((await activeKeys(transaction, accountId)) >= keysPerAccount) {
      throw new Problem(
        'too_many_keys',
        `An account can have ${keysPerAccount} active keys. Revoke one you no longer use.`,
      );
    }
    return (await accountById(transaction, accountId))?.plan ?? 'standard';
  }

  async change(
    accountId: string,
    id: string,
    change: KeyChange,
  ): Promise<{ key: Key; renamed: boolean; guarded: boolean }> {
    const { store, keys } = this.#parts;
    const old = await this.#own(accountId, id);
    const label = change.name !== undefined && { label: change.name };
    await changeKey(store.database, id, { ...label, ...guardsOf(change) }).catch(refuseInvalid);
    await keys.applyChanges();
    const key = await this.get(accountId, id);
    const isSame = key.addresses.join(' ') === (old.addresses ?? '') && key.idle_days === old.idle_days;
    return { key, renamed: key.name !== old.label, guarded: !isSame };
  }

  /** Returns the successor. The old key keeps working for the overlap. */
  async rotate(accountId: string, id: string, overlapMilliseconds: number): Promise<IssuedKey> {
    await this.#own(accountId, id);
    const { store, keysPerAccount } = this.#parts;
    await this.#refuseTooMany(store.database, accountId);
    // The limit bounds what the database keeps of an account, so rotating must not get around it.
    if (overlapMilliseconds > 0 && (await activeKeys(store.database, accountId)) >= 2 * keysPerAccount) {
      throw new Problem(
        'too_many_keys',
        'Too many rotated keys still work. Revoke some, or rotate without an overlap.',
      );
    }
    try {
      return await this.#issued(await rotateKey(store.database, id, overlapMilliseconds));
    } catch (error) {
      if (error instanceof UnusableKey)
        throw new Problem(
          'key_not_usable',
          'You can only rotate an active key that hasn’t been rotated before.',
        );
      throw error;
    }
  }

  /** Takes effect at once and is final. `ended` is false for a key that was revoked before. */
  async revoke(accountId: string, id: string): Promise<{ key: Key; ended: boolean; ofAgent: boolean }> {
    const row = await this.#own(accountId, id);
    const ended = await this.endFound([row]);
    return { key: await this.get(accountId, id), ended: ended.has(id), ofAgent: row.client_id !== null };
  }

  /** The key, whoever owns it, that somebody found. */
  async findByToken(token: string): Promise<ApiKeyRow | undefined> {
    return isWellFormed(token) ? keyByHash(this.#parts.store.database, hashToken(token)) : undefined;
  }

  /** Revokes keys that somebody found: anybody who has a key may. @returns the ids of those that were not revoked before */
  async endFound(rows: readonly ApiKeyRow[]): Promise<ReadonlySet<string>> {
    const { store, keys } = this.#parts;
    const ended = new Set<string>();
    for (const { id } of rows) if (await revokeKey(store.database, id)) ended.add(id);
    if (ended.size > 0) await keys.applyChanges();
    return ended;
  }

  /** Expired and revoked keys take room, also in the memory of every node, until housekeeping removes them. */
  async #refuseTooMany(database: Tables, accountId: string): Promise<void> {
    const most = KEPT_FOR_EACH * this.#parts.keysPerAccount;
    if ((await countKeys(database, accountId)) < most) return;
    throw new Problem(
      'too_many_keys',
      `This account has created ${most} keys. You can create more once old ones are removed, 90 days after they expire or are revoked.`,
    );
  }

  async #own(accountId: string, id: string): Promise<ApiKeyRow> {
    const row = await keyById(this.#parts.store.database, id);
    if (row === undefined || row.account_id !== accountId)
      throw new Problem('not_found', 'Your account has no such key.');
    return row;
  }

  async #issued({ token, row }: NewKey): Promise<IssuedKey> {
    await this.#parts.keys.applyChanges();
    return { key: await this.#describeOne(row), token };
  }

  async #describeOne(row: ApiKeyRow): Promise<Key> {
    const [key] = await this.#describe([row]);
    if (key === undefined) throw new Error('a stored key was not described');
    return key;
  }

  async #describe(rows: readonly ApiKeyRow[]): Promise<Key[]> {
    const now = Date.now();
    const days = lastDays(CHART_DAYS, now);
    const counts = new Map<string, number>();
    const ids = rows.map(({ id }) => id);
    const { database } = this.#parts.store;
    for await (const sums of usageAddedUp(database, ids, firstDay(CHART_DAYS, now), ['key_id', 'day']))
      for (const { key_id, day, requests } of sums) counts.set(`${key_id} ${day}`, requests);
    return rows.map((row) => ({
      ...toKey(row, now),
      requests: days.map((day) => counts.get(`${row.id} ${day}`) ?? 0),
    }));
  }
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
