import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { fetchHere } from '../support/http/fetch-here.ts';
import { generousService } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

const { server } = await generousService();
const RECONCILE = `${server.address}/reconcile`;
const ajv = new Ajv({ strict: false });

/* The parts of the answers that the Reconciliation Service API 0.2 requires, by its chapters. */

const TYPE = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string', minLength: 1 }, name: { type: 'string', minLength: 1 } },
};
const SERVICE = {
  type: 'object',
  required: ['service_url', 'service_path'],
  properties: {
    service_url: { type: 'string', pattern: '^https?://' },
    service_path: { type: 'string', pattern: '^/' },
  },
};
const TEMPLATE = {
  type: 'object',
  required: ['url'],
  properties: { url: { type: 'string', pattern: '\\{\\{id\\}\\}' } },
};
const isManifest = ajv.compile({
  type: 'object',
  required: [
    'versions',
    'name',
    'identifierSpace',
    'schemaSpace',
    'defaultTypes',
    'view',
    'preview',
    'suggest',
    'extend',
    'batchSize',
  ],
  properties: {
    versions: { type: 'array', items: { type: 'string' }, contains: { const: '0.2' } },
    name: { type: 'string' },
    identifierSpace: { type: 'string', pattern: '^https?://' },
    schemaSpace: { type: 'string', pattern: '^https?://' },
    documentation: { type: 'string', pattern: '^https?://' },
    defaultTypes: { type: 'array', uniqueItems: true, items: TYPE },
    view: TEMPLATE,
    preview: { ...TEMPLATE, required: ['url', 'width', 'height'] },
    suggest: { type: 'object', required: ['entity', 'property', 'type'], additionalProperties: SERVICE },
    extend: {
      type: 'object',
      properties: {
        propose_properties: SERVICE,
        property_settings: {
          type: 'array',
          items: {
            type: 'object',
            required: ['name', 'label', 'type'],
            properties: {
              type: { enum: ['number', 'text', 'checkbox', 'select'] },
              choices: { type: 'array', items: { type: 'object', required: ['value', 'name'] } },
            },
          },
        },
      },
    },
  },
});
const CANDIDATE = {
  type: 'object',
  required: ['id', 'name', 'score', 'match', 'type'],
  properties: {
    id: { type: 'string', minLength: 1 },
    name: { type: 'string', minLength: 1 },
    description: { type: 'string' },
    score: { type: 'number', minimum: 0, maximum: 100 },
    match: { type: 'boolean' },
    type: { type: 'array', items: TYPE },
    features: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'value'],
        properties: { value: { type: ['number', 'boolean'] } },
      },
    },
  },
};
const isBatch = ajv.compile({
  type: 'object',
  additionalProperties: {
    type: 'object',
    required: ['result'],
    properties: { result: { type: 'array', items: CANDIDATE } },
  },
});
const one = (name: string, type: string) => ({
  type: 'object',
  required: [name],
  properties: { [name]: { type } },
  additionalProperties: false,
});
const isExtension = ajv.compile({
  type: 'object',
  required: ['meta', 'rows'],
  properties: {
    meta: { type: 'array', items: TYPE },
    rows: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: {
          type: 'array',
          items: {
            oneOf: [
              one('str', 'string'),
              one('float', 'number'),
              one('int', 'integer'),
              { ...TYPE, additionalProperties: false },
            ],
          },
        },
      },
    },
  },
});

interface Result {
  result: {
    id: string;
    name: string;
    description: string;
    score: number;
    match: boolean;
    type: { id: string }[];
  }[];
}
interface Manifest {
  suggest: Record<string, { service_url: string; service_path: string }>;
}
type Batch = Record<string, Result>;
interface Extended {
  meta: { id: string }[];
  rows: Record<string, Record<string, { id?: string; name?: string; int?: number; str?: string }[]>>;
}

async function get<Answer = Result>(path: string): Promise<Answer> {
  const response = await fetchHere(`${RECONCILE}${path}`);
  assert.equal(response.status, 200, path);
  assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
  return (await response.json()) as Answer;
}

/** As OpenRefine's client posts a form with one field. */
function post(name: string, value: object | string) {
  return fetchHere(RECONCILE, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
      Accept: '*/*',
      'User-Agent': 'OpenRefine/3.9',
    },
    body: new URLSearchParams({ [name]: typeof value === 'string' ? value : JSON.stringify(value) }),
  });
}

async function reconciled(queries: object): Promise<Batch> {
  const response = await post('queries', queries);
  assert.equal(response.status, 200);
  const answers = (await response.json()) as Batch;
  assert.ok(isBatch(answers), JSON.stringify(isBatch.errors));
  return answers;
}

