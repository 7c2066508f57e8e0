import type { IncomingMessage } from 'node:http';
import HEADERS from './cors-headers.json' with { type: 'json' };
import { fieldLine } from './response-head.ts';

const { exposed, allowed } = HEADERS;
/** Our headers that a script may read, besides those that it may always read, such as `Content-Type` and `Last-Modified`. */
const EXPOSED_LINE = fieldLine('Access-Control-Expose-Headers', exposed.join(', '));
/** With the headers that a script may send. Many libraries send `Content-Type` with every request. */
const PREFLIGHT_LINES =
  fieldLine('Access-Control-Allow-Headers', allowed.join(', ')) +
  fieldLine('Access-Control-Max-Age', '86400');
/** The request headers that responses of the API depend on. */
const VARY = 'Authorization, Accept, Accept-Encoding';

type Request = Pick<IncomingMessage, 'headers'>;

/**
 * True when a browser asks whether a script may send a request. The browser sends no key, and the response must be a success for
 * every path.
 */
export function isPreflight({ method, headers }: Request & { method?: string | undefined }): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

/**
 * Cross-origin access to /v1. It is closed unless the operator names origins, because a key in client-side code is public
 * (specification, section 5).
 */
export class Cors {
  readonly #origins: ReadonlySet<string>;
  readonly #varyLine: string;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
    this.#varyLine = this.#varyLineOf(VARY);
  }

  /**
   * `Vary`, and for open origins the headers that let their pages read the response; field lines.
   *
   * @param vary the request headers that the response depends on, if not those of the API
   */
  headerLines({ headers: { origin } }: Request, vary?: string): string {
    const varyLine = vary === undefined ? this.#varyLine : this.#varyLineOf(vary);
    if (origin === undefined || !this.#origins.has(origin)) return varyLine;
    return `${varyLine}${fieldLine('Access-Control-Allow-Origin', origin)}${EXPOSED_LINE}`;
  }

  /** Field lines of the response to OPTIONS, besides `headerLines`. */
  preflightLines({ headers: { origin } }: Request, methods: string): string {
    if (origin === undefined || !this.#origins.has(origin)) return '';
    return fieldLine('Access-Control-Allow-Methods', methods) + PREFLIGHT_LINES;
  }

  #varyLineOf(vary: string): string {
    return fieldLine('Vary', this.#origins.size === 0 ? vary : `${vary}, Origin`);
  }
}
