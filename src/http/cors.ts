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
const PREFLIGHT = {
  'Access-Control-Allow-Headers': ALLOWED,
  'Access-Control-Max-Age': '86400',
};

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
    this.#varyLine = fieldLine(
      'Vary',
      this.#origins.size === 0
        ? 'Authorization, Accept, Accept-Encoding'
        : 'Authorization, Accept, Accept-Encoding, Origin',
    );
  }

  /** `Vary` for every answer, and what lets the page of an open origin read it; field lines. */
  lines({ headers: { origin } }: Request): string {
    if (origin === undefined || !this.#origins.has(origin)) return this.#varyLine;
    return `${this.#varyLine}${fieldLine('Access-Control-Allow-Origin', origin)}${EXPOSED_LINE}`;
  }

  /** The same for an answer that depends on no other header of the request. */
  headers({ headers: { origin } }: Request): Record<string, string> {
    if (this.#origins.size === 0) return {};
    if (origin === undefined || !this.#origins.has(origin)) return { Vary: 'Origin' };
    return {
      Vary: 'Origin',
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': EXPOSED,
    };
  }

  /** For the answer to OPTIONS, besides `headers`. */
  preflightHeaders({ headers: { origin } }: Request, methods: string): Record<string, string> {
    if (origin === undefined || !this.#origins.has(origin)) return {};
    return { 'Access-Control-Allow-Methods': methods, ...PREFLIGHT };
  }

  /** As field lines, besides `lines`. */
  preflightLines(request: Request, methods: string): string {
    const headers = Object.entries(this.preflightHeaders(request, methods));
    return headers.map(([name, value]) => fieldLine(name, value)).join('');
  }
}
