import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Store } from '../storage/database.ts';
import { allKeys, keyByHash, keysUpdatedSince } from '../storage/keys.ts';
import { type ApiKey, type KeyState, stateOf, toApiKey } from './key.ts';
import { hashToken, isWellFormed } from './token.ts';

export type Verification =
  | { key: ApiKey }
  | { rejected: 'malformed' | 'unknown' | Exclude<KeyState, 'active'> };

/** A row committed late may carry an earlier time than one already seen; look back this far. */
const LOOK_BACK_MILLISECONDS = 60_000;
/** How long hashes that the store did not know are remembered, so that guessing keys does not load the store. */
const UNKNOWN_MILLISECONDS = 500;
/** How long a request waits for the store. Proxies drop nodes that do not answer within about two seconds. */
const LOOK_UP_MILLISECONDS = 1000;

/**
 * All keys, in memory, by the hash of their token. Only a well-formed key that is not in memory costs a look-up in the store:
 * another process may have made it a moment ago.
 */
export class KeyRing {
  readonly #store: Store;
  readonly #clock: () => number;
  readonly #byHash = new Map<string, ApiKey>();
  readonly #unknown = new LRUCache<string, true>({ max: 10_000, ttl: UNKNOWN_MILLISECONDS });
  #seenChanges = Number.NaN;
  #updatedAt = new Date(0).toISOString();

  constructor(store: Store, clock: () => number = Date.now) {
    this.#store = store;
    this.#clock = clock;
  }

  /** How many there are, with those that are revoked or expired. */
  get size(): number {
    return this.#byHash.size;
  }

  async load(): Promise<void> {
    this.#seenChanges = this.#store.foreignChanges();
    for (const row of await allKeys(this.#store.database)) this.#take(row);
  }

  /** Reads what other processes changed. It is called several times a second, and costs next to nothing without changes. */
  async refresh(): Promise<void> {
    const changes = this.#store.foreignChanges();
    if (changes === this.#seenChanges) return;
    await this.takeUpChanges();
    // After the read: if it fails, the next call tries again.
    this.#seenChanges = changes;
  }

  /** Reads recent changes, also those of this process: call it right after changing keys. */
  async takeUpChanges(): Promise<void> {
    // If a clock was set back, the next change carries an earlier time than those seen.
    const known = Math.min(this.#clock(), Date.parse(this.#updatedAt));
    const since = new Date(known - LOOK_BACK_MILLISECONDS).toISOString();
    for (const row of await keysUpdatedSince(this.#store.database, since)) this.#take(row);
    this.#unknown.clear();
  }

  /**
   * At once for a key in memory; a promise only for a well-formed key that memory does not have.
   *
   * @param mayLookUp whether the store may be asked; if not, a key made by another process is known after the next refresh
   */
  verify(token: string, mayLookUp: () => boolean = () => true): Verification | Promise<Verification> {
    const hash = hashToken(token);
    const known = this.#byHash.get(hash);
    if (known !== undefined) return this.#judge(known);
    if (!isWellFormed(token)) return { rejected: 'malformed' };
    if (this.#unknown.has(hash) || !mayLookUp()) return { rejected: 'unknown' };
    return this.#lookUp(hash);
  }

  async #lookUp(hash: string): Promise<Verification> {
    const row = await inTime(keyByHash(this.#store.database, hash));
    if (row === undefined) {
      this.#unknown.set(hash, true);
      return { rejected: 'unknown' };
    }
    return this.#judge(this.#take(row));
  }

  #judge(key: ApiKey): Verification {
    const state = stateOf(key, this.#clock());
    return state === 'active' ? { key } : { rejected: state };
  }

  #take(row: Parameters<typeof toApiKey>[0]): ApiKey {
    const key = toApiKey(row);
    this.#byHash.set(row.hash, key);
    if (row.updated_at > this.#updatedAt) this.#updatedAt = row.updated_at;
    return key;
  }
}

/** The outcome of a look-up, or an error when the store takes too long. The look-up itself is not cancelled. */
async function inTime<Row>(lookUp: Promise<Row>): Promise<Row> {
  const timer = new AbortController();
  const tooLate = delay(LOOK_UP_MILLISECONDS, undefined, { ref: false, signal: timer.signal }).then(() => {
    throw new Error(`the store did not answer within ${LOOK_UP_MILLISECONDS} ms`);
  });
  try {
    return await Promise.race([lookUp, tooLate]);
  } finally {
    timer.abort();
  }
}
