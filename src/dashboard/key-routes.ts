import type { FastifyInstance } from 'fastify';
import { SCOPES } from '../engine/permissions.ts';
import { Problem } from '../engine/problems.ts';
import { clientAt } from '../service/http/client-address.ts';
import { changeKey, issueKey, rotateKey, UnusableKey } from '../service/keys/lifecycle.ts';
import { hashToken } from '../service/keys/token.ts';
import type { AttemptLimit } from '../service/storage/attempts.ts';
import { keysOfAccount, setKeyAccount } from '../service/storage/keys.ts';
import { RECENT_REQUESTS, recentRequestsOf } from '../service/storage/recent-requests.ts';
import {
  activeKeys,
  describe,
  describeOne,
  endFound,
  getKey,
  guardsOf,
  ownKey,
  pathOf,
  planForOneMore,
  refuseInvalid,
  refuseTooMany,
} from './account-keys.ts';
import {
  AdoptionRequest,
  IssuedKey,
  Key,
  KeyChange,
  KeyList,
  NewKeyRequest,
  RecentRequestList,
  RotationRequest,
} from './interface.ts';
import { accountRoutes, type RouteParts } from './route.ts';

/** Only a script that makes and revokes keys in a loop makes more. */
const NEW_KEYS_LIMIT: AttemptLimit = { attempts: 100, seconds: 3600 };
/** Adopting a key is limited like signing in, because it could be used to guess keys. */
const ADOPTION_LIMIT: AttemptLimit = { attempts: 20, seconds: 900 };
/** Each change adds a line to the activity log. */
const CHANGING_LIMIT: AttemptLimit = { attempts: 200, seconds: 3600 };

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
