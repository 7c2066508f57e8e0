import { hash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { draftPath, replaceFile, sweepDrafts } from '../../../process/drafts.ts';
import { makeDirectory } from '../../../process/make-directory.ts';
import { OperatorError } from '../../../process/operator-error.ts';
import type { Received, Validators } from './http-download.ts';

/** The record of a downloaded file. */
interface KeptDownload extends Received {
  /** The address, without any key. */
  url: string;
  /** ISO 8601 instant of the download. */
  retrieved: string;
}

/**
 * `LDS_HOME/refresh/downloads`: publishers' files as they came, and `downloads.json`, which says of each where it came
 * from, when, with which checksum, and how to ask whether there is a newer one. A file is here only when it is complete.
 */
export class KeptDownloads {
  readonly #directory: string;
  readonly #kept: Map<string, KeptDownload>;

  constructor(home: string) {
    this.#directory = join(home, 'refresh', 'downloads');
    try {
      makeDirectory(this.#directory);
      sweepDrafts(this.#directory);
    } catch (error) {
      throw new OperatorError(`${this.#directory} cannot be written: ${(error as Error).message}`);
    }
    this.#kept = readIndex(this.#index());
  }

  path(id: string): string {
    return join(this.#directory, id);
  }

  /** ISO 8601 instant of the download; '' before it. */
  retrieved(id: string): string {
    return this.#kept.get(id)?.retrieved ?? '';
  }

  /**
   * Replaces the kept file, if its publisher has a newer one.
   *
   * @param download to a path where it is until it is complete; null if the known version is still that of the publisher
   * @returns the result in a few words
   */
  async renew(
    id: string,
    url: string,
    download: (path: string, known: Validators | undefined) => Promise<Received | null>,
  ): Promise<string> {
    const draft = draftPath(this.#directory, id);
    try {
      const received = await download(draft, this.#validators(id, url));
      if (received === null) return 'not changed since the last refresh';
      const same = this.#kept.get(id)?.sha256 === received.sha256;
      renameSync(draft, this.path(id));
      this.#kept.set(id, { url, ...received, retrieved: new Date().toISOString() });
      const index = Object.fromEntries([...this.#kept].sort(([left], [right]) => (left < right ? -1 : 1)));
      replaceFile(this.#index(), `${JSON.stringify(index, null, 2)}\n`);
      return `${Math.ceil(received.bytes / 1024)} KB, ${same ? 'the same as before' : 'new'}`;
    } finally {
      rmSync(draft, { force: true });
    }
  }

  /** For a conditional request; undefined without an intact file from that address, so that all of it is downloaded. */
  #validators(id: string, url: string): Validators | undefined {
    const kept = this.#kept.get(id);
    if (kept?.url !== url || (kept.etag === null && kept.lastModified === null)) return undefined;
    if (!existsSync(this.path(id)) || hash('sha256', readFileSync(this.path(id))) !== kept.sha256)
      return undefined;
    return { etag: kept.etag, lastModified: kept.lastModified };
  }

  #index(): string {
    return join(this.#directory, 'downloads.json');
  }
}

/** If the index cannot be read, everything is downloaded again. */
function readIndex(path: string): Map<string, KeptDownload> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, KeptDownload>));
  } catch {
    return new Map();
  }
}
