import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeDraft } from '../../process/drafts.ts';
import { OperatorError } from '../../process/operator-error.ts';
import type { ReleaseStore } from '../../release/store.ts';
import type { PublishedRelease, ReleaseArchive } from './release-archive.ts';

export interface ReleaseMirrorParts {
  archive: ReleaseArchive;
  releases: ReleaseStore;
  log: {
    info(details: { release: string }, message: string): void;
    error(details: { release: string; err: unknown }, message: string): void;
  };
}

/**
 * Publishes on this machine what is published for all nodes. A server treats such a release like one that was published
 * here. While the archive cannot be reached, the servers keep the release that they have.
 */
export class ReleaseMirror {
  readonly #parts: ReleaseMirrorParts;
  #seen: number | undefined;
  /** The publication that was seen when the earlier releases were fetched last. */
  #seenEarlier: number | undefined;

  constructor(parts: ReleaseMirrorParts) {
    this.#parts = parts;
  }

  /**
   * Publishes here what is published for all nodes, and fetches it first if it is missing. A damaged release is logged, once,
   * and the one that was published here before stays. Rejects when the archive cannot be reached.
   */
  async loadPublished(): Promise<void> {
    const published = await this.#parts.archive.published();
    if (published === undefined || published.publication === this.#seen) return;
    try {
      await this.#take(published);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      this.#parts.log.error({ err: error, release: published.name }, 'a new release is refused');
    }
    this.#seen = published.publication;
  }

  /**
   * After `loadPublished` has seen another publication: fetches the releases before it that are missing here, because requests
   * may ask for them with `release=`. A damaged one is logged, once. Rejects when the archive cannot be reached.
   *
   * @param keep how many, those published last first
   */
  async loadEarlier(keep: number): Promise<void> {
    if (this.#seen === this.#seenEarlier) return;
    const seen = this.#seen;
    const published = await this.#parts.archive.published();
    const earlier = (await this.#parts.archive.names())
      .filter((name) => name !== published?.name)
      .slice(0, keep);
    for (const name of earlier.filter((each) => !existsSync(this.#parts.releases.releaseFile(each))))
      try {
        await this.fetch(name);
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        this.#parts.log.error({ err: error, release: name }, 'an earlier release is refused');
      }
    this.#seenEarlier = seen;
  }

  async #take({ name }: PublishedRelease): Promise<void> {
    if (!(await this.#isHere(name))) await this.fetch(name);
    if (this.#parts.releases.currentName() !== name) this.#parts.releases.publish(name);
  }

  /** @throws OperatorError when the release in the archive is damaged */
  async fetch(name: string): Promise<void> {
    const draft = makeDraft(this.#parts.releases.directory, 'fetched');
    try {
      await this.#parts.archive.fetch(name, draft);
      await this.#parts.releases.check(basename(draft));
      const directory = join(this.#parts.releases.directory, name);
      rmSync(directory, { recursive: true, force: true });
      renameSync(draft, directory);
      this.#parts.log.info({ release: name }, 'fetched a release');
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }

  async #isHere(name: string): Promise<boolean> {
    if (!existsSync(this.#parts.releases.releaseFile(name))) return false;
    try {
      await this.#parts.releases.check(name);
      return true;
    } catch (error) {
      this.#parts.log.error(
        { err: error, release: name },
        'a release is damaged here and will be fetched again',
      );
      return false;
    }
  }
}
