import type { ReleaseStore } from '../release/store.ts';
import { openRelease } from './open-release.ts';
import type { Release } from './release.ts';

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
  #isDamaged = false;
  /** Why we last doubted the served release, and what was in its place then. */
  #doubted = '';

  private constructor(store: ReleaseStore, release: Release, stamp: string) {
    this.#store = store;
    this.#release = release;
    this.#stamp = stamp;
  }

  static async open(store: ReleaseStore, name: string): Promise<Catalogue> {
    const stamp = store.pointerStamp();
    return new Catalogue(store, await openRelease(store, name), stamp);
  }

  get release(): Release {
    return this.#release;
  }

  /** When the release that is served now came to be. */
  get takenUpAt(): Date {
    return this.#takenUpAt;
  }

  /** Whether the files of the served release are not those that were checked when it was opened. */
  get isDamaged(): boolean {
    return this.#isDamaged;
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
    if (stamp === this.#stamp) return this.#replaceIfDamaged();
    // Remembered even if the release turns out damaged: it is reported once, not every second.
    this.#stamp = stamp;
    const name = this.#store.currentName();
    if (name === undefined) return false;
    const fresh = await openRelease(this.#store, name);
    const { contentHash, version, suspicion } = this.#release;
    if (fresh.contentHash === contentHash && fresh.version === version && suspicion === undefined) {
      fresh.close();
      return false;
    }
    this.#serve(fresh);
    return true;
  }

  /** A release never changes once it is open. Where its files were written or cannot be read, they are checked and opened again. */
  async #replaceIfDamaged(): Promise<boolean> {
    const { suspicion } = this.#release;
    const name = this.#store.currentName();
    if (suspicion === undefined || name === undefined) return false;
    const doubted = `${suspicion} ${this.#store.fileStamp(name)}`;
    if (doubted === this.#doubted) return false;
    this.#doubted = doubted;
    try {
      this.#serve(await openRelease(this.#store, name));
      return true;
    } catch (error) {
      this.#isDamaged = true;
      throw error;
    }
  }

  #serve(fresh: Release): void {
    this.#isDamaged = false;
    this.#doubted = '';
    const old = this.#release;
    this.#release = fresh;
    this.#takenUpAt = new Date();
    // Answers are made synchronously, so none is half-way through the old release here.
    old.close();
  }
}
