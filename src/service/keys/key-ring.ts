import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { memo } from '../../engine/memo.ts';
import { upTo } from '../cache-size.ts';
import type { Store } from '../storage/database.ts';
import { type ApiKeyRow, keyByHash, keysChangedSince, latestKeys } from '../storage/keys.ts';
import { isUnreachable } from '../storage/unreachable.ts';
import { type ApiKey, type KeyState, stateOf, toApiKey } from './key.ts';
import type { KnownKeys } from './known-keys.ts';
import { hashToken, isWellFormed } from './token.ts';

export type Verification =
  | { key: ApiKey }
  | { rejected: 'malformed' | 'unknown' | Exclude<KeyState, 'active'> };

/** A row that is committed late may have an earlier time than one already seen, so we look back this far. */
const LOOK_BACK_MILLISECONDS = 60_000;
/** How long hashes that the store did not know are remembered, so that guessing keys does not load the store. */
const UNKNOWN_MILLISECONDS = 500;
/** How long a request waits for the store. Proxies drop nodes that do not answer within about two seconds. */
const LOOK_UP_MILLISECONDS = 1000;

/** How many keys are kept unless a setting says otherwise. */
const KEPT_KEYS = 100_000;

/**
 * The keys in use, in memory, by the hash of their token; the least recently used are dropped first. Only a well-formed key that
 * is not in memory costs a look-up in the store.
 */
export class KeyRing {
  readonly #store: Store;
  readonly #clock: () => number;
  readonly #byHash: LRUCache<string, ApiKey>;
  /** The hash of the access token that a connected agent has now, by the id of its key. */
  readonly #agents: LRUCache<string, string>;
  readonly #unknown = new LRUCache<string, true>({ max: 10_000, ttl: UNKNOWN_MILLISECONDS });
  /** Look-ups under way: requests with the same key share one. */
  readonly #lookUps = new Map<string, Promise<ApiKey | undefined>>();
  /** Undefined if nothing is kept on disk. */
  readonly #known: KnownKeys | undefined;
  #isConfirmed = false;
  #seenChanges = Number.NaN;
  /** When the last read of changes has ended. */
  #applied: Promise<void> = Promise.resolve();
  /** How many batches of changes have been applied. */
  #changesTaken = 0;
  #updatedAt = new Date(0).toISOString();

  constructor(store: Store, clock: () => number = Date.now, keptKeys = KEPT_KEYS, known?: KnownKeys) {
    this.#store = store;
    this.#known = known;
    this.#clock = clock;
    this.#byHash = new LRUCache(upTo(keptKeys));
    this.#agents = new LRUCache(upTo(keptKeys));
  }

  /** How many keys are in memory, including revoked and expired ones. */
  get size(): number {
    return this.#byHash.size;
  }

