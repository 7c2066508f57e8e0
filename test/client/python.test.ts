import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { toolPath } from '../../scripts/tools.mjs';
import { ENDPOINTS } from '../../src/engine/operations.ts';
import { RELEASE_FORMAT } from '../../src/release/schema.ts';
import { askedPaths } from '../support/client/asked-paths.ts';
import { json, problem, startFaultyService } from '../support/client/faulty-service.ts';
import { ROOT } from '../support/directories.ts';
import { openedRelease } from '../support/release/opened-release.ts';
import { generousService, temporaryDirectory } from '../support/service.ts';

const execute = promisify(execFile);
const SOURCE = join(ROOT, 'client/python');
const hasPandas = spawnSync(toolPath('python3'), ['-c', 'import pandas']).status === 0;
const LACKS_PANDAS = 'the test of data frames needs pandas: apt-get install python3-pandas';
const service = await generousService();
const { token } = await service.key();

test('every endpoint has a method', async () => {
  const paths = await askedPaths((url) =>
    python(
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
      { url },
    ),
  );
  assert.deepEqual(paths, ENDPOINTS.map(({ path }) => path).sort());
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

test('a place without a name is refused, and no request is sent', async () => {
  const faulty = await startFaultyService();
  const printed = await python(
    `
for get in (lds.countries.get, lds.cities.get, lds.cities.similar, lds.cost_of_living.city, lds.cost_of_living.country,
            lds.quality_of_life.city, lds.quality_of_life.country, lds.history.city, lds.history.country):
    for id in ("", " ", "..", ["a", "b"]):
        try:
            get(id)
        except location_data.LocationDataError as error:
            print(error)`,
    { url: faulty.url },
  );
  assert.equal(
    printed,
    ['""', '" "', '".."', '["a", "b"]']
      .map((id) => `${id} is not the id or name of a place.\n`)
      .join('')
      .repeat(9),
  );
  assert.equal(faulty.requests.length, 0);
});

test('the error of a 429 has the seconds after which to ask again', async () => {
  const faulty = await startFaultyService();
  faulty.react(problem(429, 'rate_limit_exceeded', { 'retry-after': '90' }));
  const printed = await python(
    `
try:
    lds.cities.get("lisbon")
except location_data.Problem as problem:
    print(problem.retry_after)`,
    { url: faulty.url },
  );
  assert.equal(printed, '90\n');
});

test('every method says what it does, in the words of its endpoint', async () => {
  const printed = await python(`
groups = (lds.countries, lds.cities, lds.cost_of_living, lds.quality_of_life, lds.history, lds.release)
print(json.dumps([getattr(group, name).__doc__ for group in groups for name in dir(group) if not name.startswith("_")]))`);
  const documented = JSON.parse(printed) as (string | null)[];
  for (const { summary } of ENDPOINTS)
    assert.ok(
      documented.some((text) => text?.startsWith(`${summary}.`)),
      summary,
    );
  assert.ok(!documented.includes(null));
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

test('tables are data frames with pandas', { skip: !hasPandas && LACKS_PANDAS }, async () => {
  const printed = await python(`
import pandas
compared = lds.cost_of_living.compare(["lisbon", "porto"], countries=["spain"]).to_frame()
listed = lds.cities.list(country="portugal", limit=10).to_frame()
print(json.dumps([
    isinstance(compared, pandas.DataFrame), list(compared["city.id"].dropna()), compared.loc[2, "country.id"],
    compared["index.overall.value"].dtype.kind, isinstance(listed, pandas.DataFrame), listed.shape[0], listed.loc[0, "country.name"],
]))`);
  assert.deepEqual(JSON.parse(printed), [true, ['lisbon', 'porto'], 'spain', 'f', true, 10, 'Portugal']);
});

describe('offline', () => {
  const file = join(temporaryDirectory(), 'release.sqlite');

  before(() => python(`lds.release.download(${JSON.stringify(file)})`));

  test('a damaged download leaves no file', async () => {
    const faulty = await startFaultyService();
    faulty.react((response) => response.writeHead(200, { etag: `"${'0'.repeat(64)}"` }).end('bytes'));
    const folder = temporaryDirectory();
    const ask = `
try:
    lds.release.download(${JSON.stringify(join(folder, 'release.sqlite'))})
except location_data.DamagedDownload as error:
    print(error)`;
    assert.match(await python(ask, { url: faulty.url }), /do not match/);
    assert.deepEqual(readdirSync(folder), []);
  });

  test('lists are those of the service, but for its order of cities', async () => {
    const printed = await python(`
snapshot = location_data.Snapshot(${JSON.stringify(file)})
by_id = lambda places: sorted(places, key=lambda place: place["id"])
print(json.dumps([
    list(snapshot.countries()) == lds.countries.list().all(),
    by_id(snapshot.cities()) == by_id(lds.cities.list().all()),
    by_id(snapshot.cities("Portugal")) == by_id(lds.cities.list(country="portugal").all()),
    snapshot.version == lds.release.get()["version"],
]))`);
    assert.deepEqual(JSON.parse(printed), [true, true, true, true]);
  });

  test('ids, codes and names lead where they lead in the service, or are refused with candidates', async () => {
    const release = await openedRelease();
    const cities = release.cities.filter((_, index) => index < 300 || index % 97 === 0);
    const texts = cities.flatMap((city) => {
      const { name, region, country, geonamesId, iata } = city;
      const { alternative_names: others } = release.detailRecord(city);
      const inCountry = [name, ...others.slice(0, 2)].map(
        (each) => `${each}, ${release.country(country).name}`,
      );
      return [
        city.id,
        `geonames:${geonamesId}`,
        `iata:${iata?.[0]}`,
        name,
        `${name}, ${region}`,
        ...inCountry,
      ];
    });
    const countries = release.countries.flatMap(({ id, alpha2, alpha3, numeric, wikidata, name }) => [
      id,
      alpha2,
      alpha3.toLowerCase(),
      numeric ?? id,
      `wikidata:${wikidata}`,
      name,
    ]);
    const lists = join(temporaryDirectory(), 'texts.json');
    writeFileSync(lists, JSON.stringify([texts, countries]));
    const printed = await python(`
def found(look_up, text):
    try:
        return look_up(text)["id"]
    except location_data.Problem as problem:
        return [problem.status, problem.code]

with location_data.Snapshot(${JSON.stringify(file)}) as snapshot, open(${JSON.stringify(lists)}) as texts:
    cities, countries = json.load(texts)
    print(json.dumps([[found(snapshot.city, text) for text in cities], [found(snapshot.country, text) for text in countries]]))`);
    const [ofCities, ofCountries] = JSON.parse(printed) as (string | [number, string])[][];
    const wrong = [];
    let read = 0;
    for (const [index, text] of texts.entries()) {
      const here = ofCities?.[index];
      if (typeof here !== 'string') {
        assert.deepEqual(here, [404, 'city_not_found']);
        continue;
      }
      read++;
      const there = release.resolveCity(text);
      if (there.kind === 'found' && there.place.id !== here) wrong.push([text, here, there.place.id]);
    }
    for (const [index, text] of countries.entries()) {
      const there = release.resolveCountry(text);
      if (there.kind === 'found' && there.place.id !== ofCountries?.[index])
        wrong.push([text, ofCountries?.[index]]);
    }
    assert.deepEqual(wrong, []);
    assert.ok(read > 0.6 * texts.length, `${read} of ${texts.length}`);
  });

  test('a file that is no release, or of another format, is refused in a sentence', async () => {
    const folder = temporaryDirectory();
    const printed = await python(`
import shutil, sqlite3
open(${JSON.stringify(join(folder, 'text'))}, "w").write("text " * 1000)
shutil.copy(${JSON.stringify(file)}, ${JSON.stringify(join(folder, 'later'))})
later = sqlite3.connect(${JSON.stringify(join(folder, 'later'))})
later.execute("UPDATE release SET value = '999' WHERE key = 'format'")
later.commit()
for name in ("text", "later", "missing"):
    try:
        location_data.Snapshot(${JSON.stringify(`${folder}/`)} + name)
    except location_data.LocationDataError as error:
        print(error)`);
    assert.match(printed, /text is not a data release: .*\n.*not 999\.\n.*missing is not a data release/);
  });

  test('it reads the format of this version’s releases', () => {
    const source = readFileSync(join(SOURCE, 'location_data/offline.py'), 'utf8');
    assert.equal(/^FORMAT = "(\d+)"$/m.exec(source)?.[1], String(RELEASE_FORMAT));
  });
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

test('pip says where the package is if it is given the folder of a checkout', async () => {
  const copy = join(temporaryDirectory(), 'checkout');
  cpSync(SOURCE, copy, { recursive: true });
  const options = ['--isolated', '--disable-pip-version-check', 'install', '--no-index', '--target', copy];
  await assert.rejects(execute(toolPath('pip3'), [...options, copy]), ({ stderr }: { stderr: string }) =>
    /This is the source, not a package\. .*\/packages/.test(stderr),
  );
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
