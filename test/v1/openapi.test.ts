import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Endpoint, Operation } from '../../src/engine/endpoint.ts';
import { ENDPOINTS, OPERATIONS } from '../../src/engine/operations.ts';
import { SCOPES } from '../../src/engine/permissions.ts';
import { ownProblems, pathParameters } from '../../src/engine/places/place-resolution.ts';
import { API_PROBLEM_CODES, type ApiProblemCode, PROBLEMS } from '../../src/engine/problems.ts';
import { DOWNLOADS } from '../../src/engine/release/data-release.ts';
import { MOST_DOWNLOADS } from '../../src/v1/downloads.ts';
import { DocumentedApi, type OpenApi } from '../support/api/documented-api.ts';
import {
  type Answer,
  bearer,
  beginUnread,
  type Exchange,
  exchange,
  exchangeBytes,
} from '../support/http/exchange.ts';
import { generousService } from '../support/service.ts';

const service = await generousService();
const { address } = service.server;
const { token } = await service.key();
const text = (await exchange(address, '/v1/openapi.json')).text;
const api = new DocumentedApi(JSON.parse(text) as OpenApi);
const { document } = api;

test('the document needs no key, is JSON and can be revalidated with its entity tag', async () => {
  const first = await exchange(address, '/v1/openapi.json');
  assert.equal(first.status, 200);
  assert.equal(first.headers['content-type'], 'application/json; charset=utf-8');
  const again = await exchange(address, '/v1/openapi.json', {
    headers: { 'If-None-Match': String(first.headers.etag) },
  });
  assert.equal(again.status, 304);
});

test("it passes Redocly's recommended rules without an error or a warning", async () => {
  const config = await createConfig('extends: [recommended]');
  const faults = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
  assert.deepEqual(
    faults.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  );
});

test("it passes Spectral's recommended OpenAPI rules without an error or a warning", async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({
    extends: [[rulesets.oas as never, 'recommended']],
    // A test below validates the examples of responses, in a tenth of the time.
    rules: { 'oas3-valid-media-example': 'off' },
  });
  const faults = await linter.run(JSON.parse(text));
  assert.deepEqual(
    faults.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`),
    [],
  );
});

test('it has every operation of the API with a unique id, and nothing else', () => {
  assert.deepEqual(
    Object.keys(document.paths),
    OPERATIONS.map(({ path }) => path),
  );
  const ids = Object.values(document.paths).map(({ get }) => get.operationId);
  assert.deepEqual(
    ids,
    OPERATIONS.map(({ operationId }) => operationId),
  );
  assert.equal(new Set(ids).size, ids.length);
});

test('what it leaves to other specifications is at the addresses that its introduction names', async () => {
  const [, paragraph = ''] =
    /\*\*Not in this document\*\*(.*)/.exec(String(JSON.parse(text).info.description)) ?? [];
  const paths = [...paragraph.matchAll(/https?:\/\/[^/]+(\/[\w./-]*[\w/])/g)].map(([, path = '']) => path);
  for (const path of ['/mcp', '/reconcile', '/oembed', '/packages/simple/', '/places.json', '/match'])
    assert.ok(paths.includes(path), path);
  for (const path of paths) assert.notEqual((await exchange(address, path)).status, 404, path);
});

test('a client that sends a credential by every scheme that the document declares is admitted', async () => {
  const schemes = Object.values(document.components.securitySchemes);
  assert.deepEqual(
    schemes.map(({ type, scheme }) => [type, scheme]),
    [['http', 'bearer']],
  );
  const headers = Object.assign({}, ...schemes.map(() => bearer(token)));
  for (const path of ['/countries', '/cities/lisbon', '/data/cost-of-living/lisbon'])
    assert.equal((await exchange(address, `/v1${path}`, { headers })).status, 200, path);
});

test('every operation has the query parameter api_key, which is optional', async () => {
  for (const [path, { get }] of Object.entries(document.paths)) {
    const parameter = get.parameters.find(({ name }) => name === 'api_key');
    assert.deepEqual([parameter?.in, parameter?.required], ['query', false], path);
  }
  assert.equal((await exchange(address, `/v1/countries?api_key=${token}`)).status, 200);
});

test('every text parameter without a list of values has a maximum length, and longer texts are refused', async () => {
  for (const [path, { get }] of Object.entries(document.paths)) {
    for (const { name, in: location, schema } of get.parameters) {
      if (schema.type !== 'string' || schema.enum !== undefined) continue;
      const { maxLength } = schema;
      assert.ok(maxLength !== undefined, `${name} of ${path}`);
      if (name === 'api_key') continue;
      const long = 'a'.repeat(maxLength + 1);
      const filled = path.replace(/\{(\w+)\}/g, (_, each: string) => (each === name ? long : 'lisbon'));
      const asked = location === 'query' ? `${filled}?${name}=${long}` : filled;
      const { status } = await exchange(address, `/v1${asked}`, { headers: bearer(token) });
      assert.equal(status, location === 'query' ? 400 : 404, `${name} of ${path}`);
    }
  }
});

test('a request with every example that an operation gives its parameters gets a response', async () => {
  for (const { path } of ENDPOINTS) {
    const { get } = document.paths[path] ?? assert.fail(path);
    const examples = new Map(
      get.parameters.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])),
    );
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => examples.get(name) ?? name);
    const query = new URLSearchParams(
      get.parameters.flatMap(({ name, in: place }) =>
        place === 'query' && examples.has(name) ? [[name, examples.get(name) ?? '']] : [],
      ),
    );
    const asked = `/v1${filled}?${query}`;
    assert.equal(
      (await exchange(address, asked, { method: 'HEAD', headers: bearer(token) })).status,
      200,
      asked,
    );
  }
});

test('the example that the description of fields gives selects fields of the operation', async () => {
  for (const { operationId, path } of ENDPOINTS) {
    const placeholders = pathParameters(path);
    const { get } = document.paths[path] ?? assert.fail(path);
    const { description = '', example } =
      get.parameters.find(({ name }) => name === 'fields') ?? assert.fail(operationId);
    const fields = example ?? /For example `(.*)`\.$/.exec(description)?.[1];
    assert.ok(fields, operationId);
    const required = get.parameters.filter(({ name }) => name === 'cities').map(() => 'cities=lisbon,porto&');
    const filled = path.replace('{city_id}', 'lisbon').replace('{country_id}', 'portugal');
    assert.ok(Object.keys(placeholders.properties).length <= 1);
    const asked = `/v1${filled}?${required.join('')}fields=${fields}`;
    assert.equal((await exchange(address, asked, { headers: bearer(token) })).status, 200, asked);
  }
});

test('every schema is JSON Schema 2020-12 and uses only keywords of the standard', () => {
  const strict = new Ajv2020({ strict: true, allowUnionTypes: true });
  formats.default(strict);
  for (const [name, schema] of Object.entries(document.components.schemas))
    strict.addSchema(schema, `#/components/schemas/${name}`);
  for (const name of Object.keys(document.components.schemas))
    assert.ok(strict.getSchema(`#/components/schemas/${name}`), name);
});

