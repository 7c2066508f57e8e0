import type { Release } from './release.ts';
import type { ReleaseStore } from './release-store.ts';

/**
 * The release that is served now. A request takes `release` once and answers from it alone; a newly published release
 * takes its place between two requests, and the old one is closed.
 */
export class Catalogue {
  readonly #store: ReleaseStore;
  #release: Release;
  #stamp: string;
  #takenUpAt = new Date();
  #opening: Promise<boolean> | undefined;

  private constructor(store: ReleaseStore, release: Release, stamp: string) {
    this.#store = store;
    this.#release = release;
    this.#stamp = stamp;
  }

  static async open(store: ReleaseStore, name: string): Promise<Catalogue> {
    const stamp = store.pointerStamp();
    return new Catalogue(store, await store.open(name), stamp);
  }

  get release(): Release {
    return this.#release;
  }

  /** When the release that is served now came to be. */
  get takenUpAt(): Date {
    return this.#takenUpAt;
  }

  /** Takes up a newly published release. True when the served release changed; rejects, and keeps serving the old one, when the new one is damaged. */
  refresh(): Promise<boolean> {
    this.#opening ??= this.#takeUp().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  close(): void {
    this.#release.close();
  }

  async #takeUp(): Promise<boolean> {
    const stamp = this.#store.pointerStamp();
    if (stamp === this.#stamp) return false;
    // Remembered even if the release turns out damaged: it is reported once, not every second.
    this.#stamp = stamp;
    const name = this.#store.currentName();
    if (name === undefined) return false;
    const fresh = await this.#store.open(name);
    if (fresh.contentHash === this.#release.contentHash && fresh.version === this.#release.version) {
      fresh.close();
      return false;
    }
    const old = this.#release;
    this.#release = fresh;
    this.#takenUpAt = new Date();
    // Answers are made synchronously, so none is half-way through the old release here.
    old.close();
    return true;
  }
}
