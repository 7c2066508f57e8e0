import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINTS } from '../../../src/engine/operations.ts';
import { pathTo } from '../../support/api/endpoint-path.ts';
import { type Answer, bearer, exchange } from '../../support/http/exchange.ts';
import { generousService, startService } from '../../support/service.ts';

const ORIGIN = 'https://app.example.org';
const closed = await generousService();
const open = await startService({
  LDS_PLANS: 'standard=1000000/10s+1000000/day,scarce=1000000/10s+1/day',
  LDS_CORS_ORIGINS: `${ORIGIN},http://localhost:5173`,
  LDS_PUBLIC_URL: 'https://api.example.org',
});
const { token } = await closed.key();
const { token: openToken } = await open.key();

const ALIASES = { country_id: 'PT', city_id: 'geonames:2267057' };
const PATHS = ENDPOINTS.map((endpoint) => `/v1${pathTo(endpoint, ALIASES)}`);
const PROBLEM_PATHS = ['/v1/nothing', '/v1/cities/nowhere', '/v1/cities?limit=0'];

for (const path of [...PATHS, ...PROBLEM_PATHS, '/v1/cities?limit=2&q=san']) {
  test(`HEAD ${path} has the headers of GET and no body`, async () => {
    for (const headers of [bearer(token), {}, { ...bearer(token), 'Accept-Encoding': 'br' }]) {
      const get = await exchange(closed.server.address, path, { headers });
      const head = await exchange(closed.server.address, path, { method: 'HEAD', headers });
      assert.equal(head.status, get.status);
      assert.equal(head.body.length, 0);
      assert.deepEqual(lasting(head), lasting(get));
    }
  });
}

/** Headers without those that differ between any two responses. */
function lasting({ rawHeaders, headers }: Answer): Record<string, unknown> {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const passing = /^(date|x-request-id|ratelimit|x-ratelimit-remaining|x-ratelimit-reset|content-length)$/;
  const kept = names.filter((name) => !passing.test(name)).map((name) => [name, headers[name]]);
  // A problem document repeats the request id, whose length grows as requests are counted.
  const length =
    Number(headers['content-length']) - (isProblem(headers) ? String(headers['x-request-id']).length : 0);
  return { ...Object.fromEntries(kept), names: names.sort(), length };
}

function isProblem(headers: Answer['headers']): boolean {
  return String(headers['content-type']).startsWith('application/problem+json');
}

for (const path of PATHS) {
  test(`OPTIONS ${path} is 204 with Allow, and needs no key`, async () => {
    for (const headers of [{}, bearer(token), { Origin: ORIGIN, 'Access-Control-Request-Method': 'GET' }]) {
      const answer = await exchange(closed.server.address, path, { method: 'OPTIONS', headers });
      assert.equal(answer.status, 204);
      assert.equal(answer.body.length, 0);
      assert.equal(answer.headers.allow, 'GET, HEAD, OPTIONS');
    }
  });
}

test('OPTIONS does not reveal whether a place exists', async () => {
  const ask = (id: string) => exchange(closed.server.address, `/v1/cities/${id}`, { method: 'OPTIONS' });
  assert.deepEqual(lasting(await ask('lisbon')), lasting(await ask('nowhere')));
});

test('every response, including errors, has a request id, forbids sniffing and does not name the server software', async () => {
  const requests: [string, string, Record<string, string>][] = [
    ...[...PATHS, ...PROBLEM_PATHS].map((path): [string, string, Record<string, string>] => [
      'GET',
      path,
      bearer(token),
    ]),
    ['GET', '/v1/countries', {}],
    ['GET', '/v1/cities/%zz', bearer(token)],
    ['POST', '/v1/countries', bearer(token)],
    ['OPTIONS', '/v1/countries', {}],
    ['GET', '/v1/countries', { ...bearer(token), 'If-None-Match': '*' }],
    ['GET', '/v1/openapi.json', {}],
  ];
  const ids = new Set<string>();
  for (const [method, path, headers] of requests) {
    const answer = await exchange(closed.server.address, path, { method, headers });
    assert.match(String(answer.headers['x-request-id']), /^[\w-]+$/, path);
    ids.add(String(answer.headers['x-request-id']));
    assert.equal(answer.headers['x-content-type-options'], 'nosniff', path);
    assert.equal(answer.headers.server, undefined);
    assert.equal(answer.headers['x-powered-by'], undefined);
    assert.equal(answer.headers['strict-transport-security'], undefined);
    if (path !== '/v1/openapi.json')
      assert.equal(answer.headers.vary, 'Authorization, Accept, Accept-Encoding', `${method} ${path}`);
  }
  assert.equal(ids.size, requests.length);
});

test('a request id from the client is ignored', async () => {
  const headers = { ...bearer(token), 'X-Request-Id': 'mine', 'Request-Id': 'mine' };
  const answer = await exchange(closed.server.address, '/v1/countries/portugal', { headers });
  assert.notEqual(answer.headers['x-request-id'], 'mine');
});

test('with an https public URL, every response has HSTS and links use https', async () => {
  for (const [path, headers] of [
    ['/v1/countries', bearer(openToken)],
    ['/v1/countries', {}],
    ['/v1/cities/%zz', {}],
  ] as const) {
    const answer = await exchange(open.server.address, path, { headers });
    assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000', path);
  }
  const list = await exchange(open.server.address, '/v1/cities?limit=2', { headers: bearer(openToken) });
  assert.match(
    String(list.headers.link),
    /^<https:\/\/api\.example\.org\/v1\/cities\?limit=2>; rel="first", /,
  );
  const alias = await exchange(open.server.address, '/v1/countries/PT', { headers: bearer(openToken) });
  assert.equal(alias.headers['content-location'], 'https://api.example.org/v1/countries/portugal');
  const problem = await exchange(open.server.address, '/v1/countries');
  assert.match(problem.text, /"type":"https:\/\/api\.example\.org\/docs\/errors#missing_credentials"/);
});

