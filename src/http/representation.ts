import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Release } from '../catalogue/release.ts';
import { fieldLine } from './response-head.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

/** One answer body in one content coding, with the headers that depend on nothing but it. */
export interface Representation {
  /** For `end(body, 'latin1')`: the bytes, or a text with one character for each of them. */
  body: Buffer | string;
  /** How many they are. */
  length: number;
  etag: string;
  /** What describes the content, as field lines: type, coding, paging. */
  contentLines: string;
  /** Content, length and validators: all that a 200 carries of them. */
  lines: string;
  /** Of these the ones that a 304 repeats. */
  validatorLines: string;
  /** `Cache-Control`, where the key was not in the URL. */
  cacheLine: string;
}

/** What an endpoint makes of its data: the body, and the field lines that belong to it (`Link`, `X-Total-Count`). */
export interface Rendering {
  json: string;
  lines?: string;
  /** Whether a client that keeps the answer has to ask each time if it is still current. Otherwise it is good for an hour. */
  revalidate?: boolean;
}

/** Below this, compressing costs more bytes and time than it saves. */
const COMPRESSION_FLOOR_BYTES = 1024;
/**
 * How hard we compress. Quality 5 of 11 (gzip 6 of 9) comes near the best ratio in a tenth of its time. Compressing blocks all
 * other requests, so a large body gets quality 4: 6 % more bytes in half the time.
 */
const THOROUGH = { brotli: 5, gzip: 6 };
const QUICK = { brotli: 4, gzip: 4 };
const LARGE_BYTES = 64 * 1024;
/**
 * Node sends headers and a text together in one plain write, which costs less than the gathering one of headers and a
 * buffer. Above 16 KiB it would copy the text to the heap first.
 */
const TEXT_BYTES = 15 * 1024;
export const KEEP_LINE = fieldLine('Cache-Control', 'private, max-age=3600');
const REVALIDATE_LINE = fieldLine('Cache-Control', 'private, no-cache');
const JSON_LINE = fieldLine('Content-Type', 'application/json; charset=utf-8');
/** Kept per entry besides the bytes themselves: field lines, key, bookkeeping. */
const OVERHEAD_BYTES = 1200;

/**
 * Rendered answers of one release, by resource and content coding. Each is made once, when first asked for, and kept
 * while there is room: the request path finds bytes, entity tag and headers ready.
 */
export class Representations {
  readonly #cache: LRUCache<string, Representation>;
  readonly #releaseLines: string;
  #rendered = 0;

  constructor(maxBytes: number, release: Pick<Release, 'publishedAt' | 'version'>) {
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ length }) => length + OVERHEAD_BYTES,
    });
    this.#releaseLines =
      fieldLine('Last-Modified', release.publishedAt.toUTCString()) +
      fieldLine('X-Dataset-Release', release.version);
  }

  get entries(): number {
    return this.#cache.size;
  }

  /** Of all that is kept, with what is kept besides. */
  get bytes(): number {
    return this.#cache.calculatedSize;
  }

  /** How many were made so far: the others were there already. */
  get rendered(): number {
    return this.#rendered;
  }

  /** @param key names the resource within the release: the same key, the same bytes */
  get(key: string, encoding: Encoding, render: () => Rendering): Representation {
    const kept = this.kept(key, encoding);
    if (kept !== undefined) return kept;
    const made =
      encoding === 'identity'
        ? this.#identity(render())
        : this.#encoded(this.get(key, 'identity', render), encoding);
    this.#rendered++;
    this.#cache.set(cacheKey(key, encoding), made);
    return made;
  }

  /** What has been rendered already, and is still there. */
  kept(key: string, encoding: Encoding): Representation | undefined {
    return this.#cache.get(cacheKey(key, encoding));
  }

  #identity({ json, lines = '', revalidate = false }: Rendering): Representation {
    const bytes = Buffer.from(json);
    // A cache that is told "unchanged" goes on with the `Link` that it has, so the tag covers that too.
    const digest = createHash('sha256').update(bytes).update(lines).digest('base64url');
    return representation({
      bytes,
      etag: `"${digest.slice(0, 27)}"`,
      contentLines: JSON_LINE + lines,
      releaseLines: this.#releaseLines,
      cacheLine: revalidate ? REVALIDATE_LINE : KEEP_LINE,
    });
  }

  #encoded(identity: Representation, encoding: 'gzip' | 'br'): Representation {
    if (identity.length < COMPRESSION_FLOOR_BYTES) return identity;
    const { body, contentLines, cacheLine } = identity;
    const plain = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
    const bytes = compress(plain, encoding);
    // A strong entity tag belongs to exact bytes, so each content coding has its own (RFC 9110, section 8.8.3.3).
    return representation({
      bytes,
      etag: `${identity.etag.slice(0, -1)}-${encoding}"`,
      contentLines: contentLines + fieldLine('Content-Encoding', encoding),
      releaseLines: this.#releaseLines,
      cacheLine,
    });
  }
}

interface Content extends Pick<Representation, 'etag' | 'contentLines' | 'cacheLine'> {
  bytes: Buffer;
  releaseLines: string;
}

function representation({ bytes, etag, contentLines, releaseLines, cacheLine }: Content): Representation {
  const validatorLines = fieldLine('ETag', etag) + releaseLines;
  return {
    body: bytes.length <= TEXT_BYTES ? bytes.toString('latin1') : bytes,
    length: bytes.length,
    etag,
    contentLines,
    validatorLines,
    lines: contentLines + fieldLine('Content-Length', bytes.length) + validatorLines,
    cacheLine,
  };
}

function compress(plain: Buffer, encoding: 'gzip' | 'br'): Buffer {
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
