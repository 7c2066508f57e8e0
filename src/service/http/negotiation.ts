import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { Encoding } from './representation.ts';

/** Clients send one of a few dozen `Accept-Encoding` and `Accept` headers, so each distinct value is parsed once. */
const encodings = new LRUCache<string, Encoding>({ max: 500 });
const preferences = new LRUCache<string, string>({ max: 500 });
/**
 * Longer values are ignored, as RFC 9110, section 12.5, allows for both headers. Parsing takes time quadratic in the length, and
 * needs no key: 15,000 characters took 400 ms. Browsers send 200 characters.
 */
const MAX_LENGTH = 500;
const SMALLEST_FIRST: readonly Encoding[] = ['br', 'gzip', 'identity'];
const JSON_TYPE = 'application/json';
/** Remembered for clients that accept none of the media types. */
const NONE = '';
/**
 * Every parameter of a media range except its weight. There is one representation per media type, so parameters such as
 * `charset=utf-8` or `version=1` cannot select another one.
 */
const PARAMETERS = /;(?![\t ]*q[\t ]*=)[^;,"]*(?:"(?:[^"\\]|\\.)*")?[^;,"]*/gi;

/** A feature of the package that its types lack: `preferred` decides between codings with the same weight. */
interface Ranking {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}

/** The coding that the client prefers; between equal weights, the smallest: Brotli, then gzip, then uncompressed. */
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

/** The languages that the client accepts, the preferred ones first. A header that is too long accepts any, and so does none. */
export function acceptedLanguages(acceptLanguage: string | undefined): readonly string[] {
  if (acceptLanguage === undefined || acceptLanguage.length > MAX_LENGTH) return [];
  return new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages();
}

/** Whether the client accepts the media type. A header that is empty or too long accepts everything. */
export function accepts(accept: string | undefined, mediaType: string): boolean {
  return negotiateType(accept, [mediaType]) !== undefined;
}

/**
 * The media type that the client prefers; between equal weights, the one that it names first, then the first of `mediaTypes`.
 * Undefined if it accepts none of them. A header that is empty or too long accepts everything.
 */
export function negotiateType<MediaType extends string>(
  accept: string | undefined,
  mediaTypes: readonly MediaType[],
): MediaType | undefined {
  const [first] = mediaTypes;
  if (!accept || accept === '*/*' || accept === first || accept.length > MAX_LENGTH) return first;
  const question = `${mediaTypes} ${accept}`;
  let answer = preferences.get(question);
  if (answer === undefined) {
    const ranges = accept.replace(PARAMETERS, '');
    answer =
      preferred(ranges, mediaTypes) ??
      (mediaTypes.some((type) => type === JSON_TYPE) ? preferred(asJson(ranges), mediaTypes) : undefined) ??
      NONE;
    preferences.set(question, answer);
  }
  return mediaTypes.find((type) => type === answer);
}

/**
 * A client that accepts only the media type of our errors can read JSON too. If the client also mentions JSON, its own weight
 * applies.
 */
function asJson(ranges: string): string {
  return /application\/json/i.test(ranges)
    ? ranges
    : ranges.replace(/application\/problem\+json/gi, JSON_TYPE);
}

function preferred(accept: string, mediaTypes: readonly string[]): string | undefined {
  return new Negotiator({ headers: { accept } }).mediaType([...mediaTypes]);
}
