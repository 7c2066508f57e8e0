import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeDraft } from '../../src/process/drafts.ts';
import { RELEASE_HOME } from './directories.ts';

/**
 * The path of something that is made from files and kept for all test processes and later runs. It changes if a file changes.
 *
 * @param sources directories with the files that it is made from, and with the program that makes it
 */
export function keptPath(kind: string, sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const directory of sources)
    for (const file of filesOf(directory)) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  return join(RELEASE_HOME, `${kind}-${hash.digest('hex').slice(0, 16)}`);
}

/** Makes a new directory to fill and then pass to `keep`. It is not shared, because tests of one process run at the same time. */
export function draftOf(path: string): string {
  const draft = makeDraft(RELEASE_HOME, `${basename(path)}.${randomUUID()}`);
  // Copies get these permissions, and a test may read them as another user.
  chmodSync(draft, 0o755);
  return draft;
}

/** Moves the draft to its path and removes those made from older files. If another process was faster, it removes the draft. */
export function keep(draft: string, path: string): void {
  try {
    renameSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    rmSync(draft, { recursive: true });
    return;
  }
  const kind = path.slice(0, path.lastIndexOf('-') + 1);
  for (const name of readdirSync(RELEASE_HOME)) {
    const other = join(RELEASE_HOME, name);
    if (other.startsWith(kind) && other !== path) rmSync(other, { recursive: true, force: true });
  }
}

/** All files below the directory, sorted by path. */
export function filesOf(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