test('every list of values says their type, which generators of clients do not find out from the values', () => {
  JSON.parse(text, (name, part) => {
    if (part?.enum !== undefined || part?.const !== undefined)
      assert.ok(part.type, `${name}: ${JSON.stringify(part)}`);
    return part;
  });
});

test('every response except files has an example, and every example is valid against its schema', () => {
  for (const [path, { get }] of Object.entries(document.paths)) {
    for (const [status, { content = {} }] of Object.entries(get.responses)) {
      for (const [type, { examples }] of Object.entries(content)) {
        if (DOWNLOADS.some(({ mediaType }) => mediaType === type)) continue;
        assert.notDeepEqual(examples, {}, `${path} ${status}`);
        const satisfies = api.validatorAt(
          'paths',
          path,
          'get',
          'responses',
          status,
          'content',
          type,
          'schema',
        );
        for (const [name, { value }] of Object.entries(examples))
          satisfies(value, `${path} ${status} ${name}`);
      }
    }
  }
});

test('every problem code has an example', () => {
  const inOperations = Object.values(document.paths).flatMap(({ get }) =>
    Object.values(get.responses).flatMap(({ content }) =>
      Object.keys(content?.['application/problem+json']?.examples ?? {}),
    ),
  );
  const elsewhere = document.components.schemas.Problem?.examples?.map(({ code }) => code) ?? [];
  assert.deepEqual(new Set([...inOperations, ...elsewhere]), new Set(API_PROBLEM_CODES));
});

for (const endpoint of ENDPOINTS) {
  for (const { name, parameters = {}, query = {} } of endpoint.examples) {
    test(`GET ${endpoint.path} responds to its example ${name} as documented`, async () => {
      const url = urlOf(endpoint, parameters, query);
      const answer = await exchange(address, url, { headers: bearer(token) });
      assertDocumented(endpoint, answer, 200);
      const example = exampleOf(endpoint, name);
      const body: unknown = JSON.parse(answer.text);
      // Lists are shortened in the document.
      assert.deepEqual(Array.isArray(body) ? body.slice(0, (example as unknown[]).length) : body, example);

      const headers = { ...bearer(token), 'If-None-Match': String(answer.headers.etag) };
      assertDocumented(endpoint, await exchange(address, url, { headers }), 304);
      assertDocumented(
        endpoint,
        await exchange(address, url, { method: 'HEAD', headers: bearer(token) }),
        200,
      );
    });
  }
}

for (const download of DOWNLOADS) {
  test(`GET ${download.path} responds with the file, with part of it, and with 304, as documented`, async () => {
    const ask = (headers: Record<string, string>, method = 'GET') =>
      exchange(address, `/v1${download.path}`, { method, headers: { ...bearer(token), ...headers } });
    const whole = await ask({}, 'HEAD');
    assertDocumented(download, whole, 200);
    const part = await ask({ Range: 'bytes=0-9' });
    assertDocumented(download, part, 206);
    for (const { headers } of [whole, part]) assert.equal(headers['content-type'], download.mediaType);
    assertDocumented(download, await ask({ 'If-None-Match': String(whole.headers.etag) }), 304);
  });
}

