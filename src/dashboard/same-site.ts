import type { FastifyRequest } from 'fastify';
import { Problem } from '../http/problems.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses what a page of another site makes a browser send. A browser says with every request that may change something
 * which page it comes from (`Origin`): that has to be the host that was asked, or our public address where a proxy changes
 * `Host`. Cookies are `SameSite=Lax` besides.
 */
export function refuseOtherSites({ method, headers }: FastifyRequest, publicUrl: string): void {
  if (SAFE_METHODS.includes(method)) return;
  const origin = URL.parse(headers.origin ?? '');
  if (origin === null || !isOurs(origin, headers.host, new URL(publicUrl)))
    throw new Problem('cross_site_request', 'This request does not come from a page of this service.');
}

/** Under its public name the service is at one origin: a page there without TLS may be anybody's. */
function isOurs(origin: URL, host: string | undefined, ours: URL): boolean {
  return origin.host === ours.host ? origin.protocol === ours.protocol : origin.host === host;
}
