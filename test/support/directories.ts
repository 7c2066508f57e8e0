import { join } from 'node:path';

/** The repository. */
export const ROOT = join(import.meta.dirname, '..', '..');
export const DATA_DIRECTORY = join(ROOT, 'data');
/** `npm test` publishes the release of data/ here before the tests run. */
export const RELEASE_HOME = join(ROOT, 'var', 'test');
