import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { atEnd } from '../support/lifetime.ts';
import { until } from '../support/processes/lds.ts';
import type { TestService } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

test('while the store is broken, a node with keys reports that it is degraded and keeps responding; then it is ready again', async () => {
  const service = await startSmallService({ LDS_METRICS_PORT: '0' });
  const { token } = await service.key();
  assert.equal((await service.get('/countries/portugal', token)).status, 200);
  assert.deepEqual(await readiness(service), [200, 'ready', undefined]);

  const repair = breakStore(service);
  await until('it is degraded', async () => (await readiness(service))[1] === 'degraded');
  assert.deepEqual(await readiness(service), [200, 'degraded', ['store']]);
  const page = await (await fetch(`${service.server.address}/status`)).text();
  assert.match(page, /with a fault[\s\S]*store of keys and accounts cannot be reached/);
  assert.match((await service.server.metrics?.()) ?? '', /^lds_store_reachable 0$/m);
  assert.equal((await service.get('/countries/portugal', token)).status, 200);

  repair();
  await until('it is ready again', async () => (await readiness(service))[1] === 'ready');
});

test('while the store is broken, a node without keys is 503, because it can serve no client', async () => {
  const service = await startSmallService();
  const repair = breakStore(service);
  await until('it is unusable', async () => (await readiness(service))[0] === 503);
  assert.deepEqual(await readiness(service), [503, 'unusable', ['store']]);
  assert.equal((await fetch(`${service.server.address}/healthz`)).status, 200);
  repair();
  await until('it is ready again', async () => (await readiness(service))[1] === 'ready');
});

async function readiness({ server }: TestService): Promise<[number, string, string[] | undefined]> {
  const answer = await fetch(`${server.address}/readyz`);
  const { status, degraded } = (await answer.json()) as { status: string; degraded?: string[] };
  return [answer.status, status, degraded];
}

/** Removes the tables of keys, as another process may. */
function breakStore({ home }: TestService): () => void {
  const store = new DatabaseSync(join(home, 'lds.sqlite'));
  atEnd(() => store.close());
  store.exec('ALTER TABLE api_key RENAME TO out_of_reach');
  return () => store.exec('ALTER TABLE out_of_reach RENAME TO api_key');
}