test('a request without parameters gets the manifest, which names all that the service offers', async () => {
  const manifest = await get<Manifest>('');
  assert.ok(isManifest({ ...manifest }), JSON.stringify(isManifest.errors));
  for (const [kind, { service_url, service_path }] of Object.entries(manifest.suggest)) {
    const response = await fetchHere(`${service_url}${service_path}?prefix=c&callback=x`);
    const { result } = (await response.json()) as Result;
    assert.ok(result.length > 0, kind);
  }
});

test('the requests that OpenRefine sends are answered as it reads them', async () => {
  // Guessing the types of a column: ten names, three candidates each, no type.
  const names = [
    'Lisbon',
    'Porto',
    'Paris, France',
    'Berlin, DE',
    'Tokyo',
    'NYC',
    'São Paulo',
    'Москва',
    'Mailand',
    'Springfield',
  ];
  const guessed = await reconciled(
    Object.fromEntries(names.map((query, at) => [`q${at}`, { query, limit: 3 }])),
  );
  assert.deepEqual(
    Object.keys(guessed),
    names.map((_, at) => `q${at}`),
  );
  for (const { result } of Object.values(guessed)) assert.equal(result[0]?.type[0]?.id, 'city');
  // A batch with a type, a column of countries as text, and one that was reconciled before.
  const typed = { type: 'city', type_strict: 'should' };
  const matched = await reconciled({
    q0: { query: 'Córdoba', ...typed, properties: [{ pid: 'country', v: 'Spain' }] },
    q1: {
      query: 'Birmingham',
      ...typed,
      properties: [
        { pid: 'country', v: { id: 'GB', name: 'United Kingdom' } },
        { pid: 'region', v: 'England' },
      ],
    },
    q2: { query: 'Springfield', ...typed },
    q3: { query: 'n/a', ...typed },
  });
  assert.deepEqual(
    [matched.q0?.result[0]?.id, matched.q0?.result[0]?.match],
    ['cordoba-andalusia-spain', true],
  );
  assert.equal(matched.q1?.result[0]?.description, 'England, United Kingdom');
  assert.equal(
    matched.q2?.result.some(({ match }) => match),
    false,
  );
  assert.equal(
    matched.q3?.result.some(({ match }) => match),
    false,
  );
});

test('queries come by GET and POST, and one alone as a text or an object', async () => {
  const queries = encodeURIComponent(JSON.stringify({ a: { query: 'Lisbon', limit: 1 } }));
  assert.equal((await get<Batch>(`?queries=${queries}`)).a?.result[0]?.id, 'lisbon');
  for (const query of ['Lisbon', JSON.stringify({ query: 'Lisbon', type: ['city'] })])
    assert.equal((await get(`?query=${encodeURIComponent(query)}`)).result[0]?.id, 'lisbon');
});

test('countries have ISO codes as ids, and a name of a city and a country is a match of neither', async () => {
  const { a, b, c } = await reconciled({
    a: { query: 'Deutschland', type: 'country' },
    b: { query: 'Luxembourg' },
    c: { query: 'Luxembourg', type: 'city' },
  });
  assert.deepEqual([a?.result[0]?.id, a?.result[0]?.match], ['DE', true]);
  assert.ok(b?.result.every(({ match }) => !match));
  assert.deepEqual([c?.result[0]?.id, c?.result[0]?.match], ['luxembourg', true]);
});

test('an id as the query finds its place', async () => {
  const { a, b } = await reconciled({
    a: { query: 'geonames:2267057' },
    b: { query: 'paris-texas-united-states' },
  });
  assert.deepEqual([a?.result[0]?.id, a?.result[0]?.score], ['lisbon', 100]);
  assert.deepEqual([b?.result[0]?.id, b?.result[0]?.match], ['paris-texas-united-states', true]);
});

