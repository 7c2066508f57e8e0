import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { appendFile, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { draftPath, sweepDrafts } from '../process/drafts.ts';
import { type ApiKey, scopesOf } from './key.ts';

export interface KnownKeysOptions {
  /** LDS_HOME. */
  home: string;
  /** How long after the last contact with the store the file may be used; 0 keeps no file. */
  knownKeysMilliseconds: number;
}

/** The most keys in the file, some 20 MB. */
export const MOST_KNOWN = 100_000;
const LINES_AT_ONCE = 1000;
const PRIVATE = 0o600;

/** As in the file: hash, id, holder, lineage, plan, share, scopes, header only, expiry, revoked. */
type Line = [string, string, string, string, string, number | null, string, boolean, number | null, boolean];

/**
 * The keys that this node knew when it last reached the store, in a file that only its user can read. With them, it can start while
 * the store is unreachable. The file has hashes and permissions, not tokens. A later line about a key replaces an earlier one, so a
 * change costs one line. The file's modification time is that of the last contact.
 */
export class KnownKeys {
  readonly #file: string;
  readonly #maxAge: number;
  readonly #waiting = new Map<string, ApiKey>();
  /** Infinite while the file may differ from memory. */
  #lines = Number.POSITIVE_INFINITY;
  /** Whether more keys changed than are waiting to be written. */
  #overflowed = false;

  constructor({ home, knownKeysMilliseconds }: KnownKeysOptions) {
    this.#file = join(home, 'known-keys');
    this.#maxAge = knownKeysMilliseconds;
    if (knownKeysMilliseconds === 0) rmSync(this.#file, { force: true });
  }

  /** Adds the current state of a key to the next `update`. */
  note(hash: string, key: ApiKey): void {
    if (this.#maxAge === 0 || this.#overflowed) return;
    this.#waiting.set(hash, key);
    if (this.#waiting.size > MOST_KNOWN) this.#overflowed = true;
  }

  /**
   * By hash, as they were at the last contact with the store. None if that is too long ago, or if a line is damaged: it might
   * be the revocation of a key in an earlier line.
   */
  read(now: number): Map<string, ApiKey> {
    if (this.#maxAge === 0 || !existsSync(this.#file)) return new Map();
    if (now - statSync(this.#file).mtimeMs > this.#maxAge) return new Map();
    const known = readFileSync(this.#file, 'utf8').split('\n').map(parse);
    // The last line is empty, or was cut short when the machine stopped.
    if (known.at(-1) === undefined) known.pop();
    return known.every((line) => line !== undefined) ? new Map(known) : new Map();
  }

  /** Records the contact with the store, and writes the changes, or all keys if the file may be wrong. */
  async update(keys: () => Iterable<[string, ApiKey]>): Promise<void> {
    if (this.#maxAge === 0) return;
    const changed = [...this.#waiting];
    const lines = this.#overflowed ? Number.POSITIVE_INFINITY : this.#lines + changed.length;
    this.#waiting.clear();
    this.#overflowed = false;
    // Until everything is written: a failure is followed by a new file.
    this.#lines = Number.POSITIVE_INFINITY;
    if (lines > 2 * MOST_KNOWN || !existsSync(this.#file)) this.#lines = await this.#write(keys());
    else {
      for (const piece of inPieces(changed)) await appendFile(this.#file, piece);
      const now = new Date();
      await utimes(this.#file, now, now);
      this.#lines = lines;
    }
  }

  /** Starts a new file with these keys, the most recently used first. @returns how many there are */
  async #write(keys: Iterable<[string, ApiKey]>): Promise<number> {
    const most = [...Iterator.from(keys).take(MOST_KNOWN)];
    const directory = dirname(this.#file);
    sweepDrafts(directory);
    const draft = draftPath(directory, 'known-keys');
    rmSync(draft, { force: true });
    closeSync(openSync(draft, 'wx', PRIVATE));
    try {
      for (const piece of inPieces(most)) {
        await appendFile(draft, piece);
        await setImmediate();
      }
      renameSync(draft, this.#file);
    } catch (error) {
      // Frees the space, because the disk may be full.
      rmSync(draft, { force: true });
      throw error;
    }
    return most.length;
  }
}

function* inPieces(keys: [string, ApiKey][]): Generator<string> {
  for (let from = 0; from < keys.length; from += LINES_AT_ONCE)
    yield keys
      .slice(from, from + LINES_AT_ONCE)
      .map(([hash, key]) => `${JSON.stringify(toLine(hash, key))}\n`)
      .join('');
}

function toLine(hash: string, key: ApiKey): Line {
  const { id, holder, lineage, plan, share, scopes, headerOnly, expiresAt, revoked } = key;
  const expiry = Number.isFinite(expiresAt) ? expiresAt : null;
  return [hash, id, holder, lineage, plan, share, [...scopes].join(' '), headerOnly, expiry, revoked];
}

/** Undefined for a damaged line. */
function parse(line: string): [string, ApiKey] | undefined {
  try {
    const [hash, id, holder, lineage, plan, share, scopes, headerOnly, expiry, revoked] = JSON.parse(
      line,
    ) as Line;
    if (typeof revoked !== 'boolean') return undefined;
    const expiresAt = expiry ?? Number.POSITIVE_INFINITY;
    return [
      hash,
      { id, holder, lineage, plan, share, scopes: scopesOf(scopes), headerOnly, expiresAt, revoked },
    ];
  } catch {
    return undefined;
  }
}
