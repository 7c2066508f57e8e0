import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { toolPath } from '../../scripts/tools.mjs';
import { ENDPOINTS } from '../../src/engine/operations.ts';
import { json, problem, startFaultyService } from '../support/client/faulty-service.ts';
import { ROOT } from '../support/directories.ts';
import { generousService, temporaryDirectory } from '../support/service.ts';

const execute = promisify(execFile);
const SOURCE = join(ROOT, 'client/python');
const service = await generousService();
const { token } = await service.key();

test('every endpoint has a method', async () => {
  const faulty = await startFaultyService();
  const paths: string[] = [];
  faulty.react((response, request) => {
    paths.push(decodeURIComponent(new URL(request.url ?? '', faulty.url).pathname.replace('/v1', '')));
    json([])(response, request);
  });
  await python(
    `
lds.countries.list().all()
lds.cities.list().all()
for get in (lds.countries.get, lds.cost_of_living.country, lds.quality_of_life.country, lds.history.country):
    get("{country_id}")
for get in (lds.cities.get, lds.cities.similar, lds.cost_of_living.city, lds.quality_of_life.city, lds.history.city):
    get("{city_id}")
lds.cost_of_living.compare(["lisbon", "porto"])
lds.quality_of_life.compare(["lisbon", "porto"])
lds.release.get()`,
    { url: faulty.url },
  );
  assert.deepEqual(paths.sort(), ENDPOINTS.map(({ path }) => path).sort());
});

test('answers are what the service sent', async () => {
  const printed = await python(`
print(json.dumps([
    lds.countries.get("portugal"), lds.cities.get("Lisbon, Portugal"), lds.cities.similar("lisbon", limit=3),
    lds.cost_of_living.city("lisbon", household="couple"), lds.quality_of_life.country("portugal"),
    lds.history.city("lisbon", from_="2020"), lds.release.get(),
]))`);
  const sent = [];
  for (const path of [
    '/countries/portugal',
    '/cities/lisbon',
    '/data/similar/lisbon?limit=3',
    '/data/cost-of-living/lisbon?household=couple',
    '/data/quality-of-life/countries/portugal',
    '/data/history/cities/lisbon?from=2020',
    '/release',
  ])
    sent.push(await (await service.get(path, token)).json());
  assert.deepEqual(JSON.parse(printed), sent);
});

test('a list is read page by page, and every place comes once', async () => {
  const printed = await python(`
found = lds.cities.list(country="portugal", limit=100)
ids = [city["id"] for city in lds.cities.list(country="portugal", limit=100)]
print(json.dumps([len(ids), len(set(ids)), len(lds.cities.list(country="portugal").all()), len(found.all()), len(found.to_frame())]))`);
  const [iterated, different, all, first, rows] = JSON.parse(printed);
  assert.ok(all > 200);
  assert.deepEqual([iterated, different, first, rows], [all, all, 100, 100]);
});

test('a comparison becomes a table with a row per place', async () => {
  const printed = await python(`
compared = lds.cost_of_living.compare(["Lisbon, Portugal", "porto"], countries=["spain"], weights={"housing": 0.6, "food": 0.4})
rows = compared.to_frame()
rows = rows if isinstance(rows, list) else rows.to_dict("records")
print(json.dumps([[rows[0]["city.id"], rows[1]["city.id"], rows[2]["country.id"]], rows[1]["index.overall.value"] == compared.data["cities"][1]["index"]["overall"]["value"]]))`);
  assert.deepEqual(JSON.parse(printed), [['lisbon', 'porto', 'spain'], true]);
});

test('a problem has a code, a detail and candidates', async () => {
  const printed = await python(`
try:
    lds.cities.get("springfield")
except location_data.Problem as problem:
    print(json.dumps([problem.status, problem.code, str(problem) == problem.detail, len(problem.candidates) > 1, bool(problem.request_id)]))`);
  assert.deepEqual(JSON.parse(printed), [404, 'city_not_found', true, true, true]);
});

test('a request is repeated after a 429 and a 503, as late as Retry-After says', async () => {
  const faulty = await startFaultyService();
  faulty.react(
    problem(429, 'rate_limit_exceeded', { 'retry-after': '2' }),
    problem(503, 'unavailable'),
    json({ id: 'lisbon' }),
  );
  const printed = await python(
    `
began = time.monotonic()
print(json.dumps([lds.cities.get("lisbon"), time.monotonic() - began]))`,
    { url: faulty.url },
  );
  const [city, seconds] = JSON.parse(printed);
  assert.deepEqual(city, { id: 'lisbon' });
  assert.ok(seconds >= 2, `${seconds}`);
  assert.equal(faulty.requests.length, 3);
});

