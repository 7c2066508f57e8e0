/** A process of its own for the reproducibility test: builds the release of argv[2] in the home argv[3]. */

import { buildRelease } from '../../../src/dataset/build/build-release.ts';
import { ReleaseStore } from '../../../src/release/store.ts';

const [dataDirectory = '', home = ''] = process.argv.slice(2);
const { manifest } = await buildRelease(dataDirectory, new ReleaseStore(home));
process.stdout.write(
  JSON.stringify({ manifest, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
);
