import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the client has the current representation already (RFC 9110, section 13). `If-None-Match` decides alone where
 * it is given; proxies weaken tags, and for this comparison weakness does not matter.
 */
export function isUnchanged(headers: IncomingHttpHeaders, etag: string, lastModified: Date): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
    return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  }
  const ifModifiedSince = headers['if-modified-since'];
  return (
    ifModifiedSince !== undefined &&
    Date.parse(ifModifiedSince) >= Math.floor(lastModified.getTime() / 1000) * 1000
  );
}

/** Whether the request may end in a 304 at all. */
export function isConditional(headers: IncomingHttpHeaders): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
}