for (const operation of OPERATIONS) {
  for (const [code, ask] of Object.entries(problemRequests(operation))) {
    test(`GET ${operation.path} refuses with ${code} as documented`, async () => {
      const answer = await ask();
      assertDocumented(operation, answer, PROBLEMS[code as ApiProblemCode].status);
      assert.equal((JSON.parse(answer.text) as { code: string }).code, code);
      assert.ok(exampleProblems(operation, answer.status).includes(code), 'has no example in the document');
    });
  }
}

/** A request for each problem that a client can cause by itself. */
function problemRequests(endpoint: Operation): Partial<Record<ApiProblemCode, () => Promise<Answer>>> {
  const { parameters = {}, query = {} } = endpoint.examples[0] ?? {};
  const url = urlOf(endpoint, parameters, query);
  const ask =
    (path: string, headers: NonNullable<Exchange['headers']> = bearer(token)) =>
    () =>
      exchange(address, path, { headers });
  const withQuery = (more: string) => `${url}${url.includes('?') ? '&' : '?'}${more}`;
  const requests: Partial<Record<ApiProblemCode, () => Promise<Answer>>> = {
    unknown_parameter: ask(withQuery('contry=japan')),
    conflicting_credentials: ask(withQuery(`api_key=${token}`)),
    missing_credentials: ask(url, {}),
    invalid_token: ask(url, bearer('lds_live_nonsense')),
    not_acceptable: ask(url, { ...bearer(token), Accept: 'text/html' }),
    uri_too_long: ask(withQuery(`q=${'a'.repeat(5000)}`)),
    headers_too_large: () =>
      exchangeBytes(
        address,
        `GET ${url} HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      ),
    insufficient_scope: async () => {
      const other = await service.key({ scopes: SCOPES.filter((scope) => scope !== endpoint.scope) });
      return exchange(address, url, { headers: bearer(other.token) });
    },
    key_not_for_urls: async () => {
      const headerOnly = await service.key({ headerOnly: true });
      return exchange(address, withQuery(`api_key=${headerOnly.token}`));
    },
    rate_limit_exceeded: async () => {
      const rationed = await service.key({ plan: 'one' });
      // HEAD is charged like GET, and avoids the body of a download, which is a hundred megabytes.
      await exchange(address, url, { method: 'HEAD', headers: bearer(rationed.token) });
      return exchange(address, url, { headers: bearer(rationed.token) });
    },
  };
  const nowhere = { country_id: 'congo', city_id: 'springfield' };
  const own: Partial<Record<ApiProblemCode, () => Promise<Answer>>> = {
    unknown_country: ask(
      urlOf(
        endpoint,
        parameters,
        'country' in endpoint.query.properties ? { country: 'congo' } : { countries: 'portugal,congo' },
      ),
    ),
    unknown_city: ask(
      urlOf(
        endpoint,
        parameters,
        'cities' in query ? { cities: 'lisbon,springfield' } : { reference: 'springfield' },
      ),
    ),
    invalid_cursor: ask('/v1/cities?cursor=changed'),
    country_not_found: ask(urlOf(endpoint, nowhere, {})),
    city_not_found: ask(urlOf(endpoint, nowhere, {})),
    too_many_downloads: async () => {
      const other = await service.key();
      const path = url.slice('/v1'.length);
      const begun = await Promise.all(
        Array.from({ length: MOST_DOWNLOADS }, () => beginUnread(address, path, other.token)),
      );
      const answer = await exchange(address, url, { headers: bearer(other.token) });
      for (const response of begun) response.destroy();
      return answer;
    },
    range_not_satisfiable: ask(url, { ...bearer(token), Range: 'bytes=999999999999-' }),
  };
  for (const code of ownProblems(endpoint)) {
    const request = own[code];
    // No place has been withdrawn yet.
    if (request === undefined) assert.equal(code, 'place_withdrawn');
    else requests[code] = request;
  }
  if ('limit' in endpoint.query.properties) requests.invalid_parameter = ask(withQuery('limit=0'));
  if ('cities' in query) requests.invalid_parameter = ask(urlOf(endpoint, parameters, { cities: 'lisbon' }));
  return requests;
}

function assertDocumented({ path }: Operation, answer: Answer, status: number): void {
  assert.equal(answer.status, status, answer.text);
  api.assertDocumented(path, answer);
}

function urlOf(
  endpoint: Operation,
  parameters: Record<string, string>,
  query: Record<string, unknown>,
): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '');
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `/v1${path}${search.size === 0 ? '' : `?${search}`}`;
}

function exampleOf(endpoint: Endpoint, name: string): unknown {
  const media = document.paths[endpoint.path]?.get.responses[200]?.content?.['application/json'];
  return media?.examples[name]?.value;
}

function exampleProblems(endpoint: Operation, status: number): string[] {
  const content = document.paths[endpoint.path]?.get.responses[status]?.content;
  return Object.keys(content?.['application/problem+json']?.examples ?? {});
}
