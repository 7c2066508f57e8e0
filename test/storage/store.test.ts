import { openStore } from '../../src/storage/database.ts';
import { temporaryDirectory } from '../support/service.ts';
import { storageSuite } from './storage-suite.ts';

/** Every kind of store there is: the same promises hold for each. */
const STORES = {
  SQLite() {
    const home = temporaryDirectory();
    return () => openStore(home, { busyMilliseconds: 5000 });
  },
};

for (const [name, create] of Object.entries(STORES)) storageSuite(name, create);
