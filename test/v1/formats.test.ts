import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Endpoint } from '../../src/engine/endpoint.ts';
import { selectionOf } from '../../src/engine/formats/fields.ts';
import { FORMATS, formatsOf, MEDIA_TYPES } from '../../src/engine/formats/formats.ts';
import { type Column, pathsOf, type Table } from '../../src/engine/formats/table.ts';
import { ENDPOINTS } from '../../src/engine/operations.ts';
import { pathTo, withQuery } from '../support/api/endpoint-path.ts';
import { assertProblem } from '../support/api/problem.ts';
import { bearer, type Exchange, exchange } from '../support/http/exchange.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { address } = service.server;
const { token } = await service.key();

const get = (path: string, options: Exchange = {}) =>
  exchange(address, `/v1${path}`, { ...options, headers: { ...bearer(token), ...options.headers } });

/** Requests whose responses have all kinds of values: none at all, quotes and commas, other scripts, no index, no score. */
const REQUESTS: Readonly<Record<string, readonly string[]>> = {
  listCountries: ['/countries', '/countries?limit=3'],
  listCities: [
    '/cities?limit=1000',
    '/cities?country=antarctica',
    '/cities?near=38.72,-9.14&radius_km=30',
    '/cities?q=san&limit=7',
    '/cities?cost_max=70&sort=-quality&include=education_cost,climate&limit=50',
    '/cities?country=north-korea&include=cost,quality&limit=5',
    '/cities?country=india&sort=-cost',
  ],
  compareCostOfLiving: [
    '/data/cost-of-living?cities=lisbon,porto,tokyo,pyongyang',
    '/data/cost-of-living?cities=new-york,lisbon&weights=food:1&reference=porto&rate=spot',
    '/data/cost-of-living?cities=singapore&countries=singapore,cuba,portugal&amount=100&currency=EUR',
  ],
  compareQualityOfLife: [
    '/data/quality-of-life?cities=lisbon,porto,tokyo,pyongyang,vatican-city',
    '/data/quality-of-life?countries=portugal,JP',
  ],
  getCityHistory: ['/data/history/cities/lisbon', '/data/history/cities/new-york?from=2020&to=2023'],
  getSimilarCities: ['/data/similar/lisbon?elsewhere=true', '/data/similar/pyongyang'],
  getCountryHistory: [
    '/data/history/countries/portugal?metric=population,price_level_ratio',
    '/data/history/countries/antarctica?from=1900&to=1901',
  ],
};

const tables = ENDPOINTS.filter(({ table }) => table !== undefined);
const requestsOf = (endpoint: Endpoint) => REQUESTS[endpoint.operationId] ?? [pathTo(endpoint)];

test('every list and every comparison has formats with rows', () => {
  const names = new Set(tables.map(({ operationId }) => operationId));
  for (const { operationId, response } of ENDPOINTS) {
    const isList = (response as { type?: string }).type === 'array';
    assert.equal(names.has(operationId) || !(isList || operationId.startsWith('compare')), true, operationId);
  }
});

