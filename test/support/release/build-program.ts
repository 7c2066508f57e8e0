/** A process of its own for the reproducibility test: builds the release of argv[2] with its downloads in the home argv[3]. */

import { buildRelease } from '../../../src/dataset/build/build-release.ts';
import { makeDownloads } from '../../../src/dataset/build/downloads.ts';
import { ReleaseStore } from '../../../src/release/store.ts';

const [dataDirectory = '', home = ''] = process.argv.slice(2);
const store = new ReleaseStore(home);
const manifest = await makeDownloads(store, (await buildRelease(dataDirectory, store)).name);
process.stdout.write(
  JSON.stringify({ manifest, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
);
