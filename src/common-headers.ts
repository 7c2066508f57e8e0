import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sets what every answer beside the API carries: pages, their assets, the dashboard's JSON, the state of health. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  reply.headers(commonHeaders(request.id, publicUrl));
}

/** @param requestId names this one answer */
export function commonHeaders(requestId: string, publicUrl: string): Record<string, string> {
  return {
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}