test('extension adds figures, budgets by setting, and countries as entities; what is unknown is empty', async () => {
  const settings = { household: 'family', currency: 'EUR' };
  const properties = [
    'name',
    'country',
    'cost_index',
    'monthly_budget',
    'quality_of_life',
    'population',
    'latitude',
  ].map((id) => ({ id, settings }));
  const response = await post('extend', { ids: ['lisbon', 'PT', 'nowhere'], properties });
  const extended = (await response.json()) as Extended;
  assert.ok(isExtension(extended), JSON.stringify(isExtension.errors));
  assert.deepEqual(
    extended.meta.map(({ id }) => id),
    properties.map(({ id }) => id),
  );
  assert.deepEqual(extended.rows.lisbon?.country, [{ id: 'PT', name: 'Portugal' }]);
  const family = extended.rows.lisbon?.monthly_budget?.[0]?.int ?? 0;
  const alone = (await (
    await post('extend', { ids: ['lisbon'], properties: [{ id: 'monthly_budget' }] })
  ).json()) as Extended;
  assert.ok(family > (alone.rows.lisbon?.monthly_budget?.[0]?.int ?? 0));
  assert.deepEqual(extended.rows.PT?.cost_index, []);
  assert.deepEqual(extended.rows.nowhere?.name, []);
  const { properties: proposed } = await get<{ properties: object[] }>('/properties?type=city&limit=5');
  assert.equal(proposed.length, 5);
});

test('extension has the codes of airports of cities, and the Wikidata items of countries', async () => {
  const properties = [{ id: 'iata' }, { id: 'wikidata' }];
  const response = await post('extend', { ids: ['tokyo', 'adelanto', 'PT'], properties });
  const { rows } = (await response.json()) as Extended;
  assert.deepEqual(rows, {
    tokyo: { iata: [{ str: 'HND' }, { str: 'NRT' }], wikidata: [] },
    adelanto: { iata: [], wikidata: [] },
    PT: { iata: [], wikidata: [{ str: 'Q45' }] },
  });
  const proposed = async (type: string) =>
    (await get<{ properties: { id: string }[] }>(`/properties?type=${type}`)).properties.map(({ id }) => id);
  assert.ok((await proposed('city')).includes('iata'));
  assert.deepEqual(await proposed('country'), ['id', 'name', 'country_code', 'wikidata']);
});

test('cells of OpenRefine that are numbers, dates or of no type are read', async () => {
  const { q0, q1 } = await reconciled({
    q0: {
      query: 'Lisbon',
      type: null,
      properties: [
        { pid: 'population', v: 517802 },
        { pid: 'country', v: [{ id: 'PT', name: 'Portugal' }] },
      ],
      type_strict: 'should',
    },
    q1: { query: 'Lisbon', properties: [{ pid: 'country', v: '2026-01-01T00:00:00Z' }], limit: 0 },
  });
  assert.deepEqual([q0?.result[0]?.id, q0?.result[0]?.match], ['lisbon', true]);
  assert.equal(
    q1?.result.some(({ match }) => match),
    false,
  );
});

test('whatever is posted gets an answer or a problem in a sentence, and a body beyond the bound is not read', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 });
  const query = fc.record(
    {
      query: fc.oneof(text, fc.jsonValue()),
      type: fc.oneof(fc.constantFrom('city', 'country', 'person'), fc.jsonValue()),
      limit: fc.oneof(fc.double(), fc.jsonValue()),
      properties: fc.oneof(
        fc.array(fc.record({ pid: fc.constantFrom('country', 'region', 'population'), v: fc.jsonValue() })),
        fc.jsonValue(),
      ),
    },
    { requiredKeys: [] },
  );
  const batch = fc.dictionary(text, query, { maxKeys: 60 });
  const extension = fc.record({
    ids: fc.array(fc.oneof(text, fc.constantFrom('lisbon', 'PT', '__proto__')), { maxLength: 120 }),
    properties: fc.array(
      fc.record({ id: fc.constantFrom('iata', 'cost_index', 'constructor'), settings: fc.jsonValue() }),
    ),
  });
  const deep = fc.integer({ min: 1, max: 40_000 }).map((levels) => '['.repeat(levels));
  const many = fc
    .integer({ min: 51, max: 6000 })
    .map((count) => JSON.stringify(Array.from({ length: count }, (_, at) => at)));
  const long = fc
    .integer({ min: 1, max: 200_000 })
    .map((length) => JSON.stringify({ q: { query: 'ü'.repeat(length) } }));
  const values = fc.oneof(
    fc.oneof(batch, extension, fc.jsonValue()).map((value) => JSON.stringify(value)),
    text,
    deep,
    deep.map((opened) => `{"q":${opened}${opened.replaceAll('[', ']')}}`),
    many,
    long,
  );
  const form = fc
    .tuple(fc.constantFrom('queries', 'query', 'extend', 'other'), values)
    .map(([name, value]) => new URLSearchParams([[name, value]]).toString());
  const body = fc.oneof({ weight: 4, arbitrary: form }, values, fc.uint8Array({ maxLength: 2000 }));
  const types = fc.constantFrom(
    'application/x-www-form-urlencoded',
    'application/json',
    'multipart/form-data',
    'text/plain',
  );
  await fc.assert(
    fc.asyncProperty(body, types, async (sent, type) => {
      const response = await fetchHere(RECONCILE, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body: sent,
      });
      const answer = (await response.json()) as { detail?: unknown; status?: unknown };
      if (response.status === 200) return;
      assert.ok([400, 413].includes(response.status), String(response.status));
      assert.equal(answer.status, response.status);
      assert.match(String(answer.detail), /^[A-Z][\s\S]{10,300}\.$/u);
      if (Buffer.byteLength(sent) > 128 * 1024) assert.equal(response.status, 413);
    }),
    { numRuns: 120 },
  );
});

