import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../engine/problems.ts';

/**
 * Whether the client already has the current representation (RFC 9110, section 13). Proxies may weaken tags, and weak tags match
 * here. `If-Modified-Since` is ignored, as RFC 9110 allows: when an older release is published again, or a second one on the same
 * day, the bytes change without a later date (docs/decisions.md).
 */
export function isUnchanged(headers: IncomingHttpHeaders, etag: string): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Whether the response may be a 304. */
export function isConditional(headers: IncomingHttpHeaders): boolean {
  return headers['if-none-match'] !== undefined;
}

/**
 * Must be called before `isUnchanged` (RFC 9110, section 13.2.2). `If-Match` requires exactly these bytes, so a weakened tag does
 * not match. `If-Unmodified-Since` counts only without `If-Match`, and only when the resource has a date.
 *
 * @throws Problem `precondition_failed`
 */
export function checkPrecondition(headers: IncomingHttpHeaders, etag: string, lastModified?: Date): void {
  const { 'if-match': ifMatch, 'if-unmodified-since': since } = headers;
  if (ifMatch !== undefined) {
    const tags = ifMatch.split(',').map((tag) => tag.trim());
    if (ifMatch.trim() !== '*' && !tags.includes(etag))
      throw failed('If-Match does not name the current entity tag.');
    return;
  }
  if (since === undefined || lastModified === undefined) return;
  const time = httpDate(since);
  if (time !== undefined && Math.floor(lastModified.getTime() / 1000) * 1000 > time)
    throw failed('The data is newer than If-Unmodified-Since.');
}

function failed(reason: string): Problem {
  return new Problem(
    'precondition_failed',
    `${reason} Send the request without the condition to get the current version.`,
  );
}

/**
 * Milliseconds since the epoch; undefined for texts that JavaScript may accept but that are no HTTP date (RFC 9110, section
 * 5.6.7).
 */
function httpDate(text: string): number | undefined {
  const isDate =
    /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$|^\w{6,9}, \d\d-\w{3}-\d\d \d\d:\d\d:\d\d GMT$/.test(text);
  const isOldDate = /^\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(text);
  const time = Date.parse(isOldDate ? `${text} GMT` : isDate ? text : '');
  return Number.isNaN(time) ? undefined : time;
}
