import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../../src/process/make-directory.ts';
import { ReleaseStore } from '../../../src/release/store.ts';
import { temporaryDirectory, testRelease, testReleaseStore } from '../service.ts';
import { addChangedRelease } from './changed-release.ts';
import { smallRelease } from './small-release.ts';

/** Of a release with an operator's own figures. */
export const OWN = '2020.1.10+own.0a1b2c3d';
/** In each of them, Lisbon has another population. */
export const PEOPLE = { '2020.1.1': 101_001, '2020.1.2': 102_002, [OWN]: 110_010 };
export const EARLIER = [OWN, '2020.1.2', '2020.1.1'];

/** A store with the small release, which is current, and earlier ones, of which one has a format that cannot be read. */
export async function keptReleases() {
  const home = temporaryDirectory();
  const { store, name } = await smallRelease({}, new ReleaseStore(home));
  return withEarlier(home, store, name);
}

/** The same with the whole release, and one earlier release. */
export async function wholeKeptReleases() {
  const home = temporaryDirectory();
  const store = new ReleaseStore(home);
  const name = await testRelease();
  makeDirectory(store.directory);
  symlinkSync(join(testReleaseStore().directory, name), join(store.directory, name));
  return withEarlier(home, store, name, ['2020.1.1']);
}

function withEarlier(
  home: string,
  store: ReleaseStore,
  name: string,
  versions: readonly (keyof typeof PEOPLE)[] = ['2020.1.1', '2020.1.2', OWN],
) {
  store.publish(name);
  for (const version of versions)
    addChangedRelease(home, version, (database) =>
      database.prepare("UPDATE city SET population = ? WHERE id = 'lisbon'").run(PEOPLE[version]),
    );
  if (versions.length > 1)
    addChangedRelease(home, '2019.12.31', (database) =>
      database.exec("UPDATE release SET value = '9' WHERE key = 'format'"),
    );
  return {
    home,
    store,
    name,
    current: store.manifest(name).version,
    /** The release’s directory. */
    directory: (version: string) => join(store.directory, `${version}-next`),
  };
}
