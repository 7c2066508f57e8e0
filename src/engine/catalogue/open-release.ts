import { join } from 'node:path';
import type { ReleaseStore } from '../../release/store.ts';
import { ranksOf } from './ranks.ts';
import { Release } from './release.ts';
import { fileAlone, filesIn } from './release-files.ts';

/** Checks the files of a release, opens it and prepares what its first requests would have to wait for. @throws OperatorError that says how to get an undamaged release */
export async function openRelease(store: ReleaseStore, name: string): Promise<Release> {
  await store.check(name);
  try {
    const release = new Release(filesIn(join(store.directory, name)));
    await ranksOf(release).prepare();
    return release;
  } catch (error) {
    throw store.damaged(name, (error as Error).message);
  }
}

/** Opens a downloaded release.sqlite, which has everything but changelog, changes and downloads. */
export function openSnapshot(file: string): Release {
  return new Release(fileAlone(file));
}
