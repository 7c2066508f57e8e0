import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LocationData, MemoryCache, ProblemError, ReleaseChangedError } from '../../client/src/index.ts';
import { ENDPOINTS } from '../../src/engine/operations.ts';
import { ROOT } from '../support/directories.ts';
import { generousService, temporaryDirectory } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();
const baseUrl = service.server.address;
const lds = new LocationData({ baseUrl, apiKey: token });

test('every endpoint has a method', async () => {
  const paths: string[] = [];
  const recording = new LocationData({
    baseUrl,
    apiKey: token,
    fetch: (url, init) => {
      paths.push(new URL(url).pathname.replace('/v1', ''));
      return fetch(url, init);
    },
  });
  await Promise.all([
    recording.countries.list({ limit: 1 }).all(),
    recording.countries.get('{country_id}').catch(() => undefined),
    recording.cities.list({ limit: 1 }).all(),
    recording.cities.get('{city_id}').catch(() => undefined),
    recording.cities.similar('{city_id}').catch(() => undefined),
    recording.costOfLiving.city('{city_id}').catch(() => undefined),
    recording.costOfLiving.country('{country_id}').catch(() => undefined),
    recording.costOfLiving.compare(['lisbon', 'porto']),
    recording.qualityOfLife.city('{city_id}').catch(() => undefined),
    recording.qualityOfLife.country('{country_id}').catch(() => undefined),
    recording.qualityOfLife.compare(['lisbon', 'porto']),
    recording.history.city('{city_id}').catch(() => undefined),
    recording.history.country('{country_id}').catch(() => undefined),
    recording.release.get(),
  ]);
  assert.deepEqual(paths.map(decodeURIComponent).sort(), ENDPOINTS.map(({ path }) => path).sort());
});

test('a result is what the service sent, and names its release', async () => {
  const { data, response } = await lds.costOfLiving.city('lisbon').withResponse();
  assert.deepEqual(data, await (await service.get('/data/cost-of-living/lisbon', token)).json());
  assert.equal(response.release, data.release);
  assert.match(String(response.requestId), /\w/);
});

test('names, lists and weights are sent in the form that the API reads', async () => {
  const compared = await lds.costOfLiving.compare(['Lisbon, Portugal', 'Austin, TX'], {
    countries: ['portugal'],
    weights: { housing: 0.5, food: 0.5 },
    amount: 60_000,
    currency: 'EUR',
  });
  assert.deepEqual(
    compared.cities.map(({ city }) => city.id),
    ['lisbon', 'austin'],
  );
  assert.deepEqual(
    compared.countries.map(({ country }) => country.id),
    ['portugal'],
  );
  assert.equal(compared.weights.housing, 0.5);
  const near = await lds.cities.list({ near: { latitude: 38.72, longitude: -9.14 }, limit: 1 }).all();
  assert.equal(near[0]?.id, 'lisbon');
  const capitals = await lds.cities
    .list({ continent: ['europe', 'africa'], capital: true, month: 1, high_min: 20, limit: 1 })
    .all();
  assert.ok((capitals[0]?.conditions?.high ?? 0) >= 20);
  assert.equal((await lds.cities.get('東京')).id, 'tokyo');
  // Programs without types have null where they have nothing.
  const unknown: object = { region: null };
  const malta = { country: 'malta', limit: 1 };
  assert.equal((await lds.cities.list({ ...malta, ...unknown }).page()).items.length, 1);
});

test('fields selects parts of a response', async () => {
  assert.deepEqual(await lds.cities.get('lisbon', { fields: ['id', 'country.id'] }), {
    id: 'lisbon',
    country: { id: 'portugal' },
  });
});

test('a list can be read as a whole, page by page and item by item', async () => {
  const list = lds.cities.list({ country: 'portugal', min_population: 20_000, limit: 50 });
  const whole = await lds.cities.list({ country: 'portugal', min_population: 20_000 }).all();
  const items = [];
  for await (const city of list) items.push(city);
  assert.deepEqual(items, whole);
  const first = await list.page();
  assert.deepEqual([first.items.length, first.total, first.hasNext], [50, whole.length, true]);
  assert.deepEqual((await first.next())?.items, whole.slice(50, 100));
});

test('a loop over a list that ends early requests no more pages', async () => {
  let requests = 0;
  const counting = new LocationData({
    baseUrl,
    apiKey: token,
    fetch: (url, init) => {
      requests++;
      return fetch(url, init);
    },
  });
  for await (const _city of counting.cities.list({ limit: 2 })) break;
  assert.equal(requests, 1);
});

test('tables are available in other formats', async () => {
  const csv = await lds.cities.list({ country: 'andorra' }).all().as('csv');
  assert.match(csv, /^id,name,/);
  const geojson = JSON.parse(await lds.cities.similar('lisbon', { limit: 1 }).as('geojson'));
  assert.equal(geojson.features.length, 1);
});

test('an ambiguous name is a problem with candidates', async () => {
  await assert.rejects(
    async () => lds.cities.get('springfield'),
    (error) =>
      error instanceof ProblemError &&
      error.code === 'city_not_found' &&
      error.candidates.length > 1 &&
      error.requestId !== null,
  );
});

test('a cursor of another release says that the release changed', async () => {
  await assert.rejects(async () => lds.cities.list({ cursor: 'old', limit: 1 }).all(), ReleaseChangedError);
});

test('a 304 confirms a cached response, with the same data and headers', async () => {
  const caching = new LocationData({ baseUrl, apiKey: token, cache: new MemoryCache() });
  const ask = () => caching.cities.list({ limit: 2 }).all().withResponse();
  const [first, second] = [await ask(), await ask()];
  assert.deepEqual([first.response.isCached, second.response.isCached], [false, true]);
  assert.deepEqual(second.data, first.data);
  assert.equal(second.response.headers.get('link'), first.response.headers.get('link'));
});

test('the first example of the README prints figures', async () => {
  const readme = readFileSync(join(ROOT, 'client/README.md'), 'utf8');
  const example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '';
  const source = example.replace('@location-data/client', join(ROOT, 'client/src/index.ts'));
  const file = join(temporaryDirectory(), 'example.mjs');
  writeFileSync(
    file,
    `export const printed = [];\nconst console = { log: (...v) => printed.push(v) };\n${source}`,
  );
  Object.assign(process.env, { LDS_URL: baseUrl, LDS_API_KEY: token });
  try {
    const { printed } = (await import(file)) as { printed: unknown[][] };
    const [lisbon, ...cheap] = printed;
    assert.deepEqual(
      lisbon?.map((value) => typeof value),
      ['number', 'number', 'number'],
    );
    assert.ok(cheap.length > 5);
    for (const row of cheap)
      assert.deepEqual(
        row.map((value) => typeof value),
        ['string', 'number', 'number'],
      );
  } finally {
    delete process.env.LDS_URL;
    delete process.env.LDS_API_KEY;
  }
});

test('a download streams the file and verifies its hash', async () => {
  const { downloads } = await lds.release.get();
  const parquet = downloads.find(({ format }) => format === 'parquet');
  const { stream, sha256, bytes } = await lds.release.download('parquet');
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  assert.deepEqual([sha256, bytes], [parquet?.sha256, parquet?.bytes]);
  assert.equal(hash.digest('hex'), sha256);
});
