import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { LocationData, ProblemError } from '../../client/src/index.ts';
import { Snapshot } from '../../client/src/offline.ts';
import { toolPath } from '../../scripts/tools.mjs';
import { answersFrom, Refusal } from '../../src/commands/ask/answers.ts';
import { ROOT } from '../support/directories.ts';
import { keptReleases, PEOPLE } from '../support/release/kept-releases.ts';
import { startService } from '../support/service.ts';

const kept = await keptReleases();
const service = await startService({ LDS_KEEP_RELEASES: '3' }, { release: kept });
const { address } = service.server;
const { token } = await service.key();
const release = '2020.1.1';

test('the client asks for an earlier release as for any parameter', async () => {
  const lds = new LocationData({ apiKey: token, baseUrl: address });
  assert.equal((await lds.cities.get('lisbon', { release })).population, PEOPLE[release]);
  const cities = await lds.cities.list({ release, country: 'portugal' }).all();
  assert.ok(cities.length > 4);
  assert.equal(cities.find(({ id }) => id === 'lisbon')?.population, PEOPLE[release]);
  const unknown = await lds.cities.get('lisbon', { release: '1999.1.1' }).catch((error: unknown) => error);
  assert.ok(unknown instanceof ProblemError && unknown.code === 'release_not_found');
});

test('a downloaded release answers for itself only', async () => {
  const snapshot = new Snapshot(kept.store.releaseFile(kept.name));
  const ask = async (version: string) => snapshot.cities.get('lisbon', { release: version });
  assert.equal((await ask(kept.current)).id, 'lisbon');
  await assert.rejects(ask(release), { code: 'release_not_found' });
  snapshot.close();
});

test('the client for Python asks for an earlier release too', async () => {
  const program = `
from location_data import LocationData
lds = LocationData(base_url="${address}")
print(lds.cities.get("lisbon", release="${release}")["population"])`;
  const { stdout } = await promisify(execFile)(toolPath('python3'), ['-c', program], {
    env: {
      ...process.env,
      PYTHONPATH: join(ROOT, 'client/python'),
      LDS_API_KEY: token,
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
  assert.equal(Number(stdout), PEOPLE[release]);
});

test('a command with --url and --release answers from that release of the service', async () => {
  const asked = async (version?: string) =>
    answersFrom(address, token, version).ask('/cities/{city_id}', { place: 'lisbon' });
  const { body, release: answered } = await asked(release);
  assert.deepEqual([body.population, answered], [PEOPLE[release], release]);
  assert.equal((await asked()).release, kept.current);
  await assert.rejects(
    asked('1999.1.1'),
    (error) => error instanceof Refusal && error.code === 'release_not_found',
  );
  await assert.rejects(answersFrom(address, token, release).match([]), /current release/);
});
