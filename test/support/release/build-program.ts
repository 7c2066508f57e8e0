/**
 * A program for the reproducibility test. It builds the release of the data in argv[2] and its downloads in the home argv[3]. It
 * makes the estimates in a thread if argv[4] is 1, but not if it is 0.
 */

import { buildRelease } from '../../../src/dataset/building/build/build-release.ts';
import { makeDownloads } from '../../../src/dataset/building/build/downloads.ts';
import { ReleaseStore } from '../../../src/release/store.ts';

const [dataDirectory = '', home = '', threads] = process.argv.slice(2);
let started = 0;
process.on('worker', () => {
  started += 1;
});
const store = new ReleaseStore(home);
const { name } = await buildRelease(dataDirectory, store, undefined, threads === '1');
const manifest = await makeDownloads(store, name);
process.stdout.write(
  JSON.stringify({ manifest, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, started }),
);
