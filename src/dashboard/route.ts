import type { KeyObject } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import type { Accounts, SignedIn } from '../service/accounts/accounts.ts';
import type { AccountsParts } from '../service/accounts/authentication-parts.ts';
import type { Responder } from '../service/http/responder.ts';
import type { Meter } from '../service/keys/meter.ts';
import type { RecentRequests } from '../service/keys/recent-requests.ts';
import type { Plan } from '../service/plan.ts';
import type { Service } from './interface.ts';
import type { Visitors } from './visitors.ts';

/** What the routes of the dashboard answer with. */
export interface DashboardParts extends Pick<AccountsParts, 'store' | 'keys' | 'mailer' | 'publicUrl'> {
  accounts: Accounts;
  meter: Meter;
  /** Undefined where none are kept. */
  recent: RecentRequests | undefined;
  /** How often other processes write what they have counted; 0 where there are none. */
  behindSeconds: number;
  keysPerAccount: number;
  catalogue: Catalogue;
  /** Who gets a message about each report, if mail is sent. */
  operator: string | undefined;
  /** Who may report leaked keys: public keys, by their identifiers. Undefined: nobody. */
  leakSigners: ReadonlyMap<string, KeyObject> | undefined;
  /** By name. */
  plans: ReadonlyMap<string, Plan>;
  /** Requests that one client, or one account, may send per minute. */
  requestsPerMinute: number;
  navigation: Service['navigation'];
  responder: Responder;
}

export interface RouteParts extends DashboardParts {
  visitors: Visitors;
}

/**
 * Routes for the account that is signed in. Requests are checked by schemas, and replies are written by one: without `reply`, the
 * handler sends it. `id` is in the path, if anywhere.
 */
export function accountRoutes(app: FastifyInstance, visitors: Visitors) {
  return <Body extends TSchema, Query extends TSchema, Reply extends TSchema>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    { status = 200, ...of }: { body?: Body; query?: Query; reply?: Reply; status?: number },
    handler: (
      account: SignedIn,
      request: FastifyRequest<{ Params: { id: string }; Body: Static<Body>; Querystring: Static<Query> }>,
      reply: FastifyReply,
    ) => Promise<Static<Reply> | FastifyReply>,
  ): void => {
    const schema = {
      ...(of.body && { body: of.body }),
      ...(of.query && { querystring: of.query }),
      ...(of.reply && { response: { [status]: of.reply } }),
    };
    app.route<Parameters<typeof handler>[1] extends FastifyRequest<infer Route> ? Route : never>({
      method,
      url,
      schema,
      handler: async (request, reply) => {
        const made = await handler(await visitors.signedIn(request, reply), request, reply);
        if (of.reply !== undefined) reply.code(status);
        return made;
      },
    });
  };
}
