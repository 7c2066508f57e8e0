import type { FastifyRequest } from 'fastify';
import { Problem } from '../engine/problems.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses requests that a page of another site makes a browser send. With every request that may change something, browsers send
 * the site of the page in `Origin`. It must be the host of the request, or our public address if a proxy changes `Host`. Cookies
 * are also `SameSite=Lax`.
 */
export function refuseOtherSites({ method, headers }: FastifyRequest, publicUrl: string): void {
  if (SAFE_METHODS.includes(method)) return;
  const origin = URL.parse(headers.origin ?? '');
  if (origin === null || !isOurs(origin, headers.host, new URL(publicUrl)))
    throw new Problem('cross_site_request', 'This request does not come from a page of this service.');
}

/** With our public host name, the scheme must match, too: anybody on the network can serve a page without TLS. */
function isOurs(origin: URL, host: string | undefined, ours: URL): boolean {
  return origin.host === ours.host ? origin.protocol === ours.protocol : origin.host === host;
}
