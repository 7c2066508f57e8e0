import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import { RELEASE_FORMAT } from '../../release/schema.ts';
import type { ReleaseStore } from '../../release/store.ts';
import { Busy, type Problem, releaseNotFound } from '../problems.ts';
import { openRelease } from './open-release.ts';
import type { Release } from './release.ts';

export interface EarlierReleasesParts {
  store: ReleaseStore;
  /** How many may be asked for, the newest first. */
  keep: number;
  log: Pick<Logger, 'error'>;
  /** How long a release stays open after another has taken its place. */
  closingMilliseconds?: number;
}

/** How many are open, besides the current release. Each takes about 100 MB. */
export const MOST_OPEN = 2;
/** Longer than any answer takes that was begun before. */
const CLOSING_MILLISECONDS = 30_000;

/** A release on this server, as its header describes it. */
type Kept = NonNullable<ReturnType<typeof describe>>;

/**
 * The releases that are kept besides the current one. Each is opened when someone asks for it. When another needs its place, the
 * least recently used one closes, one at a time and after a while: so at most `MOST_OPEN` and one more are in memory, and nobody
 * can make the server open releases all the time.
 */
export class EarlierReleases {
  readonly #parts: EarlierReleasesParts;
  /** By name, the least recently used first. */
  readonly #open = new Map<string, Release>();
  readonly #opening = new Map<string, Promise<Release>>();
  /** Names of those that turned out to be damaged. */
  readonly #damaged = new Set<string>();
  #closing: { release: Release; until: number; timer: NodeJS.Timeout } | undefined;
  #listed: { stamp: number; kept: readonly Kept[] } = { stamp: -1, kept: [] };
  #isClosed = false;

  constructor(parts: EarlierReleasesParts) {
    this.#parts = parts;
  }

  /** The versions that answers can be given from, newest first. */
  versions(current: string): string[] {
    const { keep } = this.#parts;
    return this.#readable()
      .filter(({ version }) => version !== current)
      .map(({ version }) => version)
      .slice(0, keep);
  }

  /** @param current the version of the release that is served @throws Problem for a version that is not kept, and when others were opened just now */
  at(version: string, current: string): Release | Promise<Release> {
    const versions = this.versions(current);
    const kept = versions.includes(version) ? this.#named(version) : undefined;
    // There may be one of a format that this program cannot read.
    const isKept = () => this.#all().some((each) => each.version === version);
    if (kept === undefined) throw releaseNotFound(version, [current, ...versions], isKept());
    return this.#used(kept.name) ?? this.#opening.get(kept.name) ?? this.#begin(kept, [current, ...versions]);
  }

  /** The release, if it is open. */
  opened(version: string): Release | undefined {
    const kept = this.#named(version);
    return kept && this.#used(kept.name);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#closing?.timer);
    for (const release of [...this.#open.values(), this.#closing?.release]) release?.close();
    this.#open.clear();
    this.#closing = undefined;
  }

  #used(name: string): Release | undefined {
    const release = this.#open.get(name);
    if (release === undefined) return undefined;
    this.#open.delete(name);
    this.#open.set(name, release);
    return release;
  }

  #begin({ name, version }: Kept, versions: readonly string[]): Promise<Release> {
    if (this.#open.size + this.#opening.size >= MOST_OPEN) this.#makeRoom();
    const opening = this.#load(name, () => releaseNotFound(version, versions, true)).finally(() =>
      this.#opening.delete(name),
    );
    this.#opening.set(name, opening);
    return opening;
  }

  async #load(name: string, problem: () => Problem): Promise<Release> {
    const { store, log } = this.#parts;
    try {
      const release = await openRelease(store, name);
      if (this.#isClosed) release.close();
      else this.#open.set(name, release);
      return release;
    } catch (error) {
      log.error({ err: error, release: name }, 'an earlier release cannot be opened');
      this.#damaged.add(name);
      throw problem();
    }
  }

  /** @throws Problem while another one is closing, and while all are being opened */
  #makeRoom(): void {
    const { closingMilliseconds = CLOSING_MILLISECONDS } = this.#parts;
    const [oldest] = this.#open;
    if (oldest === undefined || this.#closing !== undefined) {
      const wait = this.#closing === undefined ? 0 : this.#closing.until - Date.now();
      throw new Busy(
        'Other earlier data releases are being read just now. Try again.',
        Math.max(1, Math.ceil(wait / 1000)),
      );
    }
    const [name, release] = oldest;
    this.#open.delete(name);
    // A request that has begun may still read it.
    const timer = setTimeout(() => {
      this.#closing = undefined;
      release.close();
    }, closingMilliseconds).unref();
    this.#closing = { release, until: Date.now() + closingMilliseconds, timer };
  }

  #named(version: string): Kept | undefined {
    return this.#readable().find((each) => each.version === version);
  }

  #readable(): Kept[] {
    return this.#all().filter(({ name, isReadable }) => isReadable && !this.#damaged.has(name));
  }

  /** Newest version first; of several builds of a version, the last first. */
  #all(): readonly Kept[] {
    const { store } = this.#parts;
    // Changes whenever a release is added, replaced, removed or published.
    const stamp = statSync(store.directory, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (stamp !== this.#listed.stamp) {
      this.#damaged.clear();
      const kept = store.names().flatMap((name) => describe(store, name) ?? []);
      this.#listed = { stamp, kept: kept.sort((one, other) => byVersion(other.version, one.version)) };
    }
    return this.#listed.kept;
  }
}

/** Undefined for what has no header. */
function describe(store: ReleaseStore, name: string) {
  const header = store.header(name);
  return header && { name, version: header.version, isReadable: header.format === RELEASE_FORMAT };
}

/** By the numbers in a version: 2026.9.1, 2026.11.1, 2026.11.10. */
function byVersion(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

/** An earlier release made room for another one while a request for it waited. */
export function releaseClosed(): Problem {
  return new Busy('This data release was just closed. Try again.');
}
