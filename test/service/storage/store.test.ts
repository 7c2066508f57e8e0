import { accountSuite } from '../../support/storage/account-suite.ts';
import { kindsOfStore } from '../../support/storage/kinds-of-store.ts';
import { storageSuite } from '../../support/storage/storage-suite.ts';

for (const [name, create] of Object.entries(await kindsOfStore())) {
  storageSuite(name, create);
  accountSuite(name, create);
}
