import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { allCities, cityPage, type ListedCity, type ListPage, walk } from '../support/api/list.ts';
import { assertProblem } from '../support/api/problem.ts';
import { bearer, exchange } from '../support/http/exchange.ts';
import { character } from '../support/http/request-arbitraries.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { token } = await service.key();
const page = (path: string) => cityPage(service, token, path);

let world: ListedCity[] = [];
before(async () => {
  world = await allCities(service, token);
});

/** A filter that real users might send, made from real cities; most filters match something. */
const filters = fc
  .record(
    {
      country: fc.nat().map((index) => at(index).country.id),
      q: fc
        .tuple(fc.nat(), fc.integer({ min: 2, max: 6 }))
        .map(([index, length]) => at(index).name.slice(0, length))
        .filter((text) => /^[a-z]{2}/i.test(text)),
      near: fc.nat().map((index) => `${at(index).latitude},${at(index).longitude}`),
      min_population: fc.integer({ min: 0, max: 1_000_000 }),
    },
    { requiredKeys: [] },
  )
  .chain((filter) =>
    filter.near === undefined
      ? fc.constant(filter)
      : fc.integer({ min: 1, max: 1000 }).map((radius_km) => ({ ...filter, radius_km })),
  )
  .map((filter) => new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)])));

function at(index: number): ListedCity {
  const city = world[index % world.length];
  assert.ok(city !== undefined);
  return city;
}

test('the pages of the whole world have every city once, in order of population', async () => {
  assert.equal(new Set(world.map(({ id }) => id)).size, world.length);
  assert.equal(world.length, (await page('/cities?limit=1')).total);
  assert.ok(
    world.every(
      ({ population }, index) => index === 0 || (population ?? 0) <= (at(index - 1).population ?? 0),
    ),
  );
});

test('following next gives every item of any filter exactly once, in one order, X-Total-Count in total; prev leads back', async () => {
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 1, max: 8 }), async (filter, wantedPages) => {
      const { total, cities: whole } = await page(`/cities?${filter}`);
      const limit = Math.min(1000, Math.max(1, Math.ceil(total / wantedPages)));
      const query = new URLSearchParams([...filter, ['limit', String(limit)]]);
      const pages = await walk(service, token, `/cities?${query}`, 'next');

      const items = itemsOf(pages);
      const ids = items.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, 'no item twice');
      assert.equal(ids.length, total, 'no item missing');
      assert.deepEqual(items, whole, 'the pages are the complete list');
      for (const [index, { cities, total: repeated, links }] of pages.entries()) {
        assert.equal(repeated, total);
        if (index < pages.length - 1) assert.equal(cities.length, limit);
        assert.equal(links.has('prev'), index > 0);
        assert.equal(links.get('first'), pages[0]?.links.get('first'));
        assert.equal(links.get('last'), pages[0]?.links.get('last'));
      }

      const last = pages[0]?.links.get('last');
      assert.ok(last !== undefined);
      const back = await walk(service, token, last, 'prev');
      assert.deepEqual(back.toReversed().map(idsOf), pages.map(idsOf));
    }),
    { numRuns: 25 },
  );
});

test('a page with the whole list links only to itself', async () => {
  const { links, cities, total } = await page('/cities?country=malta');
  assert.equal(cities.length, total);
  assert.deepEqual(
    [...links],
    [
      ['first', '/cities?country=malta'],
      ['last', '/cities?country=malta'],
    ],
  );
});

test('a country without cities is an empty list, not an error', async () => {
  const { cities, total, links } = await page('/cities?country=antarctica');
  assert.deepEqual(cities, []);
  assert.equal(total, 0);
  assert.deepEqual([...links.keys()], ['first', 'last']);
});

test('a search that finds nothing is an empty list, not an error', async () => {
  assert.deepEqual((await page('/cities?q=qqqqqqqq')).cities, []);
  assert.deepEqual((await page('/cities?near=0,-140&radius_km=10')).cities, []);
});

test('all countries are in one response, by name, and X-Total-Count counts them', async () => {
  const response = await service.get('/countries', token);
  const countries = (await response.json()) as { name: string }[];
  assert.equal(Number(response.headers.get('x-total-count')), countries.length);
  const names = countries.map(({ name }) => name);
  assert.deepEqual(names, names.toSorted(new Intl.Collator('en').compare));
});

