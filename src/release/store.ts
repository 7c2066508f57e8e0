import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { replaceFile } from '../process/drafts.ts';
import { fileSha256 } from '../process/file-sha256.ts';
import { makeDirectory } from '../process/make-directory.ts';
import { OperatorError } from '../process/operator-error.ts';
import { DOWNLOAD_FILES, DOWNLOAD_FORMATS } from './download-files.ts';
import {
  type FileProof,
  type ReleaseChanges,
  type ReleaseManifest,
  readChanges,
  readDataHash,
  readManifest,
} from './manifest.ts';

/** `LDS_HOME/releases`: one directory per release, and the file `current` that names the one to serve. */
export class ReleaseStore {
  readonly directory: string;

  constructor(home: string) {
    this.directory = join(home, 'releases');
  }

  /** The directory name of the current release; undefined before the first one. */
  currentName(): string | undefined {
    const pointer = this.#pointer();
    return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : undefined;
  }

  /** The same for what needs one. @throws OperatorError before the first one */
  published(): string {
    const name = this.currentName();
    if (name === undefined)
      throw new OperatorError('No release is published here: npm run lds -- data publish');
    return name;
  }

  /** Changes whenever something is published. */
  pointerStamp(): string {
    const stat = statSync(this.#pointer(), { throwIfNoEntry: false });
    return stat === undefined ? '' : `${stat.mtimeMs} ${stat.ino}`;
  }

  manifest(name: string): ReleaseManifest {
    return this.#read(name, readManifest);
  }

  /** Hash of the data that the release was built from; also for releases of earlier versions of this program. */
  dataHash(name: string): string {
    return this.#read(name, readDataHash);
  }

  /** The releases that were built from the data with this hash, those built last first. */
  builtFrom(hash: string): string[] {
    return this.names().filter((name) => {
      try {
        return this.dataHash(name) === hash;
      } catch {
        // It is damaged.
        return false;
      }
    });
  }

  /** What the release file says of itself; undefined if it cannot be read. Formats of other versions of this program have it too. */
  header(name: string): { version: string; format: number } | undefined {
    try {
      using database = new DatabaseSync(this.releaseFile(name), { readOnly: true });
      const header = database.prepare('SELECT value FROM release WHERE key = ?');
      const [version = '', format = ''] = ['version', 'format'].map((key) => String(header.get(key)?.value));
      return { version, format: Number(format) };
    } catch {
      return undefined;
    }
  }

  releaseFile(name: string): string {
    return join(this.directory, name, DOWNLOAD_FILES.sqlite);
  }

  /** The existing releases, those built last first. */
  names(): string[] {
    if (!existsSync(this.directory)) return [];
    const builtAt = (name: string) => statSync(this.releaseFile(name), { throwIfNoEntry: false })?.mtimeMs;
    return readdirSync(this.directory)
      .flatMap((name) => ({ name, builtAt: name.startsWith('.') ? undefined : builtAt(name) }))
      .filter((release): release is { name: string; builtAt: number } => release.builtAt !== undefined)
      .sort((left, right) => right.builtAt - left.builtAt || (left.name < right.name ? -1 : 1))
      .map(({ name }) => name);
  }

  /** How the release differs from the one that it was compared with; null for the first. */
  changes(name: string): ReleaseChanges | null {
    return this.#read(name, readChanges);
  }

  /** The release that this one was compared with: the last served with another version; undefined for the first. */
  builtAfter(name: string): string | undefined {
    return this.changes(name)?.from.name;
  }

  /** The same; undefined also when that release was removed. */
  predecessor(name: string): string | undefined {
    const before = this.builtAfter(name);
    return before !== undefined && existsSync(this.releaseFile(before)) ? before : undefined;
  }

  /** All releases except the served one, its predecessor, and the `keep` newest others. */
  superfluous(keep: number): string[] {
    const current = this.currentName();
    const needed = current === undefined ? [] : [current, this.predecessor(current)];
    return this.names()
      .filter((name) => !needed.includes(name))
      .slice(keep);
  }

  publish(name: string): void {
    makeDirectory(this.directory);
    replaceFile(this.#pointer(), `${name}\n`);
  }

  /** @throws OperatorError when its files do not match its manifest */
  async check(name: string): Promise<void> {
    const { downloads } = this.manifest(name);
    const directory = join(this.directory, name);
    for (const format of DOWNLOAD_FORMATS) {
      const proof = downloads[format];
      if (proof === undefined) continue;
      const file = join(directory, DOWNLOAD_FILES[format]);
      if (!existsSync(file)) throw this.damaged(name, `${DOWNLOAD_FILES[format]} is missing`);
      if ((await fileSha256(file)) !== proof.sha256)
        throw this.damaged(name, `the checksum of ${DOWNLOAD_FILES[format]} differs from its manifest`);
    }
  }

  /** A text that changes whenever the release's files change. */
  fileStamp(name: string): string {
    const stamps = DOWNLOAD_FORMATS.map((format) => {
      const found = statSync(join(this.directory, name, DOWNLOAD_FILES[format]), { throwIfNoEntry: false });
      return found === undefined ? 'missing' : `${found.ino} ${found.size} ${found.mtimeMs}`;
    });
    return stamps.join();
  }

  /** Removes a release permanently. A server that has it open keeps serving it. */
  remove(name: string): void {
    rmSync(join(this.directory, name), { recursive: true, force: true });
  }

  #read<Result>(name: string, read: (directory: string) => Result): Result {
    try {
      return read(join(this.directory, name));
    } catch (error) {
      throw this.damaged(name, `its manifest cannot be read: ${(error as Error).message}`);
    }
  }

  #pointer(): string {
    return join(this.directory, 'current');
  }

  /** The error for something that is none of these releases. */
  unknown(what: string): OperatorError {
    return new OperatorError(`There is no ${what}. Releases: ${this.names().join(', ') || 'none'}.`);
  }

  /** The error for a release that cannot be used: it says how to get an intact one. */
  damaged(name: string, fault: string): OperatorError {
    return new OperatorError(
      `The release in ${join(this.directory, name)} is unusable (${fault}). Build it again: npm run lds -- data publish`,
    );
  }
}

export async function proofOf(path: string): Promise<FileProof> {
  return { bytes: statSync(path).size, sha256: await fileSha256(path) };
}