for (const endpoint of tables) {
  const { operationId, table, response } = endpoint;
  assert.ok(table);

  test(`the columns of ${operationId} have unlike names in snake case, and paths of the response`, () => {
    const names = table.columns.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const column of table.columns) {
      assert.match(column.name, /^[a-z0-9]+(_[a-z0-9]+)*$/);
      for (const path of pathsOf(table, column))
        assert.doesNotThrow(() => selectionOf(path, response, new Map()), `${column.name}: ${path}`);
    }
  });

  test(`${operationId} has the same values in CSV, read by another parser, as in JSON`, async () => {
    for (const path of requestsOf(endpoint)) {
      const body: unknown = JSON.parse((await get(path)).text);
      const answer = await get(withQuery(path, 'format=csv'));
      assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8; header=present');
      const [header = [], ...records]: string[][] = parse(answer.text, { relax_column_count: false });
      const items = itemsIn(body, table);
      assert.equal(records.length, items.length);
      const shown: readonly Column[] = table.columns.filter(
        ({ name, optional }) => !optional || header.includes(name),
      );
      assert.deepEqual(
        header,
        shown.map(({ name }) => name),
      );
      for (const [row, item] of items.entries())
        for (const [position, column] of shown.entries())
          assert.equal(
            records[row]?.[position],
            asText(valueIn(body, item, table, column)),
            `${path} ${column.name}`,
          );
    }
  });

  test(`${operationId} has one item of the JSON a line in NDJSON`, async () => {
    for (const path of requestsOf(endpoint)) {
      const items = itemsIn(JSON.parse((await get(path)).text), table);
      const answer = await get(withQuery(path, 'format=ndjson'));
      assert.equal(answer.headers['content-type'], 'application/x-ndjson; charset=utf-8');
      const lines = answer.text.split('\n');
      assert.equal(lines.pop(), '');
      assert.deepEqual(
        lines.map((line) => JSON.parse(line) as unknown),
        items,
      );
    }
  });

  test(`each format of ${operationId} is negotiated, and has a key, an entity tag and a file name of its own`, async () => {
    const [path = ''] = requestsOf(endpoint);
    const tags = new Set<unknown>();
    for (const format of formatsOf(endpoint)) {
      const byAccept = await get(path, { headers: { Accept: MEDIA_TYPES[format] } });
      const byParameter = await get(withQuery(path, `format=${format}`), {
        headers: { Accept: 'image/png' },
      });
      assert.equal(byAccept.status, 200);
      assert.equal(byAccept.text, byParameter.text);
      assert.match(
        String(byAccept.headers['content-type']),
        new RegExp(`^${MEDIA_TYPES[format].replace('+', '\\+')};`),
      );
      assert.match(String(byAccept.headers.vary), /\bAccept\b/);
      const file = byAccept.headers['content-disposition'];
      if (format === 'json') assert.equal(file, undefined);
      else
        assert.match(String(file), new RegExp(`^attachment; filename="${table.file}-[\\d.]+\\.${format}"$`));
      tags.add(byAccept.headers.etag);
      const unchanged = await get(path, {
        headers: { Accept: MEDIA_TYPES[format], 'If-None-Match': String(byAccept.headers.etag) },
      });
      assert.equal(unchanged.status, 304);
    }
    assert.equal(tags.size, formatsOf(endpoint).length);
  });
}

test('GeoJSON is a collection of points with the ids of the places and the columns of the CSV', async () => {
  for (const endpoint of tables.filter((each) => formatsOf(each).includes('geojson'))) {
    for (const path of requestsOf(endpoint)) {
      const [header = [], ...records] = parse((await get(withQuery(path, 'format=csv'))).text) as string[][];
      const { type, features } = JSON.parse(
        (await get(withQuery(path, 'format=geojson'))).text,
      ) as Collection;
      assert.equal(type, 'FeatureCollection');
      assert.equal(features.length, records.length);
      for (const [row, { id, geometry, properties }] of features.entries()) {
        assert.equal(id, records[row]?.[header.indexOf('id')]);
        assert.deepEqual(Object.keys(properties), header);
        assert.deepEqual(Object.values(properties).map(asText), records[row]);
        if (geometry === null) continue;
        const [longitude = Number.NaN, latitude = Number.NaN] = geometry.coordinates;
        assert.ok(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90);
        if ('latitude_deg' in properties)
          assert.deepEqual([longitude, latitude], [properties.longitude_deg, properties.latitude_deg]);
      }
    }
  }
});

test('a client that names no format, or anything, gets JSON', async () => {
  for (const accept of [
    undefined,
    '*/*',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/problem+json',
  ])
    assert.match(
      String(
        (await get('/countries', accept === undefined ? {} : { headers: { Accept: accept } })).headers[
          'content-type'
        ],
      ),
      /^application\/json/,
    );
});

test('weights of formats count, and a client that accepts none of them gets a list', async () => {
  const typeFor = async (accept: string) =>
    (await get('/cities?limit=1', { headers: { Accept: accept } })).headers['content-type'];
  assert.match(String(await typeFor('application/json;q=0.5, text/csv')), /^text\/csv/);
  assert.match(
    String(await typeFor('text/csv;q=0.1, application/geo+json;q=0.2')),
    /^application\/geo\+json/,
  );
  assert.match(String(await typeFor('text/csv; header=absent')), /^text\/csv/);
  for (const endpoint of ENDPOINTS) {
    const answer = await get(pathTo(endpoint), { headers: { Accept: 'image/png' } });
    const { detail } = assertProblem(answer, 'not_acceptable');
    for (const format of FORMATS)
      assert.equal(detail.includes(MEDIA_TYPES[format]), formatsOf(endpoint).includes(format), detail);
  }
});

test('a format that an endpoint does not have is 400', async () => {
  assertProblem(await get('/cities?format=xml'), 'invalid_parameter');
  assertProblem(await get('/cities/lisbon?format=csv'), 'unknown_parameter');
});

