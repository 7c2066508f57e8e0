import type { FastifyReply, FastifyRequest } from 'fastify';

/** The content is what its type says. */
export const NO_SNIFFING = ['X-Content-Type-Options', 'nosniff'] as const;
/** Where the public address is https. */
export const HTTPS_ONLY = ['Strict-Transport-Security', 'max-age=31536000'] as const;

/** Sets what every answer beside the API carries: pages, their assets, the dashboard's JSON, the state of health. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  reply.headers(commonHeaders(request.id, publicUrl));
}

/** @param requestId names this one answer */
export function commonHeaders(requestId: string, publicUrl: string): Record<string, string> {
  const always = [['X-Request-Id', requestId], NO_SNIFFING] as const;
  return Object.fromEntries(publicUrl.startsWith('https:') ? [...always, HTTPS_ONLY] : always);
}
