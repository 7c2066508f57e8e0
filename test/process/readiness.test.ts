import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { SessionState } from '../../src/dashboard/interface.ts';
import { GUIDES } from '../../src/engine/guides/guides.ts';
import type { ProblemDocument } from '../../src/engine/problem-document.ts';
import { noteBuildStep } from '../../src/release/build-progress.ts';
import { ReleaseStore } from '../../src/release/store.ts';
import { atEnd } from '../support/lifetime.ts';
import { until } from '../support/processes/lds.ts';
import { sharedSmallRelease } from '../support/release/small-release.ts';
import { startService, type TestService, temporaryDirectory } from '../support/service.ts';
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
  assert.match(page, /with a problem[\s\S]*database of keys and accounts can’t be reached/);
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

test('before there is a release, the site says so, people can sign up, and /v1 is 503 starting; then everything works without a restart', async () => {
  const store = new ReleaseStore(temporaryDirectory());
  const service = await startService({ LDS_METRICS_PORT: '0' }, { release: { store, name: undefined } });
  const { address } = service.server;
  const { token } = await service.key();
  const page = (path: string) => fetch(address + path, { headers: { Accept: 'text/html' } });
  const released = async () =>
    ((await (await fetch(`${address}/dashboard/session`)).json()) as SessionState).service.release;

  assert.equal((await fetch(`${address}/healthz`)).status, 200);
  assert.deepEqual(await readiness(service), [503, 'starting', undefined]);
  for (const path of ['/countries/portugal', '/openapi.json', '/nothing']) {
    const answer = await service.get(path, token);
    assert.equal(answer.status, 503);
    assert.match(answer.headers.get('Retry-After') ?? '', /^\d+$/);
    assert.equal(answer.headers.get('RateLimit'), null);
    assert.equal(((await answer.json()) as { code: string }).code, 'starting');
  }
  noteBuildStep(store.directory, 'release');
  const front = await page('/');
  assert.equal(front.status, 503);
  const text = await front.text();
  assert.match(text, /<noscript><meta http-equiv="refresh"/);
  assert.match(text, /Step 3 of 4: Write the release[\s\S]*<progress [^>]*value="53"/);
  assert.match(text, /href="\.\/sign-up"/);
  assert.equal((await page('/sign-up')).status, 200);
  assert.equal(await released(), null);
  assert.doesNotMatch((await service.server.metrics?.()) ?? '', /^lds_release_/m);
  assert.match((await service.server.reload()) ?? '', /no release is published/);

  const small = await sharedSmallRelease();
  symlinkSync(small.directory, join(store.directory, small.name));
  store.publish(small.name);
  assert.equal(await service.server.reload(), undefined);
  assert.equal((await service.get('/countries/portugal', token)).status, 200);
  assert.deepEqual(await readiness(service), [200, 'ready', undefined]);
  assert.equal((await page('/')).status, 200);
  assert.notEqual(await released(), null);
});

test('before there is a release, everything that needs none helps already, and the rest says what is being prepared', async () => {
  const store = new ReleaseStore(temporaryDirectory());
  const service = await startService({}, { release: { store, name: undefined } });
  const at = (path: string, accept = 'text/html') =>
    fetch(service.server.address + path, { headers: { Accept: accept } });
  const guides = GUIDES.map(({ to }) => to).filter(
    (to) => !['/guides/data-dictionary', '/sources'].includes(to),
  );
  const pages = ['/guides', ...guides, '/errors/starting', '/packages', '/privacy', '/status'];
  for (const path of pages) {
    const page = await at(path);
    assert.equal(page.status, 200, path);
    assert.match(await page.text(), /The data release is being prepared<\/p>/, path);
  }
  assert.equal((await at('/guides/quickstart.md')).status, 200);
  assert.match(await (await at('/status')).text(), /The data is being prepared/);
  assert.deepEqual(await (await at('/status.json')).json(), {
    status: 'starting',
    degraded: [],
    release: null,
    sources: [],
  });
  const openApi = await at('/v1/openapi.json', 'application/json');
  const { type, detail } = (await openApi.json()) as ProblemDocument;
  assert.match(detail, /prepar/);
  assert.equal((await at(new URL(type).pathname)).url, `${service.server.address}/errors`);
  for (const path of ['/reference', '/reference/getCostOfLiving', '/cities/lisbon', '/search?q=lisbon']) {
    const page = await at(path);
    assert.equal(page.status, 503, path);
    assert.match(
      await page.text(),
      /The data release is being prepared<\/h1>[\s\S]*read the <a href="[./]*\/guides">/,
      path,
    );
  }
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
