import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, constants, createBrotliCompress, gzip } from 'node:zlib';
import { memo } from '../../engine/memo.ts';
import { Busy } from '../../engine/problems.ts';
import {
  type Coding,
  type Encoding,
  type Representation,
  type Representations,
  representation,
} from './representation.ts';

/** A body that is written piece by piece. */
export interface LongRendering {
  /** Each piece waits for its turn. */
  pieces: AsyncIterable<string>;
  /** `Content-Type`, as a field line. */
  typeLine: string;
  headerLines: string;
  cacheLine: string;
}

type Head = Pick<Representation, 'etag' | 'contentLines' | 'cacheLine'>;

/** Other threads compress, so that only the size counts. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;
/** How many long bodies an account may wait for: they are made one after another. */
const MOST_WAITING = 8;

const plainOf = promisify(brotliDecompress);
const gzipped = promisify(gzip);

/**
 * Bodies of many megabytes, such as the list of all cities. They are written in pieces, each in the turn of its account, and
 * compressed by other threads, so that no other client waits for them. Only their compressed forms are kept: always Brotli, and
 * gzip when a client asks for it. A client that accepts neither gets Brotli decompressed. A body that several requests wait
 * for is made once.
 */
export class LongRepresentations {
  readonly #kept: Representations;
  readonly #making = new Map<string, Promise<Representation>>();
  /** The last body that each account waits for, and how many it waits for. */
  readonly #waiting = new Map<string, { last: Promise<unknown>; count: number }>();

  constructor(kept: Representations) {
    this.#kept = kept;
  }

  /**
   * @param holder the account that the body is made for
   * @throws Problem when the account waits for too many already
   */
  async get(
    key: string,
    encoding: Encoding,
    holder: string,
    render: () => LongRendering,
  ): Promise<Representation> {
    const brotli =
      this.#kept.kept(key, 'br') ??
      (await this.#once(`br ${key}`, () => this.#afterOthers(holder, () => this.#make(key, render()))));
    if (encoding === 'br') return brotli;
    if (encoding === 'gzip')
      return (
        this.#kept.kept(key, 'gzip') ??
        this.#once(`gzip ${key}`, async () =>
          this.#keep(key, 'gzip', await gzipped(await plain(brotli), { level: GZIP_LEVEL }), brotli),
        )
      );
    return this.#form(await plain(brotli), 'identity', brotli);
  }

  #once(name: string, make: () => Promise<Representation>): Promise<Representation> {
    return memo(this.#making, name, () => make().finally(() => this.#making.delete(name)));
  }

  async #afterOthers<Made>(holder: string, make: () => Promise<Made>): Promise<Made> {
    const before = this.#waiting.get(holder) ?? { last: Promise.resolve(), count: 0 };
    if (before.count >= MOST_WAITING) {
      const detail = `${MOST_WAITING} of your long lists are being made already. Wait for one of them, or page with limit.`;
      throw new Busy(detail);
    }
    const made = before.last.then(make, make);
    this.#waiting.set(holder, { last: made, count: before.count + 1 });
    try {
      return await made;
    } finally {
      const { last = made, count = 1 } = this.#waiting.get(holder) ?? {};
      if (count > 1) this.#waiting.set(holder, { last, count: count - 1 });
      else this.#waiting.delete(holder);
    }
  }

  async #make(
    key: string,
    { pieces, typeLine, headerLines, cacheLine }: LongRendering,
  ): Promise<Representation> {
    const hash = createHash('sha256');
    const compressor = createBrotliCompress({
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    });
    const hashed = async function* () {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    };
    const [compressed] = await Promise.all([buffer(compressor), pipeline(hashed, compressor)]);
    const digest = hash.update(headerLines).digest('base64url').slice(0, 27);
    return this.#keep(key, 'br', compressed, {
      etag: `"${digest}"`,
      contentLines: typeLine + headerLines,
      cacheLine,
    });
  }

  #keep(key: string, encoding: Coding, bytes: Buffer, head: Head): Representation {
    const made = this.#form(bytes, encoding, head);
    this.#kept.keep(key, encoding, made);
    return made;
  }

  /** The same content in another coding. */
  #form(bytes: Buffer, encoding: Encoding, { etag, contentLines, cacheLine }: Head): Representation {
    return representation({
      bytes,
      encoding,
      plainTag: etag.replace(/-(?:br|gzip)"$/, '"'),
      contentLines: contentLines.replace(/Content-Encoding: \w+\r\n/, ''),
      releaseLines: this.#kept.releaseLines,
      cacheLine,
    });
  }
}

function plain({ body }: Representation): Promise<Buffer> {
  return plainOf(typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
}