  /** Loads the keys; while the store is unreachable, those that this node knew last. */
  async begin(): Promise<void> {
    try {
      await this.load();
    } catch (error) {
      if (!isUnreachable(error as Error)) throw error;
      for (const [hash, key] of this.#known?.read(this.#clock()) ?? []) this.#byHash.set(hash, key);
    }
  }

  /**
   * Loads as many keys as there is room for, the most recently created or changed first: if all of them fit, no request needs the
   * store any more. Keys that were in memory before, from disk or from a failed load, and are not among them are dropped.
   */
  async load(): Promise<void> {
    const seenChanges = this.#store.foreignChanges();
    const unconfirmed = new Set(this.#byHash.keys());
    for await (const rows of latestKeys(this.#store.database, this.#byHash.maxSize))
      for (const row of rows) {
        this.#noteChange(row);
        unconfirmed.delete(row.hash);
        if (this.#byHash.has(row.hash) || stateOf(toApiKey(row), this.#clock()) === 'active') this.#keep(row);
      }
    for (const hash of unconfirmed) this.#byHash.delete(hash);
    this.#isConfirmed = true;
    this.#seenChanges = seenChanges;
  }

  /** Whether the keys in memory came from the store: not if it has been unreachable since the start. */
  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  /** Keeps the known keys on disk, for a start without the store. Does nothing until the keys have come from the store. */
  async saveKnown(): Promise<void> {
    if (!this.isConfirmed) return;
    await this.#known?.update(() => this.#byHash.entries());
  }

  /** Reads what other processes changed. Called several times a second; almost free without changes. */
  async refresh(): Promise<void> {
    if (!this.isConfirmed) {
      await this.load();
      return;
    }
    const changes = this.#store.foreignChanges();
    if (changes === this.#seenChanges) return;
    await this.applyChanges();
    // After the read: if it fails, the next call tries again.
    this.#seenChanges = changes;
  }

  /**
   * Reads recent changes, also those of this process: call it right after changing keys. One read begins when the one before it has
   * ended: of two at once, on two connections, the older could end last and bring a revoked key back.
   */
  applyChanges(): Promise<void> {
    const applied = this.#applied.then(() => this.#readChanges());
    this.#applied = applied.catch(() => {});
    return applied;
  }

  async #readChanges(): Promise<void> {
    // If a clock was set back, the next change has an earlier time than those seen.
    const known = Math.min(this.#clock(), Date.parse(this.#updatedAt));
    const since = new Date(known - LOOK_BACK_MILLISECONDS).toISOString();
    for await (const rows of keysChangedSince(this.#store.database, since)) {
      this.#changesTaken++;
      for (const row of rows) {
        this.#noteChange(row);
        this.#dropReplaced(row);
        // Without room, a key that is not in use here is read when it is used.
        if (this.#byHash.has(row.hash) || this.size < this.#byHash.maxSize) this.#keep(row);
        else this.#known?.note(row.hash, toApiKey(row));
      }
    }
    this.#unknown.clear();
  }

  /**
   * Returns at once for a key in memory; a promise only for a well-formed key that is not in memory.
   *
   * @param mayLookUp whether the store may be asked; if not, a key made by another process is known after the next refresh
   */
  verify(
    token: string,
    mayLookUp: () => boolean = () => true,
    hash = hashToken(token),
  ): Verification | Promise<Verification> {
    const known = this.#byHash.get(hash);
    if (known !== undefined) return this.#judge(known);
    if (!isWellFormed(token)) return { rejected: 'malformed' };
    if (this.#unknown.has(hash) || !mayLookUp()) return { rejected: 'unknown' };
    return this.#lookUp(hash);
  }

  async #lookUp(hash: string): Promise<Verification> {
    const lookUp = memo(this.#lookUps, hash, () =>
      this.#read(hash).finally(() => this.#lookUps.delete(hash)),
    );
    const key = await inTime(lookUp);
    return key === undefined ? { rejected: 'unknown' } : this.#judge(key);
  }

  async #read(hash: string): Promise<ApiKey | undefined> {
    const changesBefore = this.#changesTaken;
    const row = await keyByHash(this.#store.database, hash);
    if (row === undefined) {
      this.#unknown.set(hash, true);
      return undefined;
    }
    // A row read while changes were applied may be older than they are: it is used once, and read again next time.
    return changesBefore === this.#changesTaken ? this.#keep(row) : toApiKey(row);
  }

  #judge(key: ApiKey): Verification {
    const state = stateOf(key, this.#clock());
    return state === 'active' ? { key } : { rejected: state };
  }

  #keep(row: ApiKeyRow): ApiKey {
    const key = toApiKey(row);
    this.#byHash.set(row.hash, key);
    if (row.client_id !== null) this.#agents.set(row.id, row.hash);
    this.#known?.note(row.hash, key);
    return key;
  }

  /** An agent's next access token ends the one before, which this node may know. */
  #dropReplaced(row: ApiKeyRow): void {
    const replaced = row.client_id === null ? undefined : this.#agents.get(row.id);
    if (replaced === undefined || replaced === row.hash) return;
    this.#byHash.delete(replaced);
    this.#agents.delete(row.id);
    this.#known?.note(replaced, { ...toApiKey(row), revoked: true });
  }

  #noteChange({ updated_at }: Pick<ApiKeyRow, 'updated_at'>): void {
    if (updated_at > this.#updatedAt) this.#updatedAt = updated_at;
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
