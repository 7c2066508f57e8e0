import { isWhole } from '../../release/manifest.ts';
import type { ReleaseStore } from '../../release/store.ts';
import { Problem } from '../problems.ts';
import { EarlierReleases, type EarlierReleasesParts } from './earlier-releases.ts';
import { openRelease } from './open-release.ts';
import type { Release } from './release.ts';

export interface CatalogueParts extends EarlierReleasesParts {
  /** The name of the release to begin with; undefined if there is none yet. */
  name: string | undefined;
  /** The error to throw if the release is needed while there is none. */
  missing(): Error;
}

/**
 * The release that is served now, and those that are kept besides it. A newly published release can replace it in any turn of the
 * event loop, and the old one is closed, so a reader of its file must not wait in between. A catalogue may begin without a
 * release, while the first is made.
 */
export class Catalogue {
  readonly #store: ReleaseStore;
  readonly #missing: () => Error;
  readonly #earlier: EarlierReleases;
  #release: Release | undefined;
  #fault: Error | undefined;
  #stamp: string;
  #loadedAt = new Date();
  #opening: Promise<boolean> | undefined;
  #isDamaged = false;
  /**
   * Set when a release could not be opened: why we tried to open one, and the state of its files. We try again when either
   * changes.
   */
  #doubted = '';

  private constructor(parts: CatalogueParts) {
    this.#store = parts.store;
    this.#missing = parts.missing;
    this.#earlier = new EarlierReleases(parts);
    this.#stamp = parts.store.pointerStamp();
  }

  static async open(parts: CatalogueParts): Promise<Catalogue> {
    const catalogue = new Catalogue(parts);
    if (parts.name !== undefined) await catalogue.#begin(parts.name).catch(() => {});
    return catalogue;
  }

  /** @throws the error of `missing` while there is none */
  get release(): Release {
    if (this.#release === undefined) throw this.#missing();
    return this.#release;
  }

  /**
   * The release with this version, or the current one. An earlier one may have to be opened first.
   *
   * @throws Problem for a version that is not kept, and when other earlier releases were opened just now
   */
  at(version: string | undefined): Release | Promise<Release> {
    const { release } = this;
    if (version === undefined || version === release.version) return release;
    return this.#earlier.at(version, release.version);
  }

  /** The same; undefined if it would have to be opened first. */
  opened(version: string | undefined): Release | undefined {
    const { release } = this;
    return version === undefined || version === release.version ? release : this.#earlier.opened(version);
  }

  /** Whether there is no release to answer from yet. */
  get isEmpty(): boolean {
    return this.#release === undefined;
  }

  /** Why an empty catalogue could not open the release that is published. */
  get fault(): Error | undefined {
    return this.#fault;
  }

  /** The version of the release; undefined while there is none. */
  get version(): string | undefined {
    return this.#release?.version;
  }

  /** When we began to serve this release. */
  get loadedAt(): Date {
    return this.#loadedAt;
  }

  /** Whether the files of the served release were damaged after it was opened, so that it could not be opened again. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** @throws Problem when the release is damaged, because its figures could be wrong */
  checkIntact(release: Release = this.release): void {
    if (release === this.#release ? this.#isDamaged : release.suspicion !== undefined)
      throw new Problem('unavailable', 'The data can’t be read right now. Try again.', { retry_after: 5 });
  }

  /**
   * Switches to a newly published release, or opens the served one again if its downloads have been made or its files have
   * changed. Returns true if it did. Rejects, and keeps serving the old release, if the opened one is damaged.
   */
  refresh(): Promise<boolean> {
    this.#opening ??= this.#load().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  close(): void {
    this.#earlier.close();
    this.#release?.close();
  }

  async #load(): Promise<boolean> {
    const stamp = this.#store.pointerStamp();
    if (this.isEmpty) return this.#loadFirst();
    if (stamp === this.#stamp) return (await this.#loadDownloads()) || this.#replaceIfDamaged();
    // Stored even when the release is damaged, so that the damage is reported once and not every second.
    this.#stamp = stamp;
    const name = this.#store.currentName();
    if (name === undefined) return false;
    const fresh = await openRelease(this.#store, name);
    const { contentHash, version, suspicion } = this.release;
    if (fresh.contentHash === contentHash && fresh.version === version && suspicion === undefined) {
      fresh.close();
      return false;
    }
    this.#serve(fresh);
    return true;
  }

  async #loadFirst(): Promise<boolean> {
    const name = this.#store.currentName();
    // A release that could not be opened is tried again when it has been made or fetched again.
    if (name === undefined || this.#doubted === this.#publication(name)) return false;
    await this.#begin(name);
    return true;
  }

  /** Opens the served release again when its downloads have been made: it was published before them. */
  async #loadDownloads(): Promise<boolean> {
    const { manifest, contentHash, version } = this.release;
    const name = this.#store.currentName();
    if (isWhole(manifest) || name === undefined) return false;
    const made = this.#store.manifest(name);
    // The published release may be another one, which was damaged when we tried to open it.
    if (!isWhole(made) || made.content_hash !== contentHash || made.version !== version) return false;
    const publication = this.#publication(name);
    if (this.#doubted === publication) return false;
    this.#doubted = publication;
    this.#serve(await openRelease(this.#store, name));
    return true;
  }

  /** Opens the first release. @throws OperatorError when it is damaged */
  async #begin(name: string): Promise<void> {
    this.#stamp = this.#store.pointerStamp();
    this.#doubted = this.#publication(name);
    try {
      this.#serve(await openRelease(this.#store, name));
    } catch (error) {
      this.#fault = error as Error;
      throw error;
    }
  }

  /** A text that changes when another release is published, or when the files of this one change. */
  #publication(name: string): string {
    return `${this.#store.pointerStamp()} ${this.#store.fileStamp(name)}`;
  }

  /**
   * The files of an open release should never change. When they were written to or cannot be read, we check them and open the
   * release again.
   */
  async #replaceIfDamaged(): Promise<boolean> {
    const suspicion = this.#release?.suspicion;
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
    this.#fault = undefined;
    this.#doubted = '';
    const old = this.#release;
    this.#release = fresh;
    this.#loadedAt = new Date();
    // The file is only read synchronously, so no request is in the middle of reading the old one.
    old?.close();
  }
}