test('CSV with bom=true is the same with a byte order mark in front, with a key and an entity tag of its own', async () => {
  for (const path of [...tables.flatMap(requestsOf), '/cities?country=india']) {
    const plain = await get(withQuery(path, 'format=csv'));
    const marked = await get(withQuery(path, 'format=csv&bom=true'));
    assert.equal(marked.status, 200, marked.text);
    assert.deepEqual(marked.body, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain.body]), path);
    assert.notEqual(marked.headers.etag, plain.headers.etag);
    assert.equal(marked.headers['content-type'], plain.headers['content-type']);
    const again = await get(withQuery(path, 'bom=true'), { headers: { Accept: 'text/csv' } });
    assert.deepEqual(again.body, marked.body);
    assert.deepEqual((await get(withQuery(path, 'format=csv&bom=false'))).body, plain.body);
  }
  const { text } = await get('/cities?q=s%C3%A3o%20paulo&country=brazil&format=csv&bom=true');
  const [first] = parse(text, { bom: true, columns: true }) as Record<string, string>[];
  assert.equal(first?.name, 'São Paulo');
  assert.equal(first?.id, 'sao-paulo');
});

test('bom is a 400 for a format or an endpoint without CSV, and for a value that is not true or false', async () => {
  for (const path of ['/cities?bom=true', '/cities?bom=false', '/cities?format=ndjson&bom=true']) {
    const { errors } = assertProblem(await get(path), 'invalid_parameter');
    assert.deepEqual(errors, [{ parameter: 'bom', message: 'applies to CSV only: add format=csv' }]);
  }
  assertProblem(
    await get('/cities?bom=true', { headers: { Accept: 'application/geo+json' } }),
    'invalid_parameter',
  );
  assertProblem(await get('/cities/lisbon?bom=true'), 'unknown_parameter');
  for (const value of ['1', 'TRUE', '', 'true&bom=true'])
    assertProblem(await get(`/cities?format=csv&bom=${value}`), 'invalid_parameter');
});

test('the links of a page keep its format and its fields', async () => {
  const ids: string[] = [];
  for (
    let next: string | undefined = '/cities?country=portugal&limit=100&format=csv&fields=id,population';
    next !== undefined;
  ) {
    const { text, headers } = await get(next);
    const records = parse(text, { columns: true }) as Record<string, string>[];
    for (const record of records) {
      assert.deepEqual(Object.keys(record), ['id', 'population']);
      ids.push(String(record.id));
    }
    next = /<[^>]*\/v1([^>]*)>; rel="next"/.exec(String(headers.link))?.[1];
  }
  const all = JSON.parse((await get('/cities?country=portugal&limit=1000')).text) as { id: string }[];
  assert.deepEqual(
    ids,
    all.map(({ id }) => id),
  );
});

test('the canonical address of an alias keeps format and fields', async () => {
  const { headers } = await get(
    '/data/cost-of-living?cities=Lisbon,porto&format=csv&fields=cities.city.id&bom=true',
  );
  assert.match(
    String(headers['content-location']),
    /\/v1\/data\/cost-of-living\?cities=lisbon,porto&fields=cities\.city\.id&format=csv&bom=true$/,
  );
});

interface Collection {
  type: string;
  features: {
    id: string;
    geometry: { coordinates: number[] } | null;
    properties: Record<string, unknown>;
  }[];
}

function at(value: unknown, path: string): unknown {
  return path === ''
    ? value
    : path
        .split('.')
        .reduce<unknown>(
          (inner, step) => (inner as Record<string, unknown> | null | undefined)?.[step],
          value,
        );
}

/** The items of the table's one list or of its two lists. */
function itemsIn(body: unknown, { items, moreItems }: Table): unknown[] {
  const more = moreItems === undefined ? [] : at(body, moreItems);
  return [...(at(body, items) as unknown[]), ...(more as unknown[])];
}

function valueIn(body: unknown, item: unknown, table: Table, column: Column): unknown {
  for (const path of pathsOf(table, column)) {
    const [list = ''] = [table.items, table.moreItems].filter((each) => path.startsWith(`${each}.`));
    const value =
      table.items === '' || list !== ''
        ? at(item, path.slice(list === '' ? 0 : list.length + 1))
        : at(body, path);
    if (value !== undefined) return value;
  }
  return undefined;
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(';') : String(value ?? '');
}
