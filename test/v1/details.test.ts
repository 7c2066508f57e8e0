import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINTS } from '../../src/engine/operations.ts';
import { similarNames } from '../../src/release/similar-names.ts';
import { bearer, exchange } from '../support/http/exchange.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();

async function problem(path: string, headers: Record<string, string> = bearer(token)) {
  const { text } = await exchange(service.server.address, `/v1${path}`, { headers });
  return JSON.parse(text) as {
    detail: string;
    errors?: { parameter: string; message: string }[];
    candidates?: unknown[];
  };
}

/** What people see, who often see nothing else. */
const DETAILS: Record<string, string> = {
  '/cities?limit=5000': 'The parameter limit must be at most 1000.',
  '/cities?limt=5': 'The parameter limt is not one of this endpoint; perhaps limit.',
  '/cities?query=lisbon': 'The parameter query is not one of this endpoint; perhaps q.',
  '/cities?search=lisbon': 'The parameter search is not one of this endpoint; perhaps q.',
  '/cities?per_page=5': 'The parameter per_page is not one of this endpoint; perhaps limit.',
  '/cities?page=2': 'The parameter page is not one of this endpoint; perhaps cursor.',
  '/cities?lat=38.7': 'The parameter lat is not one of this endpoint; perhaps near.',
  '/cities?ids=lisbon,porto': 'The parameter ids is not one of this endpoint; perhaps q.',
  '/cities/lisbon?apikey=x': 'The parameter apikey is not one of this endpoint; perhaps api_key.',
  '/cities/lisbon?page=2': 'The parameter page is not one of this endpoint; the API reference lists them.',
  '/data/cost-of-living?city=lisbon': 'The parameter city is not one of this endpoint; perhaps cities.',
  '/data/cost-of-living?cities=lisbon,porto&salary=5':
    'The parameter salary is not one of this endpoint; perhaps amount.',
  '/cities?xyzzy=5': 'The parameter xyzzy is not one of this endpoint; the API reference lists them.',
  '/cities?budget=2000':
    'The parameter budget is not one of this endpoint; perhaps budget_min or budget_max.',
  '/cities?month=january': 'The parameter month must be an integer from 1 to 12, in decimal digits.',
  '/cities?radius_km=far': 'The parameter radius_km must be a number above 0, up to 1000, in decimal digits.',
  '/cities?near=lisbon': 'The parameter near must look like 38.72,-9.14.',
  '/cities?near=200,10':
    'The parameter near must have a latitude from -90 to 90 and a longitude from -180 to 180.',
  '/cities?near=10,%201000.5':
    'The parameter near must have a latitude from -90 to 90 and a longitude from -180 to 180.',
  '/release?release=2026.11.3+own.1234abcd':
    'The parameter release must look like 2026.11.3; in an address, a + is %2B.',
  '/release?release=2026.11.3+mine': 'The parameter release must look like 2026.11.3.',
  '/data/cost-of-living/lisbon?household=one&household=couple':
    'The parameter household is given more than once.',
  '/data/cost-of-living/lisbon?household=two': 'The parameter household must be one of one, couple, family.',
  '/data/cost-of-living/lisbon?currency=dollars': 'The parameter currency must look like EUR.',
  '/data/history/cities/lisbon?from=2024-13':
    'The parameter from must look like 2015, 2015-06 or 2015-06-30.',
  '/data/history/cities/lisbon?from=2023-02-29': 'The parameter from is not a day of the calendar.',
  '/data/history/countries/spain?from=2020&to=2024-04-31': 'The parameter to is not a day of the calendar.',
  '/data/cost-of-living/lisbon?fields=buget':
    'The parameter fields names "buget", which the response does not have; perhaps budget.',
  '/data/history/cities/lisbon?metric=cost_idnex':
    'The parameter metric names "cost_idnex", which is no metric; perhaps cost_index.',
  '/cities?q=%F0%9F%98%80': 'The parameter q needs a letter or a digit.',
  '/cities/Lisbon%252C%2520Portugal':
    'There is no city "Lisbon%2C%20Portugal": it is percent-encoded once too often.',
  '/data/cost-of-living?countries=c%25C3%25B4te-d-ivoire,spain':
    'There is no country "c%C3%B4te-d-ivoire": it is percent-encoded once too often.',
  '/cities/%F0%9F%92%A5': 'There is no city "💥", and no similar name.',
  '/cities?country=%F0%9F%A6%83': 'There is no country "🦃", and no similar name.',
  '/cities/springfield': 'Several cities are called "springfield". Did you mean one of these?',
  '/cities/Windsor,%20CA': 'Several cities are called "Windsor, CA". Did you mean one of these?',
  '/data/cost-of-living?cities=lisbon,springfield':
    'Several cities are called "springfield". Did you mean one of these?',
  '/cities/lisbonn': 'There is no city "lisbonn". Did you mean one of these?',
  '/cities/georgia':
    'There is no city "georgia"; /countries/georgia is a country. Did you mean one of these?',
  '/countries/lisbon': 'There is no country "lisbon"; /cities/lisbon is a city.',
  '/countries/narnia': 'There is no country "narnia", and no similar name.',
  '/cities?country=narnia': 'There is no country "narnia", and no similar name.',
  '/city/lisbon': 'The API has no such path. The API reference lists the paths.',
  '/cities/M%FCnchen': 'The path is not percent-encoded UTF-8.',
};

