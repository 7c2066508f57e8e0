import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkPrecondition, isUnchanged } from './conditional.ts';
import { negotiateEncoding } from './negotiation.ts';

type Coding = 'br' | 'gzip';

const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Text that is served as it is: a page, a style sheet, a script. Compressed when first asked for, once a coding. */
export class Asset {
  readonly #type: string;
  readonly #identity: () => Buffer;
  readonly #encoded: Partial<Record<Coding, Buffer>>;
  readonly #tag: string;

  /**
   * @param type media type with charset
   * @param identity the bytes as they are; a function where they are not kept
   * @param encoded the bytes in the content codings that exist already
   */
  constructor(
    type: string,
    identity: string | (() => Buffer),
    encoded: Partial<Record<Coding, Buffer>> = {},
  ) {
    const bytes = typeof identity === 'string' ? Buffer.from(identity) : identity();
    this.#type = type;
    this.#identity = typeof identity === 'string' ? () => bytes : identity;
    this.#encoded = encoded;
    this.#tag = hash('sha256', bytes, 'base64url').slice(0, 27);
  }

  /** Answers 200 or 304. Headers of the reply that were set before stay. */
  send({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
    const coding = negotiateEncoding(headers['accept-encoding']);
    // A strong entity tag belongs to exact bytes (RFC 9110, section 8.8.3.3).
    const etag = coding === 'identity' ? `"${this.#tag}"` : `"${this.#tag}-${coding}"`;
    const vary = reply.getHeader('Vary');
    reply
      .header('ETag', etag)
      .header('Vary', vary === undefined ? 'Accept-Encoding' : `Accept-Encoding, ${vary}`);
    checkPrecondition(headers, etag);
    if (isUnchanged(headers, etag)) return reply.code(304).send();
    if (coding !== 'identity') reply.header('Content-Encoding', coding);
    return reply.type(this.#type).send(coding === 'identity' ? this.#identity() : this.#inCoding(coding));
  }

  #inCoding(coding: Coding): Buffer {
    this.#encoded[coding] ??=
      coding === 'br' ? brotliCompressSync(this.#identity(), BROTLI_OPTIONS) : gzipSync(this.#identity());
    return this.#encoded[coding];
  }
}
