import { randomUUID } from 'node:crypto';
import pRetry from 'p-retry';
import type { Store } from '../../../src/service/storage/database.ts';
import { openPostgresqlStore } from '../../../src/service/storage/postgresql.ts';
import { usageOf } from '../../../src/service/storage/usage.ts';
import { atEnd, type Lifetime } from '../lifetime.ts';
import { sharedSmallRelease } from '../release/small-release.ts';
import { emptyHome, type RunningService, serve, UNLIMITED } from './lds.ts';
import type { PostgresqlServer } from './postgresql.ts';

/** What the nodes of an installation share. */
export interface Installation {
  databaseUrl: string;
  store: Store;
  settings: Record<string, string>;
}

export interface Node extends RunningService {
  home: string;
  settings: Record<string, string>;
}

/** Makes a database in which the release of three countries is published. */
export async function installation(
  t: Lifetime,
  postgresql: PostgresqlServer,
  settings: Record<string, string> = {},
): Promise<Installation> {
  const databaseUrl = await postgresql.createDatabase();
  // On a busy machine a migration can take longer than a query may; the service itself tries again too.
  const store = await pRetry(() => openPostgresqlStore(databaseUrl), { retries: 5, minTimeout: 500 });
  atEnd(() => store.close(), t);
  const { name, directory } = await sharedSmallRelease();
  await store.releases?.publish(name, directory);
  return {
    databaseUrl,
    store,
    settings: {
      ...UNLIMITED,
      LDS_DATABASE_URL: databaseUrl,
      LDS_SECRET: randomUUID(),
      LDS_TRUST_PROXY: '1',
      LDS_USAGE_FLUSH_SECONDS: '1',
      LDS_SHUTDOWN_SECONDS: '2',
      ...settings,
    },
  };
}

/** Starts nodes, each with an empty LDS_HOME. */
export function startNodes(t: Lifetime, { settings }: Installation, count: number): Promise<Node[]> {
  return Promise.all(Array.from({ length: count }, () => startNode(t, emptyHome(t), settings)));
}

export async function startNode(t: Lifetime, home: string, settings: Record<string, string>): Promise<Node> {
  return { ...(await serve(t, home, settings)), home, settings };
}

/** Starts the same node again, at the same address. */
export function startAgain(t: Lifetime, { address, home, settings }: Node): Promise<Node> {
  return startNode(t, home, { ...settings, PORT: new URL(address).port });
}

/** The number of requests that the store has for a key. */
export async function counted({ store }: Pick<Installation, 'store'>, keyId: string): Promise<number> {
  const rows = (await Array.fromAsync(usageOf(store.database, { key: keyId }, ''))).flat();
  return rows.reduce((sum, { requests }) => sum + requests, 0);
}
