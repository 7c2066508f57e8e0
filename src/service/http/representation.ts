import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { fieldLine, inOnePiece } from './response-head.ts';

export type Coding = 'gzip' | 'br';
export type Encoding = 'identity' | Coding;
const ENCODINGS: readonly Encoding[] = ['identity', 'br', 'gzip'];

/** Makes a body in a content coding. */
export type Encode = (plain: Buffer, encoding: Coding) => Buffer;

/** A body in one content coding, with the field lines that depend only on it. */
export interface Representation {
  /** For `end(body, 'latin1')`: the bytes, or a text with one character per byte. */
  body: Buffer | string;
  /** Length of the body in bytes. */
  length: number;
  etag: string;
  /** Field lines that describe the content: type, coding, paging. */
  contentLines: string;
  /** Content, length and validators: all field lines of a 200 that depend on the body. */
  headerLines: string;
  /** The part of `headerLines` that a 304 repeats. */
  validatorLines: string;
  cacheLine: string;
}

/** A rendered resource, before it is encoded. */
export interface Rendering {
  body: string | Buffer;
  /** `Content-Type`, as a field line. */
  typeLine: string;
  /** Field lines that change with the body (`Link`, `X-Total-Count`): the entity tag covers them. */
  headerLines?: string;
  /** `Cache-Control`, as a field line. */
  cacheLine: string;
}

/** Below this, compressing costs more bytes and time than it saves. */
const COMPRESSION_FLOOR_BYTES = 1024;
/**
 * Compression levels. Brotli 5 of 11 and gzip 6 of 9 come close to the best ratio in a tenth of the time. Compressing blocks all
 * other requests, so large bodies get level 4: with Brotli, 6 % more bytes in half the time.
 */
const THOROUGH = { brotli: 5, gzip: 6 };
const QUICK = { brotli: 4, gzip: 4 };
const LARGE_BYTES = 64 * 1024;
/**
 * Node sends headers and a text in one plain write, which costs less than a gathering write of headers and a buffer. Above 16 KiB
 * it would first copy the text to the heap.
 */
const TEXT_BYTES = 15 * 1024;
/** Memory per entry besides the bytes themselves: field lines, key, bookkeeping. */
const OVERHEAD_BYTES = 1200;

/**
 * Bodies that are the same for every client: responses of the API, pages, their assets. Each is rendered and encoded on first
 * request and kept while there is room, so that later requests find bytes, entity tag and field lines ready.
 */
export class Representations {
  readonly #cache: LRUCache<string, Representation>;
  /** `Last-Modified` and `X-Dataset-Release` of bodies that depend on the release; field lines. */
  readonly releaseLines: string;
  #rendered = 0;

  constructor(maxBytes: number, releaseLines = '') {
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ length }) => length + OVERHEAD_BYTES,
    });
    this.releaseLines = releaseLines;
  }

  get entries(): number {
    return this.#cache.size;
  }

  /** Memory used by all bodies, with their field lines. */
  get bytes(): number {
    return this.#cache.calculatedSize;
  }

  /** How many bodies were rendered or encoded so far; all other requests found theirs ready. */
  get rendered(): number {
    return this.#rendered;
  }

  /**
   * @param key identifies the resource: the same key always means the same bytes
   * @param encode makes the body in a content coding, if there is a cheaper way than compressing it now
   */
  get(key: string, encoding: Encoding, render: () => Rendering, encode = compress): Representation {
    const kept = this.kept(key, encoding);
    if (kept !== undefined) return kept;
    const made =
      encoding === 'identity'
        ? this.#identity(render())
        : this.#encoded(this.get(key, 'identity', render), encoding, encode);
    this.keep(key, encoding, made);
    return made;
  }

  /** The representation, if it has been rendered and is still in memory. */
  kept(key: string, encoding: Encoding): Representation | undefined {
    return this.#cache.get(cacheKey(key, encoding));
  }

  /** Whether the resource is kept in any coding. */
  has(key: string): boolean {
    return ENCODINGS.some((encoding) => this.#cache.has(cacheKey(key, encoding)));
  }

  /** Keeps a representation, for example one that was made elsewhere. */
  keep(key: string, encoding: Encoding, made: Representation): void {
    this.#rendered++;
    this.#cache.set(cacheKey(key, encoding), made);
  }

  #identity({ body, typeLine, headerLines = '', cacheLine }: Rendering): Representation {
    const bytes = Buffer.from(body);
    // A cache that gets a 304 keeps the `Link` that it has, so the tag covers that too.
    const digest = createHash('sha256').update(bytes).update(headerLines).digest('base64url');
    return representation({
      bytes,
      encoding: 'identity',
      plainTag: `"${digest.slice(0, 27)}"`,
      contentLines: typeLine + headerLines,
      releaseLines: this.releaseLines,
      cacheLine,
    });
  }

  #encoded(identity: Representation, encoding: Coding, encode: Encode): Representation {
    if (identity.length < COMPRESSION_FLOOR_BYTES) return identity;
    const { body, etag, contentLines, cacheLine } = identity;
    const plain = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
    return representation({
      bytes: encode(plain, encoding),
      encoding,
      plainTag: etag,
      contentLines,
      releaseLines: this.releaseLines,
      cacheLine,
    });
  }
}

/** A text as a body, in the form that is cheapest to send. */
export function textBody(text: string): Pick<Representation, 'body' | 'length'> {
  const length = Buffer.byteLength(text);
  // ASCII has one character per byte already.
  return length === text.length && length <= TEXT_BYTES ? { body: text, length } : bodyOf(Buffer.from(text));
}

function bodyOf(bytes: Buffer): Pick<Representation, 'body' | 'length'> {
  return { body: bytes.length <= TEXT_BYTES ? bytes.toString('latin1') : bytes, length: bytes.length };
}

interface Content {
  bytes: Buffer;
  /** What the bytes are encoded in already. */
  encoding: Encoding;
  /** The entity tag of the content that is not encoded. */
  plainTag: string;
  /** Field lines that describe the content that is not encoded. */
  contentLines: string;
  releaseLines: string;
  cacheLine: string;
}

export function representation({
  bytes,
  encoding,
  plainTag,
  contentLines: plainLines,
  releaseLines,
  cacheLine,
}: Content): Representation {
  // A strong entity tag belongs to exact bytes, so each content coding has its own (RFC 9110, section 8.8.3.3).
  const etag = encoding === 'identity' ? plainTag : `${plainTag.slice(0, -1)}-${encoding}"`;
  const contentLines =
    encoding === 'identity' ? plainLines : plainLines + fieldLine('Content-Encoding', encoding);
  const validatorLines = inOnePiece(fieldLine('ETag', etag) + releaseLines);
  return {
    ...bodyOf(bytes),
    etag,
    contentLines,
    validatorLines,
    headerLines: inOnePiece(contentLines + fieldLine('Content-Length', bytes.length) + validatorLines),
    cacheLine,
  };
}

function compress(plain: Buffer, encoding: Coding): Buffer {
  const { brotli, gzip } = plain.length > LARGE_BYTES ? QUICK : THOROUGH;
  if (encoding === 'gzip') return gzipSync(plain, { level: gzip });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotliCompressSync(plain, {
    params: { [BROTLI_PARAM_QUALITY]: brotli, [BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
}

function cacheKey(key: string, encoding: Encoding): string {
  return encoding === 'identity' ? key : `${encoding} ${key}`;
}
