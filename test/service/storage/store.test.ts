import { openStore } from '../../../src/service/storage/database.ts';
import { openPostgresqlStore } from '../../../src/service/storage/postgresql.ts';
import { PostgresqlServer } from '../../support/processes/postgresql.ts';
import { temporaryDirectory } from '../../support/service.ts';
import { accountSuite } from '../../support/storage/account-suite.ts';
import { storageSuite } from '../../support/storage/storage-suite.ts';

const postgresql = await PostgresqlServer.start();

/** Every kind of store, because the same promises hold for each. */
const STORES = {
  SQLite() {
    const home = temporaryDirectory();
    return () => openStore(home, { busyMilliseconds: 5000 });
  },
  PostgreSQL() {
    const url = postgresql.createDatabase();
    return async () => openPostgresqlStore(await url);
  },
};

for (const [name, create] of Object.entries(STORES)) {
  storageSuite(name, create);
  accountSuite(name, create);
}
