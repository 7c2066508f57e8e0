import { join } from 'node:path';

/** The repository. */
export const ROOT = join(import.meta.dirname, '..', '..');
export const DATA_DIRECTORY = join(ROOT, 'data');
/** The publishers' own files, one folder per source. They are beside the repository, and not on every machine. */
export const PUBLISHED_DIRECTORY = join(ROOT, '..', 'shared', 'sources');
/** `npm test` publishes the release of data/ here before the tests run. */
export const RELEASE_HOME = join(ROOT, 'var', 'test');
