import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { LocationData, ProblemError } from '../../client/src/index.ts';
import { Snapshot } from '../../client/src/offline.ts';
import { toolPath } from '../../scripts/tools.mjs';
import { answersFrom, Refusal } from '../../src/commands/ask/answers.ts';
import { takeSnapshot } from '../../src/commands/snapshot.ts';
import { ROOT } from '../support/directories.ts';
import { EARLIER, keptReleases, PEOPLE } from '../support/release/kept-releases.ts';
import { startService, temporaryDirectory } from '../support/service.ts';

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
  assert.equal((await lds.release.get({ release })).version, release);
  const unknown = await lds.cities.get('lisbon', { release: '1999.1.1' }).catch((error: unknown) => error);
  assert.ok(unknown instanceof ProblemError && unknown.code === 'release_not_found');
  assert.deepEqual(unknown.releases, [kept.current, ...EARLIER]);
});

test('the client downloads an earlier release, which then answers without a network', async () => {
  const lds = new LocationData({ apiKey: token, baseUrl: address });
  const file = join(temporaryDirectory(), 'release.sqlite');
  const download = await lds.release.download('sqlite', { release });
  assert.equal(download.release, release);
  await pipeline(download.stream, createWriteStream(file));
  const snapshot = new Snapshot(file);
  assert.equal((await snapshot.cities.get('lisbon', { release })).population, PEOPLE[release]);
  await assert.rejects(async () => snapshot.cities.get('lisbon', { release: kept.current }), {
    code: 'release_not_found',
    releases: [release],
  });
  snapshot.close();
  await assert.rejects(lds.release.download('sqlite', { release: '1999.1.1' }), {
    code: 'release_not_found',
  });
});

test('lds snapshot keeps an earlier release', async () => {
  const output = join(temporaryDirectory(), 'release.sqlite');
  const said = await takeSnapshot({ url: address, output, apiKey: token, release });
  assert.match(said, /: release 2020\.1\.1, /);
  assert.match(
    await takeSnapshot({ url: address, output, apiKey: token, release }),
    /already up to date: 2020\.1\.1/,
  );
});

test('a downloaded release answers for itself only', async () => {
  const snapshot = new Snapshot(kept.store.releaseFile(kept.name));
  const ask = async (version: string) => snapshot.cities.get('lisbon', { release: version });
  assert.equal((await ask(kept.current)).id, 'lisbon');
  await assert.rejects(ask(release), { code: 'release_not_found' });
  snapshot.close();
});

test('the client for Python asks for an earlier release too', async () => {
  const file = join(temporaryDirectory(), 'release.sqlite');
  const program = `
import json
from location_data import LocationData
from location_data import Problem, Snapshot
lds = LocationData(base_url="${address}")
lds.release.download("${file}", release="${release}")
try:
    lds.cities.get("lisbon", release="1999.1.1")
except Problem as problem:
    releases = problem.releases
print(json.dumps([lds.cities.get("lisbon", release="${release}")["population"], Snapshot("${file}").version, releases]))`;
  const { stdout } = await promisify(execFile)(toolPath('python3'), ['-c', program], {
    env: {
      ...process.env,
      PYTHONPATH: join(ROOT, 'client/python'),
      LDS_API_KEY: token,
      PYTHONDONTWRITEBYTECODE: '1',
    },
  });
  assert.deepEqual(JSON.parse(stdout), [PEOPLE[release], release, [kept.current, ...EARLIER]]);
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
