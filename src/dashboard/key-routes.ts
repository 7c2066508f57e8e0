import type { FastifyInstance } from 'fastify';
import { clientAt } from '../service/http/client-address.ts';
import type { AttemptLimit } from '../service/storage/attempts.ts';
import type { RouteParts } from './dashboard-parts.ts';
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
import { route } from './route.ts';

/** Only a script that makes and revokes keys in a loop makes more. */
const NEW_KEYS_LIMIT: AttemptLimit = { attempts: 100, seconds: 3600 };
/** Adopting a key is limited like signing in, because it could be used to guess keys. */
const ADOPTION_LIMIT: AttemptLimit = { attempts: 20, seconds: 900 };
/** Each change adds a line to the activity log. */
const CHANGING_LIMIT: AttemptLimit = { attempts: 200, seconds: 3600 };

/** The keys of the account that is signed in: list, create, adopt, change, rotate, revoke. */
export function registerKeyRoutes(app: FastifyInstance, { keys, visitors }: RouteParts): void {
  route(app, 'GET', '/keys', { reply: KeyList }, async (request, reply) => {
    const { accountId } = await visitors.signedIn(request, reply);
    return keys.list(accountId);
  });

  route(app, 'GET', '/keys/:id', { reply: Key }, async (request, reply) => {
    const { accountId } = await visitors.signedIn(request, reply);
    return keys.get(accountId, request.params.id);
  });

  route(app, 'GET', '/keys/:id/requests', { reply: RecentRequestList }, async (request, reply) => {
    const { accountId } = await visitors.signedIn(request, reply);
    return keys.recentRequests(accountId, request.params.id);
  });

  route(
    app,
    'POST',
    '/keys',
    { body: NewKeyRequest, reply: IssuedKey, status: 201 },
    async (request, reply) => {
      const { accountId } = await visitors.signedIn(request, reply);
      await visitors.limit(`new keys of ${accountId}`, NEW_KEYS_LIMIT);
      const issued = await keys.create(accountId, request.body);
      await visitors.logActivity(request, accountId, 'key_created', issued.key.name);
      return issued;
    },
  );

  route(app, 'POST', '/keys/adopt', { body: AdoptionRequest, reply: Key }, async (request, reply) => {
    const { accountId } = await visitors.signedIn(request, reply);
    await visitors.limit(`added keys of ${accountId}`, ADOPTION_LIMIT);
    await visitors.limit(`added keys from ${clientAt(request.ip)}`, ADOPTION_LIMIT);
    const key = await keys.adopt(accountId, request.body.token);
    await visitors.logActivity(request, accountId, 'key_adopted', key.name);
    return key;
  });

  route(app, 'PATCH', '/keys/:id', { body: KeyChange, reply: Key }, async (request, reply) => {
    const { accountId } = await visitors.signedIn(request, reply);
    await visitors.limit(`changes of keys of ${accountId}`, CHANGING_LIMIT);
    const { key, renamed, guarded } = await keys.change(accountId, request.params.id, request.body);
    if (renamed) await visitors.logActivity(request, accountId, 'key_renamed', key.name);
    if (guarded) await visitors.logActivity(request, accountId, 'key_guarded', key.name);
    return key;
  });

  route(
    app,
    'POST',
    '/keys/:id/rotate',
    { body: RotationRequest, reply: IssuedKey, status: 201 },
    async (request, reply) => {
      const { accountId } = await visitors.signedIn(request, reply);
      await visitors.limit(`new keys of ${accountId}`, NEW_KEYS_LIMIT);
      const overlapMilliseconds = request.body.overlap_seconds * 1000;
      const issued = await keys.rotate(accountId, request.params.id, overlapMilliseconds);
      await visitors.logActivity(request, accountId, 'key_rotated', issued.key.name);
      return issued;
    },
  );

  route(app, 'POST', '/keys/:id/revoke', { reply: Key }, async (request, reply) => {
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
  });
}
