import { openStore, type Store } from '../../../src/storage/database.ts';
import { atEnd } from '../lifetime.ts';
import { temporaryDirectory } from '../service.ts';

/** Two connections to one new store, as a server and the command line have them; closed after the file's tests. */
export async function twoConnections(): Promise<[ours: Store, theirs: Store]> {
  const home = temporaryDirectory();
  const ours = await openStore(home, { busyMilliseconds: 50 });
  const theirs = await openStore(home, { busyMilliseconds: 50 });
  atEnd(() => Promise.all([ours.close(), theirs.close()]));
  return [ours, theirs];
}
