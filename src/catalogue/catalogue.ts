import type { ReleaseStore } from '../release/store.ts';
import { openRelease } from './open-release.ts';
import type { Release } from './release.ts';

/**
 * The release that is served now. Each request reads `release` once and uses only that one. A newly published release replaces it
 * between two requests, and the old one is closed.
 */
export class Catalogue {
  readonly #store: ReleaseStore;
  #release: Release;
  #stamp: string;
  #takenUpAt = new Date();
  #opening: Promise<boolean> | undefined;
  #isDamaged = false;
  /** The last reason to suspect the files of the served release, and which release was published at that time. */
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

  /** When we began to serve this release. */
  get takenUpAt(): Date {
    return this.#takenUpAt;
  }

  /** Whether the files of the served release have changed since they were checked on opening. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /**
   * Switches to a newly published release. Returns true when the served release changed. Rejects, and keeps serving the old
   * release, when the new one is damaged.
   */
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
    // Stored even when the release is damaged, so that the damage is reported once and not every second.
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

  /**
   * The files of an open release should never change. When they were written to or cannot be read, we check them and open the
   * release again.
   */
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
    // Responses are made synchronously, so no request is still reading the old release.
    old.close();
  }
}
