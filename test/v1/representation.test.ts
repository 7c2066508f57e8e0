import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { TSchema } from 'typebox';
import type { Endpoint } from '../../src/engine/endpoint.ts';
import { ENDPOINTS } from '../../src/engine/operations.ts';
import { pathTo } from '../support/api/endpoint-path.ts';
import { allCities, type ListedCity, sampleOf } from '../support/api/list.ts';
import { validatorOf } from '../support/api/validator.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();

let cities: ListedCity[] = [];
let countries: { id: string }[] = [];
before(async () => {
  cities = await allCities(service, token);
  countries = (await (await service.get('/countries', token)).json()) as { id: string }[];
});

/** Places with unusual data: none of some kind, or a lot of it. */
const UNUSUAL = {
  countries: [
    'antarctica',
    'kosovo',
    'palestine',
    'heard-and-mcdonald-islands',
    'united-states',
    'vatican-city',
  ],
  cities: ['new-york', 'tokyo', 'london', 'lisbon', 'simferopol', 'longyearbyen', 'vatican-city', 'honolulu'],
};

const LISTS = [
  '?limit=1000',
  '?country=japan',
  '?country=antarctica',
  '?q=san',
  '?near=-17.8,179.9&radius_km=1000',
  '?near=38.72,-9.14&q=lis&country=PT&min_population=1',
];

for (const endpoint of ENDPOINTS) {
  const { operationId, response } = endpoint;

  test(`the schema of ${operationId} allows no undocumented fields in any object`, () => {
    assertClosed(structuredClone(response), operationId);
  });

  test(`every response of ${operationId} has exactly the fields of its schema`, async () => {
    const validate = validatorOf(response);
    for (const target of targets(endpoint)) {
      const answer = await service.get(target, token);
      assert.equal(answer.status, 200, target);
      const body: unknown = await answer.json();
      try {
        validate(body);
      } catch (error) {
        assert.fail(`${target}\n${(error as Error).message}`);
      }
    }
  });
}

/** Paths below /v1 that together show every kind of response of an endpoint. */
function targets(endpoint: Endpoint): string[] {
  const { path } = endpoint;
  if (path === '/cities') return LISTS.map((query) => path + query);
  if (path.includes('{country_id}')) {
    const sample = [...UNUSUAL.countries, ...sampleOf(countries, 40).map(({ id }) => id)];
    return sample.map((id) => path.replace('{country_id}', id));
  }
  if (path.includes('{city_id}')) {
    const sample = [...UNUSUAL.cities, ...sampleOf(cities, 50).map(({ id }) => id)];
    return sample.map((id) => path.replace('{city_id}', id));
  }
  if ('cities' in endpoint.query.properties) {
    const sample = sampleOf(cities, 100).map(({ id }) => id);
    const lists = [
      UNUSUAL.cities,
      ...Array.from({ length: 5 }, (_, list) => sample.slice(20 * list, 20 * (list + 1))),
    ];
    return lists.map((ids) => pathTo(endpoint, { cities: ids.join(',') }));
  }
  return [path];
}

/** Asserts that every object either lists all its fields or is a record of one kind of value. */
function assertClosed(schema: TSchema, at: string): void {
  const { type, properties, patternProperties, additionalProperties, items } = schema as {
    type?: string | string[];
    properties?: Record<string, TSchema>;
    patternProperties?: Record<string, TSchema>;
    additionalProperties?: unknown;
    items?: TSchema;
  };
  if ([type].flat().includes('object'))
    assert.ok(additionalProperties === false || patternProperties !== undefined, at);
  for (const [name, property] of Object.entries(properties ?? {})) assertClosed(property, `${at}.${name}`);
  for (const value of Object.values(patternProperties ?? {})) assertClosed(value, `${at}.*`);
  if (items !== undefined) assertClosed(items, `${at}[]`);
}
