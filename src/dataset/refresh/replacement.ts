import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { OperatorError } from '../../process/operator-error.ts';

/** Which files of a data directory have to change, by their paths below it. */
export interface Changes {
  written: string[];
  removed: string[];
}

/** Path below the directory → SHA-256. Two directories with the same fingerprint are the same, byte for byte. */
export type Fingerprint = ReadonlyMap<string, string>;

/** The files that are to be put in place are gathered here, below the data directory, so that a rename suffices. */
const DRAFT = '.refresh-draft';
/** The same once it is whole: from then on the replacement is decided, and is finished whatever happens. */
const DECIDED = '.refresh-decided';
const PLAN = 'plan.json';

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
 * Makes the data directory what `draft` is, by `changes`: first all that may fail, with nothing touched; then one rename
 * that decides; then further renames that carry it out. A process that is killed among these leaves a decided replacement,
 * which `finishReplacement` carries to its end.
 */
export function replaceData(dataDirectory: string, draft: string, changes: Changes): void {
  decideReplacement(dataDirectory, draft, changes);
  finishReplacement(dataDirectory);
}

/** Gathers the files, and decides. What may go wrong: a full disk, a directory that must not be written. */
export function decideReplacement(dataDirectory: string, draft: string, changes: Changes): void {
  const gathered = join(dataDirectory, DRAFT);
  try {
    for (const path of [...changes.written, ...changes.removed])
      accessSync(existingDirectory(join(dataDirectory, dirname(path))), constants.W_OK);
    rmSync(gathered, { recursive: true, force: true });
    for (const path of changes.written) {
      mkdirSync(dirname(join(gathered, path)), { recursive: true });
      copyFileSync(join(draft, path), join(gathered, path));
      sync(join(gathered, path));
    }
    mkdirSync(gathered, { recursive: true });
    writeFileSync(join(gathered, PLAN), `${JSON.stringify(changes, null, 2)}\n`);
    sync(join(gathered, PLAN));
    renameSync(gathered, join(dataDirectory, DECIDED));
  } catch (error) {
    try {
      rmSync(gathered, { recursive: true, force: true });
    } catch {
      // The directory that cannot be written cannot be tidied either; the first fault says why.
    }
    throw new OperatorError(`${dataDirectory} cannot be written: ${(error as Error).message}`);
  }
}

/**
 * Carries out a replacement that was decided, from wherever it stopped, and clears away one that was not. True when there
 * was one to carry out. Whoever reads a data directory that a refresh may have been at work on calls this first.
 */
export function finishReplacement(dataDirectory: string): boolean {
  const decided = join(dataDirectory, DECIDED);
  if (existsSync(join(dataDirectory, DRAFT))) rmSync(join(dataDirectory, DRAFT), { recursive: true });
  if (!existsSync(join(decided, PLAN))) return false;
  const { written, removed } = JSON.parse(readFileSync(join(decided, PLAN), 'utf8')) as Changes;
  // What is no longer among the gathered files has been put in place already.
  for (const path of written.filter((candidate) => existsSync(join(decided, candidate)))) {
    mkdirSync(dirname(join(dataDirectory, path)), { recursive: true });
    renameSync(join(decided, path), join(dataDirectory, path));
  }
  for (const path of removed) rmSync(join(dataDirectory, path), { force: true });
  rmSync(decided, { recursive: true });
  return true;
}

/** The directory, or the nearest one above it that is there. */
function existingDirectory(path: string): string {
  return existsSync(path) ? path : existingDirectory(dirname(path));
}

/** On the disk, not only on the way to it: the rename that decides must not overtake the bytes. */
function sync(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
