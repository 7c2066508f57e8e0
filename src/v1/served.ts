import { LRUCache } from 'lru-cache';
import type { Catalogue } from '../engine/catalogue/catalogue.ts';
import { releaseClosed } from '../engine/catalogue/earlier-releases.ts';
import type { Release } from '../engine/catalogue/release.ts';
import type { Endpoint } from '../engine/endpoint.ts';
import { memo } from '../engine/memo.ts';
import type { ReadQuery } from '../engine/parameters/query.ts';
import type { Scope } from '../engine/permissions.ts';
import type { Download } from '../engine/release/download.ts';
import { LongRepresentations } from '../service/http/long-representations.ts';
import { Representations } from '../service/http/representation.ts';
import { releaseLines } from './file-part.ts';

/** An operation and how to read its query. */
export interface Route {
  operation: Endpoint | Download;
  readQuery: ReadQuery;
}

/** What a URL asks for, and what it names in the current release or in that of its `release`. */
export interface Target {
  /** Undefined if there is nothing at the path. */
  route: Route | undefined;
  parameters: Record<string, string | undefined>;
  /** As sent, until it has been read. */
  query: Record<string, unknown>;
  /** The permissions that it needs; undefined until the query has been read. */
  scopes?: readonly Scope[];
  /** What the URL names in the release, once that has been resolved. */
  resource?: KnownResource;
}

interface KnownResource {
  /** The release in which it was found: while a request waits, the next release may be published. */
  release: Release;
  /** `Resource.identity`, with the selected `fields`; `cacheKey` adds the format. */
  identity: string;
  /** `Content-Location`, if the URL is not the canonical one; a field line. */
  locationLine: string;
}

/** An open release, what has been rendered of it, and the targets of URLs, by URL as sent. */
export interface Served {
  release: Release;
  representations: Representations;
  /** Lists of many megabytes. */
  longRepresentations: LongRepresentations;
  targets: LRUCache<string, Target>;
}

const TARGETS_BYTES = 8 * 1024 * 1024;
/** Memory per target besides its URL. */
const TARGET_OVERHEAD_BYTES = 600;
/** The memory for an earlier release, as a part of that for the current one. */
const EARLIER_PART = 1 / 8;

/** What is remembered of each open release, so that the answer of one never stands for that of another. */
export class ServedReleases {
  readonly #catalogue: Catalogue;
  readonly #bodyCacheBytes: number;
  #current: Served | undefined;
  /** Of earlier releases, as long as they are open. */
  readonly #earlier = new WeakMap<Release, Served>();

  constructor(catalogue: Catalogue, bodyCacheBytes: number) {
    this.#catalogue = catalogue;
    this.#bodyCacheBytes = bodyCacheBytes;
  }

  get current(): Served {
    const { release } = this.#catalogue;
    if (this.#current?.release !== release) this.#current = this.#served(release, 1);
    return this.#current;
  }

  /** From the release that the target names. @throws Problem when it was closed while the request waited */
  for({ query: { release } }: Target): Served {
    if (release === undefined) return this.current;
    const served = this.opened(String(release));
    if (served === undefined) throw releaseClosed();
    return served;
  }

  /** By version; undefined unless it is open. */
  opened(version: string): Served | undefined {
    const release = this.#catalogue.opened(version);
    if (release === undefined) return undefined;
    if (release === this.#catalogue.release) return this.current;
    return memo(this.#earlier, release, () => this.#served(release, EARLIER_PART));
  }

  #served(release: Release, part: number): Served {
    const representations = new Representations(
      Math.ceil(this.#bodyCacheBytes * part),
      releaseLines(release),
    );
    return {
      release,
      representations,
      longRepresentations: new LongRepresentations(representations),
      targets: new LRUCache({
        maxSize: Math.ceil(TARGETS_BYTES * part),
        sizeCalculation: (_, url) => url.length + TARGET_OVERHEAD_BYTES,
      }),
    };
  }
}
