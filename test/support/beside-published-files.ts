import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { TestOptions } from 'node:test';
import { DATA_DIRECTORY, ROOT } from './directories.ts';

/** The environment variable with the publishers' folder, relative to the repository. One that isn't there turns the group off. */
const SETTING = 'LDS_TEST_SOURCES';

/**
 * The publishers' own files, one folder per source. They are not in the repository, and not on every machine. This is the
 * only path by which tests leave the repository, and only tests of the group below may use it.
 */
export const PUBLISHED_DIRECTORY = resolve(ROOT, process.env[SETTING] ?? join('..', 'shared', 'sources'));

export function publishedPath(path: string): string {
  return join(PUBLISHED_DIRECTORY, path);
}

/**
 * Options of a test in the group "beside the published files", which reads publishers' whole files: it is off without those that
 * it needs. A few that are missing among many are an incomplete collection, which the test shows by failing.
 *
 * @param needed folders of publishers, or files in them; none: every folder that our data was read from
 */
export function besidePublishedFiles(...needed: readonly string[]): TestOptions {
  const paths = needed.length === 0 ? allFolders() : needed;
  const missing = paths.filter((path) => !hasFiles(publishedPath(path)));
  if (missing.length * 10 <= paths.length) return {};
  const directory = relative(ROOT, PUBLISHED_DIRECTORY);
  const lack = hasFiles(PUBLISHED_DIRECTORY)
    ? `${directory} lacks ${paths.length < 10 ? missing.join(', ') : `${missing.length} of ${paths.length} folders, ${missing[0]} for one`}`
    : `no files in ${directory}`;
  return { skip: `beside the published files (${lack}; ${SETTING}=FOLDER turns these tests on)` };
}

function hasFiles(path: string): boolean {
  return existsSync(path) && (!statSync(path).isDirectory() || readdirSync(path).length > 0);
}

/** data/readers/copies.tsv has the folder of every source whose files are not in a package. */
function allFolders(): string[] {
  const [, ...rows] = readFileSync(join(DATA_DIRECTORY, 'readers', 'copies.tsv'), 'utf8').split('\n');
  return [...new Set(rows.map((row) => row.replace(/\t.*/, '')))].filter((folder) => folder !== '');
}
