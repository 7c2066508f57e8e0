import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { SignedIn } from '../service/accounts/accounts.ts';
import type { Visitors } from './visitors.ts';

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
