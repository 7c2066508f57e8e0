import { constants, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { draftPath, hasEnded, sweepDrafts } from '../../process/drafts.ts';
import { inGroups } from '../storage/in-parts.ts';
import { type ApiKey, networksOf, scopesOf, stateOf } from './key.ts';

export interface KnownKeysOptions {
  /** LDS_HOME. */
  home: string;
  /** How long after the last contact with the store the file may be used; 0 keeps no file. */
  knownKeysMilliseconds: number;
}

/** Each process writes a file with its process number. A file without one is from an older version of the program. */
const FILE_NAME = /^known-keys(?:\.(\d+))?$/;
/** The most keys in a new file, some 20 MB. Changes are added until it has twice as many lines. */
const MOST_KNOWN = 100_000;
/**
 * How long a file may have a key that was revoked: as long as the store itself keeps the hash of a key whose account was deleted.
 * So a file whose process has not reached the store for this long is removed, which also removes that of an ended process whose
 * number another process has now.
 */
const REVOKED_MILLISECONDS = 3_600_000;
/** Processes of a node end within the time that their last requests take. One that ended earlier may have missed a revocation. */
const TOGETHER_MILLISECONDS = 60_000;
const LINES_AT_ONCE = 1000;
const PRIVATE = 0o600;
/** Fails if another process has just removed the file; the next update then writes all keys. */
const APPEND = constants.O_WRONLY | constants.O_APPEND;

/**
 * As in the file: hash, id, holder, lineage, plan, share, scopes, header only, expiry, revoked, addresses. An older version of the
 * program, which knew no addresses, wrote none.
 */
type Line = [
  ...[string, string, string, string, string, number | null, string, boolean, number | null, boolean],
  addresses?: string | null,
];

/**
 * The keys that this node knew when it last reached the store, in files that only its user can read. With them, it can start
 * while the store is unreachable. Each process writes its own file and reads all of them. The files have hashes and permissions,
 * not tokens. A later line about a key replaces an earlier one, so a change costs one line. A file's modification time is that of
 * its process's last contact with the store.
 */
export class KnownKeys {
  readonly #home: string;
  readonly #file: string;
  readonly #maxAge: number;
  readonly #clock: () => number;
  readonly #waiting = new Map<string, ApiKey>();
  /** How many lines the file has; infinite if the file may be wrong and has to be written again. */
  #lines = Number.POSITIVE_INFINITY;
  /** Whether more keys changed than may wait to be written. */
  #overflowed = false;
  /** Since when the file may have a key that is revoked. */
  #revokedAt: number | undefined;

  /** @param owner the process that keeps the file */
  constructor(
    { home, knownKeysMilliseconds }: KnownKeysOptions,
    { owner = process.pid, clock = Date.now } = {},
  ) {
    this.#home = home;
    this.#file = join(home, `known-keys.${owner}`);
    this.#maxAge = knownKeysMilliseconds;
    this.#clock = clock;
    if (knownKeysMilliseconds === 0) this.#remove(() => true);
  }

  /** Adds the current state of a key to the next `update`. */
  note(hash: string, key: ApiKey): void {
    if (this.#maxAge === 0 || this.#overflowed) return;
    this.#waiting.set(hash, key);
    if (key.revoked) this.#revokedAt ??= this.#clock();
    if (this.#waiting.size > MOST_KNOWN) this.#overflowed = true;
  }

  /**
   * The keys by hash, as they were at the last contact with the store. None if that is too long ago, or if a line is damaged: it
   * might be the revocation of a key in an earlier line.
   */
  read(now: number): Map<string, ApiKey> {
    if (this.#maxAge === 0) return new Map();
    const files = this.#files()
      .map(({ path }) => ({ path, at: contactOf(path) }))
      .toSorted((one, other) => one.at - other.at);
    const last = files.at(-1)?.at ?? 0;
    if (now - last > this.#maxAge) return new Map();
    const known = files
      .filter(({ at }) => last - at <= TOGETHER_MILLISECONDS)
      .flatMap(({ path }) => linesIn(path));
    return known.every((line) => line !== undefined) ? new Map(known) : new Map();
  }

  /** Records the contact with the store, and writes the changes, or all keys if the file may be wrong. */
  async update(keys: () => Iterable<[string, ApiKey]>): Promise<void> {
    if (this.#maxAge === 0) return;
    const changed = [...this.#waiting];
    const isOutdated =
      this.#revokedAt !== undefined && this.#clock() - this.#revokedAt >= REVOKED_MILLISECONDS;
    const lines = this.#overflowed || isOutdated ? Number.POSITIVE_INFINITY : this.#lines + changed.length;
    this.#waiting.clear();
    this.#overflowed = false;
    // Infinite until everything is written, so that a failure is followed by a new file.
    this.#lines = Number.POSITIVE_INFINITY;
    if (lines > 2 * MOST_KNOWN || !existsSync(this.#file)) this.#lines = await this.#write(keys());
    else {
      await writeFile(this.#file, inPieces(changed), { flag: APPEND });
      const now = new Date();
      await utimes(this.#file, now, now);
      this.#lines = lines;
    }
    this.#remove(({ path }) => path !== this.#file && this.#clock() - contactOf(path) > REVOKED_MILLISECONDS);
  }

  /** Writes a new file with the active ones of these keys, the most recently used first. @returns how many it has */
  async #write(keys: Iterable<[string, ApiKey]>): Promise<number> {
    const now = this.#clock();
    const active = Iterator.from(keys).filter(([, key]) => stateOf(key, now) === 'active');
    const most = [...active.take(MOST_KNOWN)];
    this.#revokedAt = undefined;
    sweepDrafts(this.#home);
    const draft = draftPath(this.#home, 'known-keys');
    rmSync(draft, { force: true });
    try {
      await writeFile(draft, inPieces(most), { flag: 'wx', mode: PRIVATE });
      renameSync(draft, this.#file);
      this.#remove(({ owner }) => owner === undefined || hasEnded(owner));
    } catch (error) {
      // Frees the space, because the disk may be full.
      rmSync(draft, { force: true });
      throw error;
    }
    return most.length;
  }

  #files(): OwnedFile[] {
    const names = existsSync(this.#home) ? readdirSync(this.#home) : [];
    return names.flatMap((name) => {
      const match = FILE_NAME.exec(name);
      const owner = match?.[1] === undefined ? undefined : Number(match[1]);
      return match === null ? [] : [{ path: join(this.#home, name), owner }];
    });
  }

  #remove(which: (file: OwnedFile) => boolean): void {
    for (const file of this.#files().filter(which)) rmSync(file.path, { force: true });
  }
}

interface OwnedFile {
  path: string;
  /** The process that wrote it; undefined if that was an older version of the program. */
  owner: number | undefined;
}

/** When the file's process last reached the store, in milliseconds; 0 if another process has just removed the file. */
function contactOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** None if another process, which has reached the store, has just removed the file. */
function linesIn(path: string): ([string, ApiKey] | undefined)[] {
  if (!existsSync(path)) return [];
  const known = readFileSync(path, 'utf8').split('\n').map(parse);
  // The last one is empty, or was cut short when the machine stopped.
  if (known.at(-1) === undefined) known.pop();
  return known;
}

function* inPieces(keys: [string, ApiKey][]): Generator<string> {
  for (const some of inGroups(keys, LINES_AT_ONCE))
    yield some.map(([hash, key]) => `${JSON.stringify(toLine(hash, key))}\n`).join('');
}

function toLine(hash: string, key: ApiKey): Line {
  const { id, holder, lineage, plan, share, scopes, headerOnly, addresses, expiresAt, revoked } = key;
  const expiry = Number.isFinite(expiresAt) ? expiresAt : null;
  const named = addresses === undefined ? null : String(addresses);
  return [hash, id, holder, lineage, plan, share, [...scopes].join(' '), headerOnly, expiry, revoked, named];
}

/** Undefined for a damaged line. */
function parse(line: string): [string, ApiKey] | undefined {
  try {
    const [hash, id, holder, lineage, plan, share, scopeText, headerOnly, expiry, revoked, named = null] =
      JSON.parse(line) as Line;
    if (typeof revoked !== 'boolean') return undefined;
    const expiresAt = expiry ?? Number.POSITIVE_INFINITY;
    const [scopes, addresses] = [scopesOf(scopeText), networksOf(named)];
    return [hash, { id, holder, lineage, plan, share, scopes, headerOnly, addresses, expiresAt, revoked }];
  } catch {
    return undefined;
  }
}
