import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { startServer } from '../../src/server/server.ts';
import { readConfig } from '../../src/service/config.ts';
import type { Ledger } from '../../src/service/limits/ledger.ts';
import { openStore } from '../../src/service/storage/database.ts';
import { freePort } from '../support/processes/server-process.ts';
import { temporaryDirectory, testRelease, testReleaseStore } from '../support/service.ts';

test('a server that cannot start its last parts frees its port for the next attempt', async () => {
  const home = temporaryDirectory();
  writeFileSync(join(home, 'secret'), 'too short');
  const store = await openStore(home, { busyMilliseconds: 1000 });
  const port = await freePort();
  const config = readConfig({ PORT: String(port), LDS_LOG_LEVEL: 'silent', LDS_HOME: home });
  const ledger: Ledger = { nodes: 2, reachable: false, ask: () => Promise.reject(new Error('away')) };
  try {
    const started = startServer(config, store, testReleaseStore(), await testRelease(), ledger);
    await assert.rejects(started, /secret is damaged/);
    const next = createServer().listen(port, '127.0.0.1');
    await once(next, 'listening');
    next.close();
  } finally {
    await store.close();
  }
});
