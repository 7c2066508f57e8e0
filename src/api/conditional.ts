import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the client has the current representation already (RFC 9110, section 13). Proxies weaken tags, and for this
 * comparison weakness does not matter. `If-Modified-Since` is not looked at: a release that is published again after a
 * newer one changes bytes without a later date.
 */
export function isUnchanged(headers: IncomingHttpHeaders, etag: string): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Whether the request may end in a 304 at all. */
export function isConditional(headers: IncomingHttpHeaders): boolean {
  return headers['if-none-match'] !== undefined;
}
