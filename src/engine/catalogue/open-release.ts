import { join } from 'node:path';
import type { ReleaseStore } from '../../release/store.ts';
import { preparedRanks } from './ranks.ts';
import { Release } from './release.ts';
import { fileAlone, filesIn, type ReleaseFiles } from './release-files.ts';
import { atOnce, type Steps, withPauses } from './steps.ts';

/** Checks the files of a release, opens it and prepares what its first requests would have to wait for, in turns with other work. @throws OperatorError that says how to get an undamaged release */
export async function openRelease(store: ReleaseStore, name: string): Promise<Release> {
  await store.check(name);
  try {
    return await withPauses(prepared(filesIn(join(store.directory, name))));
  } catch (error) {
    throw store.damaged(name, (error as Error).message);
  }
}

/** Opens a downloaded release.sqlite, which has everything but changelog, changes and downloads. */
export function openSnapshot(file: string): Release {
  return atOnce(Release.open(fileAlone(file)));
}

function* prepared(files: ReleaseFiles): Steps<Release> {
  const release = yield* Release.open(files);
  yield* preparedRanks(release);
  yield* release.prepare();
  return release;
}
