import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../../src/config.ts';
import { buildRelease } from '../../src/dataset/build/build-release.ts';
import { dataHash } from '../../src/dataset/build/data-hash.ts';
import { SCOPES } from '../../src/keys/key.ts';
import { issueKey, type KeyRequest } from '../../src/keys/lifecycle.ts';
import { ReleaseStore } from '../../src/release/store.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { openStore, type Store } from '../../src/storage/database.ts';
import { DATA_DIRECTORY, RELEASE_HOME } from './directories.ts';
import { atEnd } from './lifetime.ts';

export interface TestService {
  server: RunningServer;
  store: Store;
  home: string;
  config: Config;
  /** A new key's id and token. */
  key(request?: Partial<KeyRequest>): Promise<{ id: string; token: string }>;
  /** A request with a bearer token, to a path below /v1; without a token when it is null. */
  get(path: string, token: string | null, init?: RequestInit): Promise<Response>;
}

/** The real server on a free port, with the real release and a store of its own; stopped after the file's tests. */
export async function startService(
  environment: Record<string, string> = {},
  open: (home: string) => Promise<Store> = (home) => openStore(home, { busyMilliseconds: 1000 }),
): Promise<TestService> {
  const home = temporaryDirectory();
  const settings = {
    PORT: '0',
    LDS_LOG_LEVEL: 'silent',
    LDS_FAILED_AUTH_PER_MINUTE: '1000000',
    LDS_DASHBOARD_PER_MINUTE: '1000000',
    ...environment,
  };
  const config = readConfig({ ...settings, LDS_HOME: home });
  const store = await open(home);
  const server = await startServer(config, store, new ReleaseStore(RELEASE_HOME), await testRelease());
  atEnd(async () => {
    await server.stop();
    await store.close();
  });
  return {
    server,
    store,
    home,
    config,
    async key(request = {}) {
      const defaults = {
        label: 'test',
        plan: 'standard',
        scopes: SCOPES,
        headerOnly: false,
        expiresAt: null,
      };
      const { token, row } = await issueKey(store.database, { ...defaults, ...request });
      return { id: row.id, token };
    },
    get(path, token, init = {}) {
      const headers = new Headers(init.headers);
      if (token !== null) headers.set('Authorization', `Bearer ${token}`);
      return fetch(`${server.address}/v1${path}`, { redirect: 'manual', ...init, headers });
    },
  };
}

/** The name of the release of data/ in the store that the tests share; built here when `npm test` has not done so. */
export async function testRelease(): Promise<string> {
  const store = testReleaseStore();
  const current = store.currentName();
  if (current !== undefined && store.dataHash(current) === dataHash(DATA_DIRECTORY)) return current;
  const { name } = await buildRelease(DATA_DIRECTORY, store);
  store.publish(name);
  return name;
}

export function testReleaseStore(): ReleaseStore {
  return new ReleaseStore(RELEASE_HOME);
}

/** An empty directory, removed after the file's tests. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lds-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