test('CORS is off unless the operator opens it', async () => {
  for (const method of ['GET', 'OPTIONS']) {
    const headers = { ...bearer(token), Origin: ORIGIN, 'Access-Control-Request-Method': 'GET' };
    const answer = await exchange(closed.server.address, '/v1/countries', { method, headers });
    assertClosed(answer);
  }
});

test('scripts of an allowed origin can read data, errors and the documented headers', async () => {
  for (const [path, headers] of [
    ['/v1/cities?limit=2', bearer(openToken)],
    ['/v1/cities/nowhere', bearer(openToken)],
    ['/v1/cities', {}],
    ['/v1/countries', { ...bearer(openToken), 'If-None-Match': '*' }],
  ] as const) {
    const answer = await exchange(open.server.address, path, { headers: { ...headers, Origin: ORIGIN } });
    assert.equal(answer.headers['access-control-allow-origin'], ORIGIN, path);
    assert.equal(answer.headers.vary, 'Authorization, Accept, Accept-Encoding, Origin');
    assert.equal(answer.headers['access-control-allow-credentials'], undefined);
    const exposed = String(answer.headers['access-control-expose-headers']).split(', ');
    for (const name of [
      'ETag',
      'Link',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'X-Dataset-Release',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-Request-Id',
      'X-Total-Count',
    ])
      assert.ok(exposed.includes(name), name);
  }
});

test('the preflight of an allowed origin succeeds without a key', async () => {
  const answer = await exchange(open.server.address, '/v1/cities/lisbon', {
    method: 'OPTIONS',
    headers: {
      Origin: ORIGIN,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization',
    },
  });
  assert.equal(answer.status, 204);
  assert.equal(answer.headers['access-control-allow-origin'], ORIGIN);
  assert.equal(answer.headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS');
  assert.match(String(answer.headers['access-control-allow-headers']), /Authorization/);
  assert.match(String(answer.headers['access-control-max-age']), /^\d+$/);
});

test('a script of an allowed origin can read every response, and its preflight reveals nothing', async () => {
  const { token: scarce } = await open.key({ plan: 'scarce' });
  const used = () => exchange(open.server.address, '/v1/countries', { headers: bearer(scarce) });
  assert.equal((await used()).status, 200);
  const requests: [status: number, path: string, headers: Record<string, string>][] = [
    [200, '/v1/cities/lisbon', bearer(openToken)],
    [200, '/v1/openapi.json', {}],
    [304, '/v1/openapi.json', { 'If-None-Match': '*' }],
    [304, '/v1/countries', { ...bearer(openToken), 'If-None-Match': '*' }],
    [400, '/v1/cities?limit=0', bearer(openToken)],
    [400, '/v1/cities/%zz', bearer(openToken)],
    [401, '/v1/cities/lisbon', {}],
    [401, '/v1/nothing', {}],
    [404, '/v1/nothing', bearer(openToken)],
    [404, '/v1/cities/nowhere', bearer(openToken)],
    [404, '/v1', bearer(openToken)],
    [405, '/v1/countries', { ...bearer(openToken), 'X-HTTP-Method': 'DELETE' }],
    [405, '/v1/openapi.json', { 'X-HTTP-Method': 'DELETE' }],
    [406, '/v1/countries', { ...bearer(openToken), Accept: 'text/html' }],
    [414, `/v1/cities?q=${'x'.repeat(4100)}`, bearer(openToken)],
    [429, '/v1/countries', bearer(scarce)],
  ];
  const preflights = new Set<string>();
  for (const [status, path, { 'X-HTTP-Method': method = 'GET', ...headers }] of requests) {
    const sent = { ...headers, 'Content-Type': 'application/json', Origin: ORIGIN };
    const preflight = await exchange(open.server.address, path, {
      method: 'OPTIONS',
      headers: {
        Origin: ORIGIN,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': Object.keys(headers).join(', ').toLowerCase(),
      },
    });
    assert.equal(preflight.status, 204, path);
    assert.equal(preflight.headers['access-control-allow-origin'], ORIGIN, path);
    const allowed = String(preflight.headers['access-control-allow-headers']).split(', ');
    for (const name of Object.keys(sent)) assert.ok(name === 'Origin' || allowed.includes(name), name);
    if (path !== '/v1/openapi.json') preflights.add(JSON.stringify(lasting(preflight)));

    const answer = await exchange(open.server.address, path, { method, headers: sent });
    assert.equal(answer.status, status, path);
    assert.equal(answer.headers['access-control-allow-origin'], ORIGIN, path);
    assert.match(String(answer.headers['access-control-expose-headers']), /X-Request-Id/, path);
    assert.match(String(answer.headers.vary), /\bOrigin\b/, path);
  }
  assert.equal(preflights.size, 1, 'all preflights under /v1 are alike');
});

test('other origins cannot read anything', async () => {
  const strangers = [
    'https://example.org',
    'http://app.example.org',
    `${ORIGIN}:8443`,
    `${ORIGIN}.evil.test`,
    'null',
  ];
  for (const origin of strangers) {
    for (const method of ['GET', 'OPTIONS']) {
      const headers = { ...bearer(openToken), Origin: origin, 'Access-Control-Request-Method': 'GET' };
      for (const path of ['/v1/countries', '/v1/nothing', '/v1/openapi.json'])
        assertClosed(await exchange(open.server.address, path, { method, headers }));
    }
  }
});

function assertClosed({ rawHeaders }: Answer): void {
  assert.deepEqual(
    rawHeaders.filter((name) => /^access-control/i.test(name)),
    [],
  );
}
