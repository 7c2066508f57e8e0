import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { OperatorError } from '../../../process/operator-error.ts';

/** The files of a data directory that have to change, by their paths below it. */
export interface Changes {
  written: string[];
  removed: string[];
}

/** Path below the directory → SHA-256. Two directories with the same fingerprint are the same, byte for byte. */
export type Fingerprint = ReadonlyMap<string, string>;

/** New files are gathered here, inside the data directory, so that a rename moves each into place. */
const DRAFT = '.refresh-draft';
/** The same directory once it is complete: from then on, the replacement is committed and always finished. */
const DECIDED = '.refresh-decided';
const PLAN = 'plan.json';
/** To the disk, so that the rename that commits does not overtake the bytes. */
const SYNCED = { flush: true };

export function fingerprint(dataDirectory: string): Fingerprint {
  const files = readdirSync(dataDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => ![DRAFT, DECIDED].includes(relative(dataDirectory, path).split(sep, 1)[0] ?? ''));
  return new Map(
    files
      .sort()
      .map((path) => [
        relative(dataDirectory, path),
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ]),
  );
}

export function changesBetween(before: Fingerprint, after: Fingerprint): Changes {
  return {
    written: [...after].filter(([path, hash]) => before.get(path) !== hash).map(([path]) => path),
    removed: [...before.keys()].filter((path) => !after.has(path)),
  };
}

/**
 * Makes the data directory equal to `draft`, by `changes`: first every step that can fail, with nothing touched; then one rename
 * that commits; then renames and removals that carry it out. A process that is killed during these leaves a committed
 * replacement, which `finishReplacement` completes.
 */
export function replaceData(dataDirectory: string, draft: string, changes: Changes): void {
  decideReplacement(dataDirectory, draft, changes);
  finishReplacement(dataDirectory);
}

/** Gathers the files, and commits. Can fail: the disk may be full, or the directory write-protected. */
export function decideReplacement(dataDirectory: string, draft: string, changes: Changes): void {
  const gathered = join(dataDirectory, DRAFT);
  try {
    for (const path of [...changes.written, ...changes.removed])
      accessSync(existingDirectory(join(dataDirectory, dirname(path))), constants.W_OK);
    rmSync(gathered, { recursive: true, force: true });
    for (const path of changes.written) {
      mkdirSync(dirname(join(gathered, path)), { recursive: true });
      writeFileSync(join(gathered, path), readFileSync(join(draft, path)), SYNCED);
    }
    mkdirSync(gathered, { recursive: true });
    writeFileSync(join(gathered, PLAN), `${JSON.stringify(changes, null, 2)}\n`, SYNCED);
    renameSync(gathered, join(dataDirectory, DECIDED));
  } catch (error) {
    try {
      rmSync(gathered, { recursive: true, force: true });
    } catch {
      // A directory that cannot be written cannot be cleaned up either; the first error says why.
    }
    throw new OperatorError(`${dataDirectory} cannot be written: ${(error as Error).message}`);
  }
}

/**
 * Completes a committed replacement from where it stopped, and removes one that was not committed. True if there
 * was one to complete. Call this before reading a data directory in which a refresh may have been interrupted.
 */
export function finishReplacement(dataDirectory: string): boolean {
  const decided = join(dataDirectory, DECIDED);
  if (existsSync(join(dataDirectory, DRAFT))) rmSync(join(dataDirectory, DRAFT), { recursive: true });
  if (!existsSync(join(decided, PLAN))) {
    // What remains if a process was killed while it removed the directory, at the very end.
    rmSync(decided, { recursive: true, force: true });
    return false;
  }
  const { written, removed } = JSON.parse(readFileSync(join(decided, PLAN), 'utf8')) as Changes;
  // Files that are no longer gathered have been moved into place already.
  for (const path of written.filter((candidate) => existsSync(join(decided, candidate)))) {
    mkdirSync(dirname(join(dataDirectory, path)), { recursive: true });
    renameSync(join(decided, path), join(dataDirectory, path));
  }
  for (const path of removed) rmSync(join(dataDirectory, path), { force: true });
  rmSync(decided, { recursive: true });
  return true;
}

/** The directory, or the nearest existing one above it. */
function existingDirectory(path: string): string {
  return existsSync(path) ? path : existingDirectory(dirname(path));
}
