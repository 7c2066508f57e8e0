import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd, type Lifetime } from '../../test/support/lifetime.ts';

/** For a node: enough for a few releases of three countries, but quickly full. */
const MEGABYTES = 64;
const PIECE = Buffer.alloc(64 * 1024);

/** A small disk in memory, mounted on a directory until its owner ends. */
export class SmallDisk {
  readonly #ballast: string;

  private constructor(directory: string) {
    this.#ballast = join(directory, 'ballast');
  }

  /** Undefined where this user may not mount one. */
  static on(directory: string, owner: Lifetime, megabytes = MEGABYTES): SmallDisk | undefined {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'chaos', directory];
    if (spawnSync('mount', options).status !== 0) return undefined;
    atEnd(() => spawnSync('umount', ['--lazy', directory]), owner);
    return new SmallDisk(directory);
  }

  /** Fills the disk to the last byte. */
  fill(): void {
    const file = openSync(this.#ballast, 'a');
    try {
      for (let piece = PIECE; piece.length > 0; ) {
        try {
          writeSync(file, piece);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          piece = piece.subarray(0, Math.floor(piece.length / 2));
        }
      }
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.#ballast, { force: true });
  }
}
