import { Problem } from '../../http/problems.ts';

/** Enough for parallel ranges of one file; the next ones would take the network and the processor from others. */
export const MOST_DOWNLOADS = 4;
/** A whole release takes about this long on a fast line. */
const RETRY_SECONDS = 10;

/** Bounds how many files an account downloads at once: sending one takes long, and no limit of requests bounds it. */
export class DownloadsInProgress {
  readonly #count = new Map<string, number>();

  /** Throws the Problem when the account has as many under way as it may. Every begin needs an `end`. */
  begin(holder: string): void {
    const downloads = this.#count.get(holder) ?? 0;
    if (downloads >= MOST_DOWNLOADS) {
      const detail = `Your account has ${MOST_DOWNLOADS} downloads in progress. Wait until one of them ends.`;
      throw new Problem('too_many_downloads', detail, { retry_after: RETRY_SECONDS });
    }
    this.#count.set(holder, downloads + 1);
  }

  end(holder: string): void {
    const left = (this.#count.get(holder) ?? 0) - 1;
    if (left > 0) this.#count.set(holder, left);
    else this.#count.delete(holder);
  }
}
