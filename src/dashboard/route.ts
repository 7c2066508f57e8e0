import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';

/**
 * A route whose requests are checked by schemas, and whose replies are written by one: without `reply`, the handler sends it.
 * `id` is in its path, if anywhere.
 */
export function route<Body extends TSchema, Query extends TSchema, Reply extends TSchema>(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  { status = 200, ...of }: { body?: Body; query?: Query; reply?: Reply; status?: number },
  handler: (
    request: FastifyRequest<{ Params: { id: string }; Body: Static<Body>; Querystring: Static<Query> }>,
    reply: FastifyReply,
  ) => Promise<Static<Reply> | FastifyReply>,
): void {
  const schema = {
    ...(of.body && { body: of.body }),
    ...(of.query && { querystring: of.query }),
    ...(of.reply && { response: { [status]: of.reply } }),
  };
  app.route<Parameters<typeof handler>[0] extends FastifyRequest<infer Route> ? Route : never>({
    method,
    url,
    schema,
    handler: async (request, reply) => {
      const made = await handler(request, reply);
      if (of.reply !== undefined) reply.code(status);
      return made;
    },
  });
}
