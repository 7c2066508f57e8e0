import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { describe, test } from 'node:test';
import { ReleaseStore } from '../../src/release/store.ts';
import { get, preparedHome, type RunningService, serve, until } from '../support/processes/lds.ts';
import { addRelease, damageRelease } from '../support/release/changed-release.ts';

describe('a release that is damaged while it is served', { concurrency: 2 }, () => {
  test('makes the node unready: it serves only responses that it rendered before, and recovers with the file', async (t) => {
    const { service, home, name } = await servedRelease(t);
    const ask = async (path: string) => (await get(service.address, path, service.token)).status;
    assert.equal(await ask('/v1/cities/lisbon'), 200);

    damageRelease(home, name);
    await until('it is unusable', async () => (await readiness(service))[0] === 503);
    assert.deepEqual(await readiness(service), [503, 'unusable', ['release']]);
    assert.equal(await ask('/healthz'), 200);
    assert.equal(await ask('/v1/cities/lisbon'), 200);
    assert.equal(await ask('/v1/release/sqlite'), 503);
    const other = await get(service.address, '/v1/cities/porto', service.token);
    assert.deepEqual([other.status, other.headers.get('Retry-After')], [503, '5']);
    assert.equal(((await other.json()) as { code: string }).code, 'unavailable');

    // The same byte once more.
    damageRelease(home, name);
    await until('it is ready', async () => (await readiness(service))[0] === 200);
    assert.equal(await ask('/v1/cities/porto'), 200);
    assert.equal(await ask('/v1/release/sqlite'), 200);
    assert.equal(service.stderr().match(/the served release is damaged/g)?.length, 1);
    assert.match(service.stderr(), /serving a new release/);
  });

  test('is replaced when an undamaged one is published', async (t) => {
    const { service, home, name } = await servedRelease(t);
    const sound = addRelease(home, '2099.1.1', 1);
    truncateSync(new ReleaseStore(home).releaseFile(name), 4096);
    await until('it is unusable', async () => (await readiness(service))[0] === 503);
    new ReleaseStore(home).publish(sound);
    await until('it is ready', async () => (await readiness(service))[0] === 200);
    assert.equal((await get(service.address, '/v1/cities/porto', service.token)).status, 200);
  });
});

async function servedRelease(t: Parameters<typeof preparedHome>[0]) {
  const home = await preparedHome(t, 'copied');
  const service = await serve(t, home);
  return { home, service, name: new ReleaseStore(home).currentName() ?? '' };
}

async function readiness({ address }: RunningService): Promise<[number, string, string[] | undefined]> {
  const answer = await fetch(`${address}/readyz`);
  const { status, degraded } = (await answer.json()) as { status: string; degraded?: string[] };
  return [answer.status, status, degraded];
}