test('a cursor works with every limit', async () => {
  const cursor = await cursorOf('/cities?country=japan&limit=10');
  const { cities } = await page(`/cities?country=japan&limit=3&cursor=${cursor}`);
  const whole = (await page('/cities?country=japan')).cities;
  assert.deepEqual(cities, whole.slice(10, 13));
});

test('equivalent filters share their cursors', async () => {
  const cursor = await cursorOf('/cities?country=japan&q=kyoto&limit=1');
  const same = await page(`/cities?q=KYOTO&country=JP&limit=1&cursor=${cursor}`);
  assert.equal(same.cities.length, 1);
});

test('a cursor of another list is 400 invalid_cursor', async () => {
  const cursor = await cursorOf('/cities?country=japan&limit=10');
  for (const other of ['', 'country=chile&', 'country=japan&q=san&', 'country=japan&min_population=1&'])
    assertProblem(await get(`/cities?${other}limit=10&cursor=${cursor}`), 'invalid_cursor');
});

test('a cursor that was changed in any way is 400 invalid_cursor, never a 5xx and never another page', async () => {
  const cursor = await cursorOf('/cities?limit=7');
  const alphabet = fc.constantFrom(
    ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/.% ',
  );
  const position = fc.nat({ max: cursor.length - 1 });
  const tampered = fc.oneof(
    fc
      .tuple(position, alphabet)
      .map(([index, letter]) => cursor.slice(0, index) + letter + cursor.slice(index + 1)),
    position.map((length) => cursor.slice(0, length)),
    position.map((start) => cursor.slice(start + 1)),
    fc.string({ unit: alphabet, minLength: 1, maxLength: 5 }).map((text) => cursor + text),
    fc.integer({ min: -10, max: 1e9 }).map((offset) => rewritten(cursor, offset)),
    fc.string({ minLength: 1, maxLength: 100 }),
    fc
      .string({ unit: character, minLength: 1, maxLength: 40 })
      .map((text) => Buffer.from(text).toString('base64url')),
  );
  await fc.assert(
    fc.asyncProperty(
      tampered.filter((text) => text !== cursor && text !== '' && text.length <= 100),
      async (text) => {
        assertProblem(await get(`/cities?limit=7&cursor=${encodeURIComponent(text)}`), 'invalid_cursor');
      },
    ),
    { numRuns: 120 },
  );
});

/** The cursor with another offset and the old checksum. */
function rewritten(cursor: string, offset: number): string {
  const [, seal = ''] = Buffer.from(cursor, 'base64url').toString().split('.');
  return Buffer.from(`${offset}.${seal}`).toString('base64url');
}

function get(path: string) {
  return exchange(service.server.address, `/v1${path}`, { headers: bearer(token) });
}

async function cursorOf(path: string): Promise<string> {
  const next = (await page(path)).links.get('next');
  const cursor = new URLSearchParams(next?.split('?')[1]).get('cursor');
  assert.ok(cursor !== null);
  return cursor;
}

function itemsOf(pages: readonly ListPage[]): ListedCity[] {
  return pages.flatMap(({ cities }) => cities);
}

function idsOf({ cities }: ListPage): string[] {
  return cities.map(({ id }) => id);
}

test('every limit of at least the number of countries gives the same response', async () => {
  const whole = await exchange(service.server.address, '/v1/countries', { headers: bearer(token) });
  const total = Number(whole.headers['x-total-count']);
  const limited = (limit: number) =>
    exchange(service.server.address, `/v1/countries?limit=${limit}`, { headers: bearer(token) });
  const first = await limited(total);
  for (const limit of [total + 1, 999, 1000]) {
    const { text, headers } = await limited(limit);
    assert.equal(text, whole.text);
    assert.deepEqual([headers.etag, headers.link], [first.headers.etag, first.headers.link]);
  }
});

test('pages of countries of any length join to the whole list', async () => {
  const whole = (await (await service.get('/countries', token)).json()) as unknown[];
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 20, max: 300 }), async (limit) => {
      const joined: unknown[] = [];
      for (let path: string | undefined = `/countries?limit=${limit}`; path !== undefined; ) {
        const response = await service.get(path, token);
        joined.push(...((await response.json()) as unknown[]));
        const next = /<[^>]*\/v1([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '');
        path = next?.[1];
      }
      assert.deepEqual(joined, whole);
    }),
    { numRuns: 10 },
  );
});
