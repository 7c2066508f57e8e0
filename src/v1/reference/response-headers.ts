/** The documented headers of API responses: all but those of HTTP itself (Date, Content-Length), of CORS, HSTS and redirects. */
export const ANSWER_HEADERS = {
  'X-Request-Id': header(
    'string',
    'q7Zk2mXa-4f',
    'Id of this response, which the service also logs. Quote it when you report a problem.',
  ),
  'X-Dataset-Release': header('string', '2026.11.1', 'Version of the data release. Cite it with figures.'),
  'X-Total-Count': header('integer', 250, 'Number of items on all pages together.'),
  'X-Excluded-Count': header(
    'integer',
    405,
    'Only if a list of cities is filtered or sorted by figures: the number of cities that match all else but lack one of these figures and were left out.',
  ),
  Link: header(
    'string',
    '<https://example.org/v1/cities?limit=3>; rel="first", <https://example.org/v1/cities?limit=3&cursor=My5Q>; rel="next"',
    'The pages of a list, as absolute URLs (RFC 8288): `first`, `prev`, `next`, `last`.',
  ),
  'Content-Location': header(
    'string',
    'https://example.org/v1/cities/lisbon',
    'Sent only if the request did not use the canonical id: the canonical URL of the resource.',
  ),
  ETag: header(
    'string',
    '"oTP1bpFRWBjlVd3eaZSiUXoKYkS"',
    'Strong entity tag of exactly these bytes and, for a list, of its `Link`. Send it back in `If-None-Match`.',
  ),
  'Last-Modified': header('string', 'Fri, 20 Nov 2026 00:00:00 GMT', 'When the data release was published.'),
  'Content-Disposition': header(
    'string',
    'attachment; filename="location-data-2026.11.1.sqlite"',
    'Suggested file name; sent with downloads, CSV, NDJSON and GeoJSON.',
  ),
  'Accept-Ranges': header('string', 'bytes', 'Parts of a download can be requested with `Range`.'),
  'Content-Range': header(
    'string',
    'bytes 1048576-2097151/101609472',
    'Which part of the file this is, and the file\u2019s size; for 416 only the size, `bytes */101609472`.',
  ),
  'Cache-Control': header(
    'string',
    'private, max-age=3600',
    '`private, max-age=3600`, with `release` `private, max-age=604800`. For a page of a longer list `private, no-cache`, because its `Link` is valid only for this release. For errors, and if the key was in the URL, `private, no-store`.',
  ),
  Vary: header(
    'string',
    'Authorization, Accept, Accept-Encoding',
    'The request headers that the response depends on.',
  ),
  'RateLimit-Policy': header(
    'string',
    '"burst";q=300;w=10, "daily";q=100000;w=86400',
    'The rate limit windows, each with its quota `q` and its length `w` in seconds (IETF httpapi draft): `burst` and `daily` of the account and, for a key with a share, `key-burst` and `key-daily`.',
  ),
  RateLimit: header(
    'string',
    '"burst";r=299;t=7, "daily";r=99871;t=56210',
    'Requests left in each window (`r`), and seconds until it resets (`t`) (IETF httpapi draft).',
  ),
  'X-RateLimit-Limit': header(
    'integer',
    300,
    'Quota of the tightest window: the one with the fewest requests left or, if several are used up, the one that resets last.',
  ),
  'X-RateLimit-Remaining': header('integer', 299, 'Requests left in that window.'),
  'X-RateLimit-Reset': header(
    'integer',
    1795161607,
    'When that window resets, as Unix time in seconds. `Retry-After` is for the same window.',
  ),
  'Retry-After': header('integer', 7, 'Seconds to wait before the next request.'),
  'WWW-Authenticate': header(
    'string',
    'Bearer realm="Location Data Service", error="invalid_token", error_description="The API key is not valid"',
    'Bearer challenge (RFC 6750), with an error code if the request had credentials.',
  ),
  Allow: header('string', 'GET, HEAD, OPTIONS', 'The methods that the path supports.'),
  'X-Content-Type-Options': header(
    'string',
    'nosniff',
    'Always `nosniff`, so that browsers don\u2019t guess another media type.',
  ),
} as const satisfies Record<string, AnswerHeader>;

export type HeaderName = keyof typeof ANSWER_HEADERS;

interface AnswerHeader {
  type: 'string' | 'integer';
  example: string | number;
  description: string;
}

const ALWAYS: readonly HeaderName[] = ['X-Request-Id', 'X-Content-Type-Options'];
const LIMITS: readonly HeaderName[] = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
const OF_THE_RELEASE: readonly HeaderName[] = ['X-Dataset-Release', 'ETag', 'Last-Modified'];

/** The kind of response: one object, one that can also be a table, an unpaged list, a paged list, a file or part of one. */
export type AnswerKind = 'object' | 'table' | 'whole list' | 'paged list' | 'file' | 'part of a file';

/** Headers of a 200, or of a 206. */
export function successHeaders(kind: AnswerKind): HeaderName[] {
  const own: Record<AnswerKind, HeaderName[]> = {
    object: ['Content-Location'],
    table: ['Content-Location', 'Content-Disposition'],
    'whole list': ['X-Total-Count', 'Content-Disposition'],
    'paged list': ['X-Total-Count', 'X-Excluded-Count', 'Link', 'Content-Disposition'],
    file: ['Content-Disposition', 'Accept-Ranges'],
    'part of a file': ['Content-Disposition', 'Content-Range', 'Accept-Ranges'],
  };
  return [...own[kind], ...OF_THE_RELEASE, 'Cache-Control', 'Vary', ...LIMITS, ...ALWAYS];
}

/** Headers of a 304. */
export function notModifiedHeaders(kind: AnswerKind): HeaderName[] {
  const own: HeaderName[] = kind === 'object' || kind === 'table' ? ['Content-Location'] : [];
  return [...own, ...OF_THE_RELEASE, 'Cache-Control', 'Vary', ...LIMITS, ...ALWAYS];
}

/** Headers of a problem document with this status. */
export function problemHeaders(status: number): HeaderName[] {
  const own: Partial<Record<number, HeaderName[]>> = {
    400: ['WWW-Authenticate'],
    401: ['WWW-Authenticate'],
    403: ['WWW-Authenticate'],
    405: ['Allow'],
    416: ['Content-Range'],
    429: ['Retry-After'],
    503: ['Retry-After'],
  };
  return [...(own[status] ?? []), 'Cache-Control', ...(COUNTED.has(status) ? LIMITS : []), ...ALWAYS];
}

/**
 * Statuses of responses that always have the state of the limits. With other statuses, the request may have been refused before
 * its key was read, or have failed on our side, so that perhaps no window counted it.
 */
const COUNTED: ReadonlySet<number> = new Set([401, 403, 404, 405, 406, 410, 412, 416, 429]);

function header(type: AnswerHeader['type'], example: string | number, description: string): AnswerHeader {
  return { type, example, description };
}
