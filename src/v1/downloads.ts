import { pipeline } from 'node:stream/promises';
import type { Release } from '../engine/catalogue/release.ts';
import { Problem } from '../engine/problems.ts';
import { type Download, fileOf } from '../engine/release/download.ts';
import type { Exchange } from '../service/http/exchange.ts';
import type { Responder } from '../service/http/responder.ts';
import { filePart } from './file-part.ts';

/** Enough for parallel ranges of one file. More would take network and processor time from other accounts. */
export const MOST_DOWNLOADS = 4;
/** How long a complete release takes on a fast connection. */
const RETRY_SECONDS = 10;

/** Limits how many files an account downloads at once, because a download takes long and counts as one request. */
export class DownloadSlots {
  readonly #taken = new Map<string, number>();

  /** @throws Problem when the account already has as many downloads as it may */
  take(holder: string): void {
    const taken = this.#taken.get(holder) ?? 0;
    if (taken >= MOST_DOWNLOADS) {
      const detail = `Your account has ${MOST_DOWNLOADS} downloads in progress. Wait until one of them ends.`;
      throw new Problem('too_many_downloads', detail, { retry_after: RETRY_SECONDS });
    }
    this.#taken.set(holder, taken + 1);
  }

  giveBack(holder: string): void {
    const left = (this.#taken.get(holder) ?? 0) - 1;
    if (left > 0) this.#taken.set(holder, left);
    else this.#taken.delete(holder);
  }
}

interface FileRequest {
  download: Download;
  release: Release;
  /** The account. */
  holder: string;
  /** Field lines before those of the file. */
  headerLines: string;
}

/** Sends files of the release. */
export class Downloads {
  readonly #responder: Responder;
  readonly #slots = new DownloadSlots();

  constructor(responder: Responder) {
    this.#responder = responder;
  }

  /** @throws Problem for a range that the file does not have, and when the account already has as many downloads as it may */
  send(exchange: Exchange, { download, release, holder, headerLines }: FileRequest): void {
    const part = filePart(download, release, exchange.method, exchange.request.headers);
    if (exchange.method === 'HEAD') {
      this.#responder.send(exchange, part.status, headerLines + part.headerLines);
      return;
    }
    this.#slots.take(holder);
    const bytes = fileOf(download, release).read(part.range.first, part.range.last);
    if (this.#responder.begin(exchange, part.status, headerLines + part.headerLines))
      this.#stream(exchange, part.status, bytes).finally(() => this.#slots.giveBack(holder));
    else this.#slots.giveBack(holder);
  }

  async #stream(exchange: Exchange, status: number, bytes: AsyncIterable<Buffer>): Promise<void> {
    const answeredAt = performance.now();
    let sent = 0;
    async function* counted(): AsyncGenerator<Buffer, void, void> {
      for await (const piece of bytes) {
        yield piece;
        sent += piece.length;
      }
    }
    try {
      await pipeline(counted(), exchange.response);
    } catch (error) {
      // Clients may cancel a download. In any other case the client gets a truncated file, and the log says why.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE')
        exchange.error = error as Error;
    }
    this.#responder.record(exchange, status, sent, answeredAt);
  }
}
