import type { IncomingMessage } from 'node:http';

const EXPOSED = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Location',
  'Content-Range',
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Dataset-Release',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Total-Count',
].join(', ');

/**
 * Cross-origin access to /v1. Closed unless the operator names origins, because a key in client-side code is a key
 * published (specification, section 5).
 */
export class Cors {
  readonly #origins: ReadonlySet<string>;
  readonly #vary: readonly string[];

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
    this.#vary = [
      'Vary',
      this.#origins.size === 0 ? 'Authorization, Accept-Encoding' : 'Authorization, Accept-Encoding, Origin',
    ];
  }

  /** `Vary` for every answer, and what lets the page of an open origin read it. */
  headers({ headers: { origin } }: Pick<IncomingMessage, 'headers'>): readonly string[] {
    if (origin === undefined || !this.#origins.has(origin)) return this.#vary;
    return [...this.#vary, 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];
  }

  /** For the answer to OPTIONS, besides `headers`. */
  preflightHeaders(
    { headers: { origin } }: Pick<IncomingMessage, 'headers'>,
    methods: string,
  ): readonly string[] {
    if (origin === undefined || !this.#origins.has(origin)) return [];
    return [
      'Access-Control-Allow-Methods',
      methods,
      'Access-Control-Allow-Headers',
      'Authorization, If-None-Match, If-Modified-Since, If-Range, Range',
      'Access-Control-Max-Age',
      '86400',
    ];
  }
}
