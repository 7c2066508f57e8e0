import { openStore, type Store } from '../../../src/service/storage/database.ts';
import { openPostgresqlStore } from '../../../src/service/storage/postgresql.ts';
import { PostgresqlServer } from '../processes/postgresql.ts';
import { temporaryDirectory } from '../service.ts';

/** Every kind of store, because the same promises hold for each: makes a new one, and returns what opens it. */
export async function kindsOfStore(): Promise<Record<'SQLite' | 'PostgreSQL', () => () => Promise<Store>>> {
  const postgresql = await PostgresqlServer.start();
  return {
    SQLite() {
      const home = temporaryDirectory();
      return () => openStore(home, { busyMilliseconds: 5000 });
    },
    PostgreSQL() {
      const url = postgresql.createDatabase();
      return async () => openPostgresqlStore(await url);
    },
  };
}
