import type { IncomingMessage } from 'node:http';
import { fieldLine } from './response-head.ts';

/** Of our headers those that a script may read, beside those that it always may: `Content-Type`, `Last-Modified` and others. */
const EXPOSED = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Location',
  'Content-Range',
  'Date',
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Dataset-Release',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Total-Count',
].join(', ');
/** What a script may send. Many libraries send `Content-Type` with every request. */
const ALLOWED = [
  'Accept',
  'Authorization',
  'Cache-Control',
  'Content-Type',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'If-Unmodified-Since',
  'Pragma',
  'Range',
  'X-Requested-With',
].join(', ');
const EXPOSED_LINE = fieldLine('Access-Control-Expose-Headers', EXPOSED);
const PREFLIGHT_LINES =
  fieldLine('Access-Control-Allow-Headers', ALLOWED) + fieldLine('Access-Control-Max-Age', '86400');
/** The request headers that responses of the API depend on. */
const VARY = 'Authorization, Accept, Accept-Encoding';

type Request = Pick<IncomingMessage, 'headers'>;

/** A browser that asks whether a script may send a request. It carries no key and has to be answered with success, whatever is asked for. */
export function isPreflight({ method, headers }: Request & { method?: string | undefined }): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

/**
 * Cross-origin access to /v1. Closed unless the operator names origins, because a key in client-side code is a key
 * published (specification, section 5).
 */
export class Cors {
  readonly #origins: ReadonlySet<string>;
  readonly #varyLine: string;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
    this.#varyLine = this.#varyLineOf(VARY);
  }

  /**
   * `Vary` for every response, and what lets the page of an open origin read it; field lines.
   *
   * @param vary the request headers that the response depends on, if not those of the API
   */
  lines({ headers: { origin } }: Request, vary?: string): string {
    const varyLine = vary === undefined ? this.#varyLine : this.#varyLineOf(vary);
    if (origin === undefined || !this.#origins.has(origin)) return varyLine;
    return `${varyLine}${fieldLine('Access-Control-Allow-Origin', origin)}${EXPOSED_LINE}`;
  }

  /** For the response to OPTIONS, besides `lines`. */
  preflightLines({ headers: { origin } }: Request, methods: string): string {
    if (origin === undefined || !this.#origins.has(origin)) return '';
    return fieldLine('Access-Control-Allow-Methods', methods) + PREFLIGHT_LINES;
  }

  #varyLineOf(vary: string): string {
    return fieldLine('Vary', this.#origins.size === 0 ? vary : `${vary}, Origin`);
  }
}
