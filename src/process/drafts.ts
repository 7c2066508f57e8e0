import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeDirectory } from './make-directory.ts';

/*
 * A draft is a file or directory that is being written. It becomes visible by a rename, so that a reader sees all of it or
 * nothing. Its name, `.<pid>-<name>`, says which process writes it: drafts of processes that have ended are leftovers.
 */

export function draftPath(directory: string, name: string): string {
  return join(directory, `.${process.pid}-${name}`);
}

/** Makes an empty directory to write into. Its parent, `directory`, is created if needed and cleared of leftovers. */
export function makeDraft(directory: string, name: string): string {
  const draft = draftPath(directory, name);
  makeDirectory(directory);
  sweepDrafts(directory);
  rmSync(draft, { recursive: true, force: true });
  makeDirectory(draft);
  return draft;
}

/** Removes the drafts of processes that have ended. */
export function sweepDrafts(directory: string): void {
  for (const name of readdirSync(directory).filter(isLeftover))
    rmSync(join(directory, name), { recursive: true, force: true });
}

/** Replaces or creates the file; a reader sees either the old text or the new one. */
export function replaceFile(path: string, text: string): void {
  const draft = draftPath(dirname(path), basename(path));
  writeFileSync(draft, text);
  renameSync(draft, path);
}

function isLeftover(name: string): boolean {
  const pid = Number(/^\.(\d+)-/.exec(name)?.[1] ?? Number.NaN);
  return !Number.isNaN(pid) && hasEnded(pid);
}

/** Whether there is no such process, as far as this machine or container shows its processes. */
export function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