test('a wait of more than a minute and an error of the request are not repeated', async () => {
  const faulty = await startFaultyService();
  for (const reaction of [
    problem(429, 'rate_limit_exceeded', { 'retry-after': '61' }),
    problem(404, 'city_not_found'),
  ]) {
    faulty.react(reaction);
    const ask =
      'try:\n    lds.cities.get("lisbon")\nexcept location_data.Problem as problem:\n    print(problem.code)';
    assert.match(await python(ask, { url: faulty.url }), /^(rate_limit_exceeded|city_not_found)\n$/);
    assert.equal(faulty.requests.length, 1);
  }
});

test('a service that says nothing fails after the timeout', async () => {
  const faulty = await startFaultyService();
  faulty.react(() => undefined);
  const printed = await python(
    `
lds = location_data.LocationData(timeout=0.2, max_retries=1)
try:
    lds.release.get()
except location_data.ConnectionFailed as error:
    print(error)`,
    { url: faulty.url },
  );
  assert.match(printed, /^No complete response from http:/);
  assert.equal(faulty.requests.length, 2);
});

test('the key is sent, follows no redirect, and is in no text of an error', async () => {
  const [faulty, elsewhere] = [await startFaultyService(), await startFaultyService()];
  faulty.react((response) => response.writeHead(302, { location: `${elsewhere.url}/v1/release` }).end());
  const printed = await python(
    `
import traceback
for key in ("lds_secret", "lds_secret\\n"):
    try:
        location_data.LocationData(api_key=key).release.get()
    except location_data.LocationDataError:
        print(traceback.format_exc())`,
    { url: faulty.url },
  );
  assert.equal(faulty.requests[0]?.headers.authorization, 'Bearer lds_secret');
  assert.equal(elsewhere.requests.length, 0);
  assert.match(printed, /HTTP status 302[\s\S]*another character/);
  assert.doesNotMatch(printed, /lds_secret/);
});

test('pip installs the package from the service, and verifies its hash', async () => {
  const target = join(temporaryDirectory(), 'installed');
  const index = `${service.server.address}/packages/simple/`;
  const options = ['--isolated', '--no-cache-dir', '--disable-pip-version-check', '--quiet'];
  const install = [...options, 'install', '--index-url', index, '--target', target];
  await execute(toolPath('pip3'), [...install, 'location-data']);
  const path = join(target, 'location_data/client.py');
  assert.equal(readFileSync(path, 'utf8'), readFileSync(join(SOURCE, 'location_data/client.py'), 'utf8'));
  const printed = await python(
    `
from importlib.metadata import version
print(json.dumps([location_data.__file__, version("location-data"), lds.cities.get("lisbon")["id"]]))`,
    { packages: target },
  );
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  assert.deepEqual(JSON.parse(printed), [join(target, 'location_data/__init__.py'), version, 'lisbon']);
});

test('pip builds the package from its source without another index or package', async () => {
  const [downloads, target] = [join(temporaryDirectory(), 'downloads'), join(temporaryDirectory(), 'built')];
  const index = `${service.server.address}/packages/simple/`;
  const options = ['--isolated', '--no-cache-dir', '--disable-pip-version-check', '--quiet'];
  const source = ['--index-url', index, '--no-binary', ':all:', 'location-data'];
  await execute(toolPath('pip3'), [...options, 'download', '--dest', downloads, ...source]);
  assert.match(String(readdirSync(downloads)), /^location_data-[\d.]+\.tar\.gz$/);
  await execute(toolPath('pip3'), [...options, 'install', '--target', target, ...source]);
  const printed = await python('print(json.dumps(lds.cities.get("lisbon")["id"]))', { packages: target });
  assert.equal(printed, '"lisbon"\n');
});

/** What a program prints that has `lds`, a client of the service. */
async function python(
  program: string,
  { url = service.server.address, packages = SOURCE } = {},
): Promise<string> {
  const source = `import json, time, location_data\nlds = location_data.LocationData()\n${program}`;
  const env = {
    PATH: process.env.PATH,
    PYTHONPATH: packages,
    PYTHONDONTWRITEBYTECODE: '1',
    LDS_URL: url,
    LDS_API_KEY: token,
  };
  const { stdout } = await execute(toolPath('python3'), ['-c', source], { env, maxBuffer: 2 ** 26 });
  return stdout;
}
