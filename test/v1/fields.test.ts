import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { allPaths } from '../../src/engine/formats/fields.ts';
import { ENDPOINTS } from '../../src/engine/operations.ts';
import { pathTo, withQuery } from '../support/api/endpoint-path.ts';
import { assertProblem } from '../support/api/problem.ts';
import { bearer, exchange } from '../support/http/exchange.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { address } = service.server;
const { token } = await service.key();

const get = (path: string) => exchange(address, `/v1${path}`, { headers: bearer(token) });
const json = async (path: string) => JSON.parse((await get(path)).text) as unknown;

/** Parameters without which a response has fewer fields. */
const WITH_ALL_FIELDS: Readonly<Record<string, string>> = {
  listCities: 'near=38.72,-9.14&include=cost&month=1',
  getCostOfLiving: 'currency=EUR',
  getCountryCostOfLiving: 'currency=EUR',
  compareCostOfLiving: 'household=one&amount=9&currency=EUR',
};

for (const endpoint of ENDPOINTS) {
  const { operationId, response } = endpoint;
  const limit = 'limit' in endpoint.query.properties ? 'limit=50' : '';
  const path = withQuery(withQuery(pathTo(endpoint), limit), WITH_ALL_FIELDS[operationId] ?? '');

  test(`fields selects exactly what the whole response of ${operationId} has at these paths`, async () => {
    const whole = await json(path);
    const some = fc.uniqueArray(fc.constantFrom(...pathsIn(whole)), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(some, async (paths) => {
        const selected = await json(withQuery(path, `fields=${paths.join()}`));
        assert.deepEqual(selected, expected(whole, paths), paths.join());
        // The order must also be that of the whole response.
        assert.equal(JSON.stringify(selected), JSON.stringify(expected(whole, paths)));
      }),
      { numRuns: 20 },
    );
  });

  test(`every field of ${operationId} can be selected, and all of them together are the whole answer`, async () => {
    const top = allPaths(response).filter((each) => !each.includes('.'));
    assert.equal((await get(withQuery(path, `fields=${top.join()}`))).text, (await get(path)).text);
    for (const each of allPaths(response))
      if (each.length <= 1000 && Math.random() < 0.1)
        assert.equal((await get(withQuery(path, `fields=${each}`))).status, 200, each);
  });
}

test('an unknown field is 400, with fields of similar spelling', async () => {
  const answer = await get('/data/cost-of-living/lisbon?fields=city.id,index.overal.value,valeu,rents');
  const { errors, detail } = assertProblem(answer, 'invalid_parameter');
  assert.deepEqual(
    errors?.map(({ parameter, message }) => [parameter, message.split(',')[0]]),
    [
      ['fields', 'names "index.overal.value"'],
      ['fields', 'names "valeu"'],
      ['fields', 'names "rents"'],
    ],
  );
  for (const { message } of errors ?? []) assert.ok(detail.includes(message), message);
  assert.match(errors?.[0]?.message ?? '', /index\.overall\.value/);
});

test('a misspelt metric is 400 too', async () => {
  const answer = await get('/countries/portugal?fields=figures.populaton.value');
  const { errors } = assertProblem(answer, 'invalid_parameter');
  assert.match(errors?.[0]?.message ?? '', /figures\.population\.value/);
  // This metric exists, but the country has no figure for it.
  assert.equal(
    (await get('/countries/antarctica?fields=figures.gdp_per_capita_ppp,id')).text.includes(
      '"id":"antarctica"',
    ),
    true,
  );
});

test('a name that an object by metric, by part or by element cannot have is 400 too', async () => {
  for (const path of [
    '/data/quality-of-life/lisbon?fields=groups.safety.estimates.nonsense',
    '/data/quality-of-life/lisbon?fields=climate.normals.nonsense',
    '/cities?include=cost&fields=figures.nonsense',
    '/data/similar/lisbon?fields=similar.parts.nonsense',
    '/release?fields=figures.by_metric.nonsense',
    '/release?fields=figures.by_resource.nonsense',
  ])
    assertProblem(await get(path), 'invalid_parameter');
  for (const path of [
    '/data/quality-of-life/lisbon?fields=groups.safety.estimates.intentional_homicides.value',
    '/data/quality-of-life/lisbon?fields=climate.normals.temperature_mean',
    '/cities?include=cost&fields=figures.cost.value,figures.education_cost',
    '/countries/portugal?fields=translations.deu',
    '/release?fields=figures.by_metric.population,figures.by_resource.country',
  ])
    assert.equal((await get(path)).status, 200, path);
});

test('fields refuses malformed paths, too many paths and too long a text', async () => {
  for (const fields of [
    '',
    ',',
    'id,',
    '.',
    'id.',
    'id..name',
    'id.x',
    '__proto__',
    'constructor',
    'name.length',
    Array.from({ length: 51 }, () => 'id').join(),
    'x'.repeat(1001),
  ])
    assertProblem(await get(`/cities/lisbon?fields=${fields}`), 'invalid_parameter');
  assertProblem(await get('/cities/lisbon?fields=id&fields=name'), 'invalid_parameter');
});

test('the same selection in another order, or with parts of a part, has the same entity tag', async () => {
  const tag = async (fields: string) =>
    (await get(`/data/cost-of-living/porto?fields=${fields}`)).headers.etag;
  const first = await tag('city.id,index.overall');
  assert.equal(await tag('index.overall,city.id'), first);
  assert.equal(await tag('index.overall.value,index.overall,%20city.id'), first);
  assert.notEqual(await tag('index.overall.value,city.id'), first);
});

test('in CSV and GeoJSON, fields selects columns; what has no column is 400', async () => {
  const csv = await get(
    '/data/cost-of-living?cities=lisbon,porto&format=csv&fields=cities.city.id,cities.index.food',
  );
  assert.equal(
    csv.text.split('\r\n')[0],
    'id,cost_food,cost_food_low,cost_food_high,cost_food_country_average_100,cost_food_evidence,cost_food_period,cost_food_sources',
  );
  assertProblem(
    await get('/data/cost-of-living?cities=lisbon,porto&format=csv&fields=cities.city.id,sources'),
    'invalid_parameter',
  );
  assertProblem(
    await get('/data/cost-of-living?cities=lisbon,porto&format=ndjson&fields=release'),
    'invalid_parameter',
  );
});

/** Every path in a value, including those in list items. */
function pathsIn(value: unknown): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap(pathsIn))];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    name,
    ...pathsIn(inner).map((path) => `${name}.${path}`),
  ]);
}

/** What `fields` has to select, found by paths instead of by schema. */
function expected(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => expected(item, paths));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    if (paths.includes(name)) return [[name, inner] as const];
    const within = paths
      .filter((path) => path.startsWith(`${name}.`))
      .map((path) => path.slice(name.length + 1));
    return within.length === 0 ? [] : [[name, expected(inner, within)] as const];
  });
  return Object.fromEntries(kept);
}
