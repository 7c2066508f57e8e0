import type { IncomingMessage } from 'node:http';
import { fieldLine } from './answer-head.ts';

const EXPOSED_LINE = fieldLine(
  'Access-Control-Expose-Headers',
  [
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
  ].join(', '),
);

/**
 * Cross-origin access to /v1. Closed unless the operator names origins, because a key in client-side code is a key
 * published (specification, section 5).
 */
export class Cors {
  readonly #origins: ReadonlySet<string>;
  readonly #varyLine: string;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
    this.#varyLine = fieldLine(
      'Vary',
      this.#origins.size === 0
        ? 'Authorization, Accept, Accept-Encoding'
        : 'Authorization, Accept, Accept-Encoding, Origin',
    );
  }

  /** `Vary` for every answer, and what lets the page of an open origin read it; field lines. */
  lines({ headers: { origin } }: Pick<IncomingMessage, 'headers'>): string {
    if (origin === undefined || !this.#origins.has(origin)) return this.#varyLine;
    return `${this.#varyLine}${fieldLine('Access-Control-Allow-Origin', origin)}${EXPOSED_LINE}`;
  }

  /** For the answer to OPTIONS, besides `lines`. */
  preflightLines({ headers: { origin } }: Pick<IncomingMessage, 'headers'>, methods: string): string {
    if (origin === undefined || !this.#origins.has(origin)) return '';
    return (
      fieldLine('Access-Control-Allow-Methods', methods) +
      fieldLine(
        'Access-Control-Allow-Headers',
        'Authorization, If-None-Match, If-Modified-Since, If-Range, Range',
      ) +
      fieldLine('Access-Control-Max-Age', 86_400)
    );
  }
}