for (const [path, detail] of Object.entries(DETAILS))
  test(`detail says what is wrong with ${path}`, async () => {
    assert.equal((await problem(path)).detail, detail);
  });

test('every wrong parameter has one message, and detail repeats the first three', async () => {
  const { detail, errors = [] } = await problem('/cities?limit=x&month=x&near=x&currency=dollars');
  assert.deepEqual(
    errors.map(({ parameter }) => parameter),
    [...new Set(errors.map(({ parameter }) => parameter))],
  );
  assert.equal(errors.length, 4);
  for (const { message } of errors.slice(0, 3)) assert.ok(detail.includes(message), message);
  assert.ok(detail.endsWith('errors has 1 more.'));
});

test('a single unknown place has its candidates in its entry of errors and beside it, in any parameter', async () => {
  for (const [parameter, path] of [
    ['country', '/cities?country=portugl'],
    ['country', '/data/similar/lisbon?country=portugl'],
    ['countries', '/data/quality-of-life?countries=portugl,spain'],
    ['cities', '/data/cost-of-living?cities=lisbon,prto'],
    ['reference', '/data/cost-of-living/lisbon?reference=prto'],
    ['country', '/cities?country=narnia'],
  ] as const) {
    const { detail, errors, candidates } = await problem(path);
    assert.deepEqual(errors, [{ parameter, message: detail, candidates }]);
    assert.equal(candidates?.length === 0, path.includes('narnia'), path);
  }
});

test('an address with a key and a slash at its end says that the slash is too much', async () => {
  const { text } = await exchange(service.server.address, `/v1/cities/lisbon/?api_key=${token}`);
  assert.equal(JSON.parse(text).detail, 'The API has no such path. Paths do not end in a slash.');
});

test('a parameter that needs a form has an example of it', () => {
  for (const { operationId, query } of ENDPOINTS)
    for (const [name, { pattern, examples }] of Object.entries<{ pattern?: string; examples?: string[] }>(
      query.properties,
    ))
      if (pattern !== undefined)
        assert.match(examples?.[0] ?? '', new RegExp(pattern), `${operationId} ${name}`);
});

test('an Authorization header without "Bearer" is named, and not repeated', async () => {
  for (const authorization of [token, `Basic ${btoa(`${token}:`)}`, `Token ${token}`]) {
    const { detail } = await problem('/cities/lisbon', { authorization });
    assert.match(detail, /^The Authorization header does not begin with "Bearer"\. Send your API key as /);
    assert.ok(!detail.includes(token));
  }
  assert.doesNotMatch((await problem('/cities/lisbon', {})).detail, /header/);
});

test('a key in the header X-API-Key, which many services read, leads to where it goes, and is not repeated', async () => {
  const { detail } = await problem('/cities/lisbon', { 'x-api-key': token });
  assert.match(detail, /^The header X-API-Key is not read\. Send your API key as "Authorization: Bearer/);
  assert.ok(!detail.includes(token));
});

test('a key in a parameter with another name leads to where it goes, and is not repeated', async () => {
  for (const name of ['apikey', 'key', 'access_token']) {
    const { detail } = await problem(`/cities/lisbon?limit=1&${name}=${token}`, {});
    assert.ok(detail.startsWith(`The parameter ${name} is not read. Send your API key as `), detail);
    assert.ok(!detail.includes(token));
  }
});

test('a query of a thousand unknown parameters is refused with few suggestions', async () => {
  const names = Array.from({ length: 900 }, (_, index) => `a${index.toString(36)}`);
  const { detail, errors = [] } = await problem(`/cities?${names.join('&')}`);
  assert.equal(errors.length, names.length);
  assert.equal(errors.filter(({ message }) => message !== 'is not valid').length, 20);
  assert.ok(detail.length < 1000);
});

test('names that contain the text come first, then those with few typing errors, and no others', () => {
  const known = ['cost_min', 'cost_max', 'most', 'index.overall.value', 'quality'];
  assert.deepEqual(similarNames('cost', known), ['cost_min', 'cost_max', 'most']);
  assert.deepEqual(similarNames('value', known), ['index.overall.value']);
  assert.deepEqual(similarNames('qualty', known), ['quality']);
  assert.deepEqual(similarNames('zzzzzz', known), []);
});
