import type { FastifyInstance } from 'fastify';
import { clientAt } from '../service/http/client-address.ts';
import type { AttemptLimit } from '../service/storage/attempts.ts';
import type { AccountKeys } from './account-keys.ts';
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
import type { Visitors } from './visitors.ts';

interface KeyParts {
  keys: AccountKeys;
  visitors: Visitors;
}

interface ForKey {
  Params: { id: string };
}

/** Only a script that makes and revokes keys in a loop makes more. */
const NEW_KEYS_LIMIT: AttemptLimit = { attempts: 100, seconds: 3600 };
/** Adopting a key is limited like signing in, because it could be used to guess keys. */
const ADOPTION_LIMIT: AttemptLimit = { attempts: 20, seconds: 900 };
/** Each change adds a line to the activity log. */
const CHANGING_LIMIT: AttemptLimit = { attempts: 200, seconds: 3600 };

/** The keys of the account that is signed in: list, create, adopt, change, rotate, revoke. */
export function registerKeyRoutes(app: FastifyInstance, { keys, visitors }: KeyParts): void {
  app.get('/keys', { schema: { response: { 200: KeyList } } }, async (request, reply): Promise<KeyList> => {
    const { accountId } = await visitors.signedIn(request, reply);
    return keys.list(accountId);
  });

  app.get<ForKey>(
    '/keys/:id',
    { schema: { response: { 200: Key } } },
    async (request, reply): Promise<Key> => {
      const { accountId } = await visitors.signedIn(request, reply);
      return keys.get(accountId, request.params.id);
    },
  );

  app.get<ForKey>(
    '/keys/:id/requests',
    { schema: { response: { 200: RecentRequestList } } },
    async (request, reply): Promise<RecentRequestList> => {
      const { accountId } = await visitors.signedIn(request, reply);
      return keys.recentRequests(accountId, request.params.id);
    },
  );

  app.post<{ Body: NewKeyRequest }>(
    '/keys',
    { schema: { body: NewKeyRequest, response: { 201: IssuedKey } } },
    async (request, reply): Promise<IssuedKey> => {
      const { accountId } = await visitors.signedIn(request, reply);
      await visitors.limit(`new keys of ${accountId}`, NEW_KEYS_LIMIT);
      const issued = await keys.create(accountId, request.body);
      await visitors.logActivity(request, accountId, 'key_created', issued.key.name);
      reply.code(201);
      return issued;
    },
  );

  app.post<{ Body: AdoptionRequest }>(
    '/keys/adopt',
    { schema: { body: AdoptionRequest, response: { 200: Key } } },
    async (request, reply): Promise<Key> => {
      const { accountId } = await visitors.signedIn(request, reply);
      await visitors.limit(`added keys of ${accountId}`, ADOPTION_LIMIT);
      await visitors.limit(`added keys from ${clientAt(request.ip)}`, ADOPTION_LIMIT);
      const key = await keys.adopt(accountId, request.body.token);
      await visitors.logActivity(request, accountId, 'key_adopted', key.name);
      return key;
    },
  );

  app.patch<ForKey & { Body: KeyChange }>(
    '/keys/:id',
    { schema: { body: KeyChange, response: { 200: Key } } },
    async (request, reply): Promise<Key> => {
      const { accountId } = await visitors.signedIn(request, reply);
      await visitors.limit(`changes of keys of ${accountId}`, CHANGING_LIMIT);
      const { key, renamed, guarded } = await keys.change(accountId, request.params.id, request.body);
      if (renamed) await visitors.logActivity(request, accountId, 'key_renamed', key.name);
      if (guarded) await visitors.logActivity(request, accountId, 'key_guarded', key.name);
      return key;
    },
  );

  app.post<ForKey & { Body: RotationRequest }>(
    '/keys/:id/rotate',
    { schema: { body: RotationRequest, response: { 201: IssuedKey } } },
    async (request, reply): Promise<IssuedKey> => {
      const { accountId } = await visitors.signedIn(request, reply);
      await visitors.limit(`new keys of ${accountId}`, NEW_KEYS_LIMIT);
      const overlapMilliseconds = request.body.overlap_seconds * 1000;
      const issued = await keys.rotate(accountId, request.params.id, overlapMilliseconds);
      await visitors.logActivity(request, accountId, 'key_rotated', issued.key.name);
      reply.code(201);
      return issued;
    },
  );

  app.post<ForKey>(
    '/keys/:id/revoke',
    { schema: { response: { 200: Key } } },
    async (request, reply): Promise<Key> => {
      const { accountId } = await visitors.signedIn(request, reply);
      const { key, ended, ofAgent } = await keys.revoke(accountId, request.params.id);
      if (ended)
        await visitors.logActivity(
          request,
          accountId,
          ofAgent ? 'agent_disconnected' : 'key_revoked',
          key.name,
        );
      return key;
    },
  );
}
