import type { IncomingHttpHeaders } from 'node:http';

/** Part of a file: its first and last byte, both included, counted from 0. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The part of a file that a GET asks for (RFC 9110, section 14): undefined for the whole file, `unsatisfiable` for a part beyond
 * its end. As the RFC permits, a request with several ranges or with a range that we cannot read gets the whole file. So does a
 * range whose `If-Range` shows that the bytes have changed. A date in `If-Range` never matches, because the date of a release has
 * no time of day.
 *
 * @param bytes size of the file, greater than 0
 */
export function requestedRange(
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  bytes: number,
  etag: string,
): ByteRange | 'unsatisfiable' | undefined {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range) ?? [];
  if (from === '') return to === '' ? undefined : lastBytes(Number(to), bytes);
  const first = Number(from);
  const last = to === '' ? bytes - 1 : Number(to);
  if (to !== '' && last < first) return undefined;
  return first >= bytes ? 'unsatisfiable' : { first, last: Math.min(last, bytes - 1) };
}

function lastBytes(wanted: number, bytes: number): ByteRange | 'unsatisfiable' {
  return wanted === 0 ? 'unsatisfiable' : { first: Math.max(0, bytes - wanted), last: bytes - 1 };
}
