import { openStore, type Store } from '../../../src/service/storage/database.ts';
import { atEnd } from '../lifetime.ts';
import { temporaryDirectory } from '../service.ts';

/** Two connections to one new store, like a server and the command line. They close at the end of the running test or file. */
export async function twoConnections(): Promise<[ours: Store, theirs: Store]> {
  const home = temporaryDirectory();
  const ours = await openStore(home, { busyMilliseconds: 50 });
  const theirs = await openStore(home, { busyMilliseconds: 50 });
  atEnd(() => Promise.all([ours.close(), theirs.close()]));
  return [ours, theirs];
}
