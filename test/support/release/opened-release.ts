import type { Release } from '../../../src/engine/catalogue/release.ts';
import { generousService } from '../service.ts';

/**
 * The release of data/, shared by all test files of a process that look something up in it. It is the one that `generousService`
 * answers from, because opening one takes more than a second of processor time, and each open one makes every garbage collection
 * longer. Call it outside of tests. It is closed after the last test.
 */
export async function openedRelease(): Promise<Release> {
  const { server } = await generousService();
  return server.catalogue.release;
}