test('suggestions begin with the text, skip what cursor says, and know ids', async () => {
  const { result } = await get('/suggest/entity?prefix=lisb');
  assert.equal(result[0]?.id, 'lisbon');
  const next = await get('/suggest/entity?prefix=lisb&cursor=1');
  assert.deepEqual(next.result[0], result[1]);
  assert.equal((await get('/suggest/entity?prefix=PT')).result[0]?.id, 'PT');
  assert.deepEqual(
    (await get('/suggest/property?prefix=budget')).result.map(({ id }) => id),
    ['monthly_budget'],
  );
});

test('previews are pages for frames of other sites, without scripts, and lead to the page of the place', async () => {
  for (const [id, name] of [
    ['lisbon', 'Lisbon'],
    ['PT', 'Portugal'],
  ] as const) {
    const response = await fetchHere(`${RECONCILE}/preview?id=${id}`);
    const page = await response.text();
    assert.match(page, new RegExp(`>${name}</a>`));
    assert.match(response.headers.get('Content-Security-Policy') ?? '', /frame-ancestors \*/);
    const [, picture = ''] = /<img src="([^"]+)"/.exec(page) ?? [];
    assert.equal((await fetchHere(new URL(picture, `${RECONCILE}/preview`).href)).status, 200);
    assert.match((await get<{ html: string }>(`/flyout?id=${id}`)).html, new RegExp(name));
  }
  const view = await fetchHere(`${RECONCILE}/view?id=PT`, { redirect: 'manual' });
  assert.match(view.headers.get('Location') ?? '', /\/countries\/portugal$/);
});

test('what is no query is refused in a way that other sites can read', async () => {
  const tooMany = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`q${at}`, { query: 'x' }]));
  const refused: [number, Response][] = [
    [413, await post('queries', tooMany)],
    [413, await post('queries', { a: { query: 'x'.repeat(200_000) } })],
    [400, await post('queries', '[1')],
    [400, await post('queries', { a: { query: 3 } })],
    [400, await post('queries', { a: { query: 'Lisbon', properties: [{ pid: 'mayor', v: 'x' }] } })],
    [400, await post('extend', { ids: ['lisbon'], properties: [{ id: 'mayor' }] })],
    [404, await fetchHere(`${RECONCILE}/nothing`)],
    [404, await fetchHere(`${RECONCILE}/preview?id=nowhere`)],
    [405, await fetchHere(RECONCILE, { method: 'DELETE' })],
  ];
  for (const [status, response] of refused) {
    assert.equal(response.status, status);
    assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
    const problem = (await response.json()) as { detail?: unknown };
    assert.equal(typeof problem.detail, 'string');
  }
});

test('scripts of any site may ask', async () => {
  const response = await fetchHere(RECONCILE, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://example.org',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    },
  });
  assert.equal(response.status, 204);
  assert.match(response.headers.get('Access-Control-Allow-Methods') ?? '', /POST/);
  assert.match(response.headers.get('Access-Control-Allow-Headers') ?? '', /Content-Type/);
});

test('JSONP is not offered: the answer to a callback is JSON, which no browser runs as a script', async () => {
  const response = await fetchHere(`${RECONCILE}?callback=alert`);
  assert.match(response.headers.get('Content-Type') ?? '', /^application\/json/);
  assert.equal(response.headers.get('X-Content-Type-Options'), 'nosniff');
  assert.ok(isManifest(await response.json()));
});

test('an address has a limit of its own, apart from that of pages', async () => {
  const limited = await startSmallService({ LDS_SITE_PER_MINUTE: '2' });
  const statuses: number[] = [];
  for (let at = 0; at < 3; at++)
    statuses.push((await fetchHere(`${limited.server.address}/reconcile`)).status);
  assert.deepEqual(statuses, [200, 200, 429]);
  assert.equal((await fetchHere(`${limited.server.address}/status`)).status, 200);
});
