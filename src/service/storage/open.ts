import type { Config } from '../config.ts';
import { openStore, type Store } from './database.ts';

/** How long to wait for another process's write, or for a statement. A server waits little, because requests queue behind it. */
const PATIENCE = {
  server: { busyMilliseconds: 100, statementMilliseconds: 2000 },
  command: { busyMilliseconds: 10_000, statementMilliseconds: 120_000 },
};

type StoreSettings = Pick<Config, 'home' | 'databaseUrl' | 'databaseConnections'>;

/**
 * The store that the settings name: the database of LDS_DATABASE_URL, or else LDS_HOME/lds.sqlite. A server gets it also while
 * the database is out of reach.
 */
export async function openConfiguredStore(
  { home, databaseUrl, databaseConnections }: StoreSettings,
  by: keyof typeof PATIENCE,
): Promise<Store> {
  if (databaseUrl === undefined) return openStore(home, PATIENCE[by]);
  // Loaded only when it is needed: most installations never use PostgreSQL.
  const { openPostgresqlStore } = await import('./postgresql.ts');
  return openPostgresqlStore(databaseUrl, {
    ...PATIENCE[by],
    connections: databaseConnections,
    awaited: by === 'server',
  });
}
