import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sets what every answer beside the API carries: pages, their assets, the dashboard's JSON. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff');
  if (publicUrl.startsWith('https:')) reply.header('Strict-Transport-Security', 'max-age=31536000');
}
