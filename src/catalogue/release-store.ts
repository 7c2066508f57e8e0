import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { Release } from './release.ts';

/** Beside every release file: what it is, and the SHA-256 that proves it whole. */
export interface ReleaseManifest {
  version: string;
  /** Of the facts: the same on every machine for the same `data/`. */
  content_hash: string;
  /** Of the file: shows damage. */
  file_sha256: string;
  /** Of `data/`, so that a start need not build what is there already. */
  data_hash: string;
  published_at: string;
  counts: Record<string, number>;
}

/**
 * `LDS_HOME/releases`: one directory a release, and the file `current` that names the one to serve. Publishing writes
 * `current` anew under another name and renames it, so that a reader sees the old release or the new one, never half.
 */
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

  /** Changes whenever something is published. */
  pointerStamp(): string {
    const stat = statSync(this.#pointer(), { throwIfNoEntry: false });
    return stat === undefined ? '' : `${stat.mtimeMs} ${stat.ino}`;
  }

  manifest(name: string): ReleaseManifest {
    try {
      return JSON.parse(readFileSync(join(this.directory, name, 'manifest.json'), 'utf8')) as ReleaseManifest;
    } catch (error) {
      throw this.#damaged(name, `its manifest cannot be read: ${(error as Error).message}`);
    }
  }

  releaseFile(name: string): string {
    return join(this.directory, name, 'release.sqlite');
  }

  publish(name: string): void {
    mkdirSync(this.directory, { recursive: true });
    const draft = `${this.#pointer()}.${process.pid}`;
    writeFileSync(draft, `${name}\n`);
    renameSync(draft, this.#pointer());
  }

  /** Opens a release after checking it against its manifest; an OperatorError says how to get a sound one. */
  async open(name: string): Promise<Release> {
    const { file_sha256 } = this.manifest(name);
    const file = this.releaseFile(name);
    if (!existsSync(file)) throw this.#damaged(name, 'release.sqlite is missing');
    if ((await fileSha256(file)) !== file_sha256)
      throw this.#damaged(name, 'its checksum differs from its manifest');
    try {
      return new Release(file);
    } catch (error) {
      throw this.#damaged(name, (error as Error).message);
    }
  }

  #pointer(): string {
    return join(this.directory, 'current');
  }

  #damaged(name: string, fault: string): OperatorError {
    return new OperatorError(
      `The release in ${join(this.directory, name)} is unusable (${fault}). Build it anew: npm run lds -- data publish`,
    );
  }
}

/** Read in pieces through one buffer: a stream would leave the whole file behind as garbage. */
export async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(1 << 20);
  const file = await open(path);
  try {
    for (let position = 0; ; ) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
      position += bytesRead;
    }
  } finally {
    await file.close();
  }
}
