import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../process/make-directory.ts';
import { OperatorError } from '../process/operator-error.ts';
import type { PublishedRelease, ReleaseArchive } from '../storage/release-archive.ts';
import { isLeftover } from './drafts.ts';
import type { ReleaseStore } from './store.ts';

export interface ReleaseMirrorParts {
  archive: ReleaseArchive;
  releases: ReleaseStore;
  log: {
    info(told: { release: string }, message: string): void;
    error(told: { release: string; err: unknown }, message: string): void;
  };
}

/**
 * Keeps the releases of this machine on what is published for all nodes. Whoever serves sees no difference to a release that
 * was published here. While the archive cannot be reached, what is here goes on.
 */
export class ReleaseMirror {
  readonly #archive: ReleaseArchive;
  readonly #releases: ReleaseStore;
  readonly #log: ReleaseMirrorParts['log'];
  #seen: number | undefined;

  constructor({ archive, releases, log }: ReleaseMirrorParts) {
    this.#archive = archive;
    this.#releases = releases;
    this.#log = log;
  }

  /**
   * Publishes here what is published for all, fetching it first where it is missing. A damaged one is logged, once, and what
   * was published here before stays. Rejects when the archive cannot be reached.
   */
  async takeUp(): Promise<void> {
    const published = await this.#archive.published();
    if (published === undefined || published.publication === this.#seen) return;
    try {
      await this.#take(published);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      this.#log.error({ err: error, release: published.name }, 'a new release is refused');
    }
    this.#seen = published.publication;
  }

  async #take({ name }: PublishedRelease): Promise<void> {
    if (!(await this.#isHere(name))) await this.fetch(name);
    if (this.#releases.currentName() !== name) this.#releases.publish(name);
  }

  /** @throws OperatorError when what the archive has is damaged */
  async fetch(name: string): Promise<void> {
    const draft = this.#emptyDraft();
    try {
      await this.#archive.fetch(name, join(this.#releases.directory, draft));
      await this.#releases.check(draft);
      const directory = join(this.#releases.directory, name);
      rmSync(directory, { recursive: true, force: true });
      renameSync(join(this.#releases.directory, draft), directory);
      this.#log.info({ release: name }, 'fetched a release');
    } finally {
      rmSync(join(this.#releases.directory, draft), { recursive: true, force: true });
    }
  }

  async #isHere(name: string): Promise<boolean> {
    if (!existsSync(this.#releases.releaseFile(name))) return false;
    try {
      await this.#releases.check(name);
      return true;
    } catch (error) {
      this.#log.error({ err: error, release: name }, 'a release is damaged here and will be fetched anew');
      return false;
    }
  }

  /** Of this process; those of processes that were killed are cleared away. */
  #emptyDraft(): string {
    const { directory } = this.#releases;
    const draft = `.${process.pid}-fetched`;
    makeDirectory(directory);
    for (const name of [...readdirSync(directory).filter(isLeftover), draft])
      rmSync(join(directory, name), { recursive: true, force: true });
    return draft;
  }
}
