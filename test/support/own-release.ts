import { readConfig } from '../../src/config.ts';
import { SCOPES } from '../../src/keys/key.ts';
import { issueKey } from '../../src/keys/lifecycle.ts';
import type { ReleaseStore } from '../../src/release/store.ts';
import { type RunningServer, startServer } from '../../src/server.ts';
import { openStore } from '../../src/storage/database.ts';
import { atEnd } from './lifetime.ts';
import { temporaryDirectory } from './service.ts';

export interface OwnService {
  server: RunningServer;
  address: string;
  token: string;
  /** The file that the server has open. */
  releaseFile: string;
}

/** The real server over a release of this store; it takes up what is published there afterwards. */
export async function serveRelease(releases: ReleaseStore, name: string): Promise<OwnService> {
  const home = temporaryDirectory();
  const store = await openStore(home, { busyMilliseconds: 1000 });
  const config = readConfig({ PORT: '0', LDS_HOME: home, LDS_LOG_LEVEL: 'silent' });
  const server = await startServer(config, store, releases, name);
  atEnd(async () => {
    await server.stop();
    await store.close();
  });
  const { token } = await issueKey(store.database, {
    label: 'test',
    plan: 'standard',
    scopes: SCOPES,
    headerOnly: false,
    expiresAt: null,
  });
  return { server, address: server.address, token, releaseFile: releases.releaseFile(name) };
}
