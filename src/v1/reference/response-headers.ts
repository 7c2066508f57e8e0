import ANSWER_HEADERS from './response-headers.json' with { type: 'json' };

/**
 * The documented headers of API responses, as in the OpenAPI document: all but those of HTTP itself (Date, Content-Length), of CORS,
 * HSTS and redirects.
 */
export { ANSWER_HEADERS };
export type HeaderName = keyof typeof ANSWER_HEADERS;

const ALWAYS: readonly HeaderName[] = ['X-Request-Id', 'X-Content-Type-Options'];
const LIMITS: readonly HeaderName[] = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
const OF_THE_RELEASE: readonly HeaderName[] = ['X-Dataset-Release', 'ETag', 'Last-Modified'];

/** The kind of response: one object, one that can also be a table, a list, a file or part of one. */
export type AnswerKind = 'object' | 'table' | 'list' | 'file' | 'part of a file';

/** Headers of a 200, or of a 206. */
export function successHeaders(kind: AnswerKind): HeaderName[] {
  const own: Record<AnswerKind, HeaderName[]> = {
    object: ['Content-Location'],
    table: ['Content-Location', 'Content-Disposition'],
    list: ['X-Total-Count', 'X-Excluded-Count', 'Link', 'Content-Disposition'],
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
