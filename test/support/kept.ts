import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeDraft } from '../../src/process/drafts.ts';
import { RELEASE_HOME } from './directories.ts';

/**
 * Where something that is made of files is kept for all test processes and for later runs. The name changes when one of the
 * files changes.
 *
 * @param sources directories with the files it is made of, and those of the program that makes it
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

/** A new directory, to be filled and then handed to `keep`; of its own, because tests of one process run at the same time. */
export function draftOf(path: string): string {
  const draft = makeDraft(RELEASE_HOME, `${basename(path)}.${randomUUID()}`);
  // Copies have its permissions, and a test may read them as another user.
  chmodSync(draft, 0o755);
  return draft;
}

/** Puts it in its place, instead of those made of older files; another process may have been faster. */
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

/** All below the directory, in one order. */
export function filesOf(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
