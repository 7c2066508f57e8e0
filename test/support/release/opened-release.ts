import { openRelease } from '../../../src/engine/catalogue/open-release.ts';
import type { Release } from '../../../src/engine/catalogue/release.ts';
import { atEnd } from '../lifetime.ts';
import { testRelease, testReleaseStore } from '../service.ts';

let opened: Promise<Release> | undefined;

/**
 * The release of data/, shared by all test files of a process that look something up in it: opening one takes more than a second
 * of processor time, and each open one makes every garbage collection longer. Call it outside of tests. It is closed after the
 * last test.
 */
export function openedRelease(): Promise<Release> {
  opened ??= open();
  return opened;
}

async function open(): Promise<Release> {
  const release = await openRelease(testReleaseStore(), await testRelease());
  atEnd(() => release.close());
  return release;
}
