import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { Encoding } from './representation.ts';

/** Clients send one of a few dozen `Accept-Encoding` and `Accept` headers, so each distinct one is parsed once. */
const encodings = new LRUCache<string, Encoding>({ max: 500 });
const acceptance = new LRUCache<string, boolean>({ max: 500 });

/** Of what the client accepts, the smallest: Brotli, gzip, or the bytes as they are. */
export function negotiateEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  let encoding = encodings.get(acceptEncoding);
  if (encoding === undefined) {
    const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings([
      'br',
      'gzip',
    ]);
    encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
    encodings.set(acceptEncoding, encoding);
  }
  return encoding;
}

/** Whether the client takes `application/json`; a header that names nothing rules nothing out. */
export function acceptsJson(accept: string | undefined): boolean {
  if (!accept || accept === '*/*' || accept === 'application/json') return true;
  let accepts = acceptance.get(accept);
  if (accepts === undefined) {
    accepts = new Negotiator({ headers: { accept } }).mediaType(['application/json']) !== undefined;
    acceptance.set(accept, accepts);
  }
  return accepts;
}
