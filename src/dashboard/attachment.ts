import type { FastifyReply } from 'fastify';

/** Makes browsers save the response as a file of this name. */
export function attachment(reply: FastifyReply, type: string, name: string): FastifyReply {
  return reply.type(type).header('Content-Disposition', `attachment; filename="${name}"`);
}
