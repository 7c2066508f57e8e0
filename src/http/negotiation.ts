import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { Encoding } from './representation.ts';

/** Clients send one of a few dozen `Accept-Encoding` and `Accept` headers, so each distinct one is parsed once. */
const encodings = new LRUCache<string, Encoding>({ max: 500 });
const acceptance = new LRUCache<string, boolean>({ max: 500 });
/**
 * Longer values are not read, as if the client had sent none (RFC 9110, section 12.5, lets a server disregard both headers).
 * To parse one takes time by the square of its length, and needs no key: 15,000 characters took 400 ms. Browsers send 200.
 */
const MAX_LENGTH = 500;
const SMALLEST_FIRST: readonly Encoding[] = ['br', 'gzip', 'identity'];
const JSON_TYPE = 'application/json';
/**
 * Every parameter of a media range but its weight. There is one JSON and one of each file, so `charset=utf-8`, which our own
 * `Content-Type` has, or `version=1` cannot mean another representation.
 */
const PARAMETERS = /;(?![\t ]*q[\t ]*=)[^;,"]*(?:"(?:[^"\\]|\\.)*")?[^;,"]*/gi;

/** What the package can do and its types do not say: `preferred` decides between codings that are as welcome. */
interface Ranking {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}

/** What the client prefers; of what it likes as much, the smallest: Brotli, gzip, or the bytes as they are. */
export function negotiateEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined || acceptEncoding.length > MAX_LENGTH) return 'identity';
  let encoding = encodings.get(acceptEncoding);
  if (encoding === undefined) {
    const negotiator: Ranking = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
    const chosen = negotiator.encoding(SMALLEST_FIRST, { preferred: SMALLEST_FIRST });
    encoding = SMALLEST_FIRST.find((coding) => coding === chosen) ?? 'identity';
    encodings.set(acceptEncoding, encoding);
  }
  return encoding;
}

/** Whether the client takes the media type; a header that names nothing, or is too long, rules nothing out. */
export function accepts(accept: string | undefined, mediaType: string): boolean {
  if (!accept || accept === '*/*' || accept === mediaType || accept.length > MAX_LENGTH) return true;
  const question = `${mediaType} ${accept}`;
  let answer = acceptance.get(question);
  if (answer === undefined) {
    const ranges = accept.replace(PARAMETERS, '');
    answer = includes(ranges, mediaType) || (mediaType === JSON_TYPE && includes(asJson(ranges), mediaType));
    acceptance.set(question, answer);
  }
  return answer;
}

/** A client that names the media type of our errors alone reads JSON. One that also says what it thinks of JSON is taken at its word. */
function asJson(ranges: string): string {
  return /application\/json/i.test(ranges)
    ? ranges
    : ranges.replace(/application\/problem\+json/gi, JSON_TYPE);
}

function includes(accept: string, mediaType: string): boolean {
  return new Negotiator({ headers: { accept } }).mediaType([mediaType]) !== undefined;
}
