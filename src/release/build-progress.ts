import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../process/drafts.ts';
import { makeDirectory } from '../process/make-directory.ts';

/**
 * The steps of a build until the release can serve responses, in this order, with their shares of its time: from a profile of
 * release 2026.11.4, whose costs a thread estimated during the others. Without the thread, the first step takes longer.
 */
export const BUILD_STEPS = {
  facts: { title: 'Check the facts', share: 0.4 },
  quality: { title: 'Score the quality of life', share: 0.13 },
  release: { title: 'Write the release', share: 0.33 },
  costs: { title: 'Add the cost of living', share: 0.14 },
} as const;
export type BuildStep = keyof typeof BUILD_STEPS;

/** Records the current step of a build in a directory of releases, so that other processes can show it. */
export function noteBuildStep(directory: string, step: BuildStep): void {
  makeDirectory(directory);
  replaceFile(progressFile(directory), step);
}

/** The step that a build recorded last; undefined if there is none. */
export function buildStep(directory: string): BuildStep | undefined {
  const file = progressFile(directory);
  const step = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Object.hasOwn(BUILD_STEPS, step) ? (step as BuildStep) : undefined;
}

export function forgetBuildStep(directory: string): void {
  rmSync(progressFile(directory), { force: true });
}

function progressFile(directory: string): string {
  return join(directory, '.building');
}
