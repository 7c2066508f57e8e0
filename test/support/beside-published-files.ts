import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { TestOptions } from 'node:test';
import { ROOT } from './directories.ts';

/** The environment variable with the publishers' folder, relative to the repository. One that isn't there turns the group off. */
const SETTING = 'LDS_TEST_SOURCES';

/**
 * The publishers' own files, one folder per source. They are not in the repository, and not on every machine. This is the
 * only path by which tests leave the repository, and only tests of the group below may use it.
 */
export const PUBLISHED_DIRECTORY = resolve(ROOT, process.env[SETTING] ?? join('..', 'shared', 'sources'));

const isThere = existsSync(PUBLISHED_DIRECTORY) && readdirSync(PUBLISHED_DIRECTORY).length > 0;

/** Options of every test in the group "beside the published files": it reads publishers' whole files, and is off without them. */
export const BESIDE_PUBLISHED_FILES: TestOptions = {
  skip:
    !isThere &&
    `beside the published files (no files in ${relative(ROOT, PUBLISHED_DIRECTORY)}; ${SETTING}=FOLDER turns these tests on)`,
};
