import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { ENDPOINTS } from '../../src/engine/operations.ts';
import type { ProblemDocument } from '../../src/engine/problem-document.ts';
import { API_PROBLEM_CODES, type ApiProblemCode } from '../../src/engine/problems.ts';
import { ReleaseStore } from '../../src/release/store.ts';
import { MAX_URL_LENGTH } from '../../src/service/http/routes.ts';
import { generateToken } from '../../src/service/keys/token.ts';
import { pathTo, withQuery } from '../support/api/endpoint-path.ts';
import { assertProblem } from '../support/api/problem.ts';
import {
  type Answer,
  bearer,
  beginUnread,
  type Exchange,
  exchange,
  exchangeBytes,
} from '../support/http/exchange.ts';
import { atEnd } from '../support/lifetime.ts';
import { smallRelease } from '../support/release/small-release.ts';
import { generousService, startService, temporaryDirectory } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

const service = await generousService();
const { address } = service.server;
const { token } = await service.key();

const get = (path: string, options: Exchange = {}) =>
  exchange(address, `/v1${path}`, { ...options, headers: { ...bearer(token), ...options.headers } });

/** Codes that the tests of this file have provoked; the last test compares them with the catalogue. */
const provoked = new Set<ApiProblemCode>();

function assertProvoked(answer: Answer, code: ApiProblemCode): ProblemDocument {
  const document = assertProblem(answer, code);
  provoked.add(code);
  return document;
}

for (const endpoint of ENDPOINTS) {
  const target = pathTo(endpoint);

  test(`${endpoint.operationId} responds 200 with JSON, its release and its limits, and 304 for a client that has that response`, async () => {
    const fresh = await get(target);
    assert.equal(fresh.status, 200);
    assert.equal(fresh.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(Number(fresh.headers['content-length']), fresh.body.length);
    const isPage = String(fresh.headers.link).includes('rel="next"');
    assert.equal(fresh.headers['cache-control'], isPage ? 'private, no-cache' : 'private, max-age=3600');
    assert.match(String(fresh.headers['x-dataset-release']), /^\d{4}\.\d+\.\d+$/);
    assert.match(String(fresh.headers.ratelimit), /^"burst";r=\d+;t=\d+, "daily";r=\d+;t=\d+$/);
    assert.match(String(fresh.headers['ratelimit-policy']), /^"burst";q=\d+;w=\d+, "daily";q=\d+;w=86400$/);
    assert.match(String(fresh.headers['x-ratelimit-limit']), /^\d+$/);
    assert.match(String(fresh.headers['x-ratelimit-remaining']), /^\d+$/);
    assert.ok(Number(fresh.headers['x-ratelimit-reset']) * 1000 > Date.now());
    JSON.parse(fresh.text);

    const unchanged = await get(target, { headers: { 'If-None-Match': String(fresh.headers.etag) } });
    assert.equal(unchanged.status, 304);
    assert.equal(unchanged.body.length, 0);
  });
}

test('a path that cannot be decoded is 400 malformed_request, with or without a key', async () => {
  for (const path of ['/v1/cities/%', '/v1/cities/%zz', '/v1/countries/%C3%28', '/v1/%E0%A4%A']) {
    const { instance } = assertProvoked(
      await exchange(address, path, { headers: bearer(token) }),
      'malformed_request',
    );
    assert.equal(instance, path);
    assertProvoked(await exchange(address, path), 'malformed_request');
  }
});

const INVALID = {
  limit: [
    '0',
    '1001',
    '-1',
    '1.5',
    'ten',
    '',
    '5&limit=5',
    '0x10',
    '1e2',
    '%205',
    '5%20',
    '%2B5',
    '05',
    '%D9%A5',
    '5.',
  ],
  radius_km: [
    '0&near=0,0',
    '-1&near=0,0',
    '1001&near=0,0',
    'far&near=0,0',
    '5',
    '1e1&near=0,0',
    '.5&near=0,0',
  ],
  near: ['', 'north', '1', '1,2,3', '91,0', '-90.1,0', '0,181', '0,-180.5', 'NaN,0', '1e1,0', '0,0&near=1,1'],
  q: ['', '%21%21', '%20', 'x'.repeat(101), 'ab&q=cd'],
  min_population: ['-1', '1000000001', '1.5', 'many', '0b1', '1_000', '1,000'],
  country: ['', 'x'.repeat(101), 'japan&country=chile'],
  cursor: ['', 'x'.repeat(101)],
};

for (const [parameter, values] of Object.entries(INVALID)) {
  test(`an invalid ${parameter} is 400 invalid_parameter and listed in errors`, async () => {
    for (const value of values) {
      const answer = await get(`/cities?${parameter}=${value}`);
      const { errors = [] } = assertProvoked(answer, 'invalid_parameter');
      assert.deepEqual([...new Set(errors.map((error) => error.parameter))], [parameter], answer.text);
      assert.ok(errors.every(({ message }) => message !== ''));
    }
  });
}

test('a parameter that an endpoint does not have is 400 unknown_parameter and listed in errors', async () => {
  for (const endpoint of ENDPOINTS) {
    const answer = await get(withQuery(pathTo(endpoint), 'contry=japan&api-key=x'));
    const { errors } = assertProvoked(answer, 'unknown_parameter');
    assert.deepEqual(
      errors?.map(({ parameter }) => parameter),
      ['contry', 'api-key'],
    );
  }
});

test('all invalid parameters are listed', async () => {
  const { errors } = assertProvoked(await get('/cities?limit=0&contry=japan'), 'invalid_parameter');
  assert.deepEqual(errors?.map(({ parameter }) => parameter).sort(), ['contry', 'limit']);
});

test('a filter by an unknown country is 400 unknown_country with candidates', async () => {
  const { candidates } = assertProvoked(await get('/cities?country=portugl'), 'unknown_country');
  assert.deepEqual(candidates, [{ id: 'portugal', name: 'Portugal', path: '/countries/portugal' }]);
});

test('unknown cities in a comparison are 400 unknown_city, each with its candidates', async () => {
  for (const data of ['cost-of-living', 'quality-of-life']) {
    const answer = await get(`/data/${data}?cities=lisbno,porto,qqqqqqqq`);
    const { errors = [] } = assertProvoked(answer, 'unknown_city');
    assert.deepEqual(
      errors.map(({ parameter, candidates = [] }) => [parameter, candidates[0]?.id]),
      [
        ['cities', 'lisbon'],
        ['cities', undefined],
      ],
    );
  }
});

test('a comparison takes 2 to 20 cities, each once; anything else is 400 invalid_parameter', async () => {
  const many = Array.from({ length: 21 }, (_, index) => `city-${index}`).join(',');
  const lists = [
    '',
    'lisbon',
    'lisbon,',
    ',lisbon',
    'lisbon,,porto',
    'lisbon,Lisbon',
    'porto,lisbon,geonames:2267057',
  ];
  for (const data of ['cost-of-living', 'quality-of-life']) {
    for (const query of [
      '',
      ...[...lists, many, 'lisbon,porto&cities=tokyo'].map((list) => `?cities=${list}`),
    ]) {
      const answer = await get(`/data/${data}${query}`);
      const { errors = [] } = assertProvoked(answer, 'invalid_parameter');
      assert.deepEqual(new Set(errors.map(({ parameter }) => parameter)), new Set(['cities']), query);
    }
  }
});

test('a forged cursor is 400 invalid_cursor', async () => {
  assertProvoked(await get('/cities?cursor=bm9uc2Vuc2U'), 'invalid_cursor');
});

test('two credentials are 400 conflicting_credentials with a challenge', async () => {
  const answer = await get(`/countries?api_key=${token}`);
  assertProvoked(answer, 'conflicting_credentials');
  assert.equal(
    answer.headers['www-authenticate'],
    'Bearer realm="Location Data Service", error="invalid_request", error_description="More than one credential"',
  );
});

test('no credentials are 401 missing_credentials with a challenge that has no error code', async () => {
  const answer = await exchange(address, '/v1/countries');
  assertProvoked(answer, 'missing_credentials');
  assert.equal(answer.headers['www-authenticate'], 'Bearer realm="Location Data Service"');
});

test('a key that is not valid is 401 invalid_token with a challenge', async () => {
  const answer = await exchange(address, '/v1/countries', { headers: bearer(generateToken()) });
  assertProvoked(answer, 'invalid_token');
  assert.equal(
    answer.headers['www-authenticate'],
    'Bearer realm="Location Data Service", error="invalid_token", error_description="The API key is not valid"',
  );
});

test('a key without the permission is 403 insufficient_scope with a challenge', async () => {
  const { token: places } = await service.key({ scopes: ['places:read'] });
  const answer = await get('/data/cost-of-living/lisbon', { headers: bearer(places) });
  assertProvoked(answer, 'insufficient_scope');
  assert.equal(
    answer.headers['www-authenticate'],
    'Bearer realm="Location Data Service", error="insufficient_scope", error_description="The API key lacks the permission"',
  );
});

test('a key from an address that it does not allow is 403 address_not_allowed', async () => {
  const { token: guarded } = await service.key({ addresses: ['192.0.2.0/24'] });
  assertProvoked(await get('/countries', { headers: bearer(guarded) }), 'address_not_allowed');
});

test('a release that is not kept is 404 release_not_found', async () => {
  assertProvoked(await get('/countries/portugal?release=2020.1.1'), 'release_not_found');
});

test('a key for headers only is 403 key_not_for_urls when it comes in the URL', async () => {
  const { token: headerOnly } = await service.key({ headerOnly: true });
  const answer = await exchange(address, `/v1/countries?api_key=${headerOnly}`);
  assertProvoked(answer, 'key_not_for_urls');
  assert.equal(
    answer.headers['www-authenticate'],
    'Bearer realm="Location Data Service", error="insufficient_scope", error_description="The API key is not accepted in a URL"',
  );
});

test('a path that the API does not have is 404 path_not_found, whatever the method', async () => {
  const paths = [
    '',
    '/',
    '/nothing',
    '//countries',
    '/Countries',
    '/data',
    '/data/price-of-life',
    '/countries/a/b',
  ];
  for (const path of paths) assertProvoked(await get(path), 'path_not_found');
  for (const method of ['POST', 'PUT', 'DELETE', 'PROPFIND', 'OPTIONS'])
    assertProvoked(await get('/nothing', { method }), 'path_not_found');
  const broken = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' };
  assertProvoked(await get('/nothing', broken), 'path_not_found');
});

test('an unknown country is 404 country_not_found with candidates', async () => {
  const { candidates } = assertProvoked(await get('/countries/portugall'), 'country_not_found');
  assert.deepEqual(candidates, [{ id: 'portugal', name: 'Portugal', path: '/countries/portugal' }]);
  assert.deepEqual(assertProvoked(await get('/countries/qqqqqq'), 'country_not_found').candidates, []);
});

test('an unknown city is 404 city_not_found with candidates, for the city and for its data', async () => {
  for (const resource of ['/cities', '/data/cost-of-living', '/data/quality-of-life']) {
    const { candidates } = assertProvoked(await get(`${resource}/lisbno`), 'city_not_found');
    assert.deepEqual(candidates?.[0], {
      id: 'lisbon',
      name: 'Lisbon, Lisbon, Portugal',
      path: '/cities/lisbon',
    });
    assert.deepEqual(assertProvoked(await get(`${resource}/qqqqqqqq`), 'city_not_found').candidates, []);
  }
});

test('every method but GET, HEAD and OPTIONS is 405 with Allow, on every endpoint', async () => {
  // CONNECT asks for a tunnel, which Node.js never passes on as a request.
  const refused = METHODS.filter((method) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method));
  for (const endpoint of ENDPOINTS) {
    for (const method of refused) {
      const answer = await get(pathTo(endpoint), { method });
      assertProvoked(answer, 'method_not_allowed');
      assert.equal(answer.headers.allow, 'GET, HEAD, OPTIONS');
    }
  }
});

test('a method that is not allowed is refused before its body is read', async () => {
  const broken = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' };
  assertProvoked(await get('/countries', broken), 'method_not_allowed');
});

test('a range beyond the end of a download is 416 range_not_satisfiable', async () => {
  const answer = await get('/release/sqlite', { headers: { Range: 'bytes=999999999999-' } });
  assertProvoked(answer, 'range_not_satisfiable');
});

test('an Accept header that rules JSON out is 406 not_acceptable, on first and repeated requests', async () => {
  for (const accept of [
    'text/html',
    'application/xml, text/csv',
    'text/*',
    'application/json;q=0',
    'application/json;charset=utf-8;q=0',
    'application/json; q=0; charset=utf-8',
    '*/*;q=0',
    'application/*;q=0, text/html',
    'application/json;q=0, */*',
    'application/json;q=0, application/problem+json',
    'application/problem+json;q=0',
    'text/html; note="application/json"',
  ]) {
    assertProvoked(await get('/countries/portugal?', { headers: { Accept: accept } }), 'not_acceptable');
    assert.equal((await get('/countries/portugal?')).status, 200);
    assertProvoked(await get('/countries/portugal?', { headers: { Accept: accept } }), 'not_acceptable');
  }
});

test('an Accept header that includes JSON or our errors is 200, whatever parameters it has', async () => {
  const ownType = String((await get('/countries/portugal')).headers['content-type']);
  for (const accept of [
    '*/*',
    'application/*',
    'text/html, application/json;q=0.1',
    'text/html, */*;q=0.8',
    '',
    ownType,
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'Application/JSON ; Charset=Utf-8; q=0.5',
    'application/json;version=1',
    'application/json; profile="a, b;c\\""; indent=4, text/html',
    'application/json;q=0.2;level=1',
    'application/json;q=0, application/json;charset=utf-8',
    'application/problem+json',
    'application/problem+json; charset=utf-8',
    'application/problem+json, application/json',
    'application/problem+json;q=0, application/json',
    'application/problem+json;q=0, */*',
    'application/problem+json, */*;q=0',
    'text/html, application/problem+json;q=0.1',
  ])
    assert.equal((await get('/countries/portugal', { headers: { Accept: accept } })).status, 200, accept);
});

test('an Accept header is compared with the media type of a download, ignoring parameters', async () => {
  const status = async (accept: string) =>
    (await get('/release/sqlite', { method: 'HEAD', headers: { Accept: accept } })).status;
  assert.equal(await status('application/vnd.sqlite3; charset=utf-8'), 200);
  for (const accept of ['application/json', 'application/problem+json', 'application/vnd.sqlite3;q=0'])
    assert.equal(await status(accept), 406, accept);
});

test('every response whose status depends on Accept says so in Vary', async () => {
  for (const accept of ['application/json', 'text/html']) {
    for (const path of ['/countries/portugal', '/release/sqlite', '/cities/nowhere']) {
      const { headers } = await get(path, { method: 'HEAD', headers: { Accept: accept } });
      assert.match(String(headers.vary), /\bAccept(,|$)/, `${path} for ${accept}`);
    }
    const { headers } = await exchange(address, '/no-such-page', { headers: { Accept: accept } });
    assert.match(String(headers.vary), /\bAccept(,|$)/, `a page that is not there, for ${accept}`);
  }
});

test('a request for a version other than the current one is 412 precondition_failed', async () => {
  const headers = { 'If-Match': '"of-an-earlier-release"' };
  assertProvoked(await get('/countries/portugal', { headers }), 'precondition_failed');
});

test('a URI above the documented length is 414 uri_too_long, and one of exactly that length is not', async () => {
  const path = '/v1/countries?';
  const justRight = path + 'x'.repeat(MAX_URL_LENGTH - path.length);
  assertProvoked(await exchange(address, justRight, { headers: bearer(token) }), 'unknown_parameter');
  assertProvoked(await exchange(address, `${justRight}x`, { headers: bearer(token) }), 'uri_too_long');
  assertProvoked(await exchange(address, `${justRight}x`), 'uri_too_long');
  assertProvoked(await get(`/cities/${'x'.repeat(MAX_URL_LENGTH)}`), 'uri_too_long');
});

const BURST = 3;
const DAILY = 3;

test('a key over its burst limit is 429 rate_limit_exceeded with Retry-After', async () => {
  const { token: short } = await service.key({ plan: 'brief' });
  for (let left = BURST - 1; left >= 0; left--) {
    const answer = await get('/countries/portugal', { headers: bearer(short) });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['x-ratelimit-limit'], String(BURST));
    assert.equal(answer.headers['x-ratelimit-remaining'], String(left));
  }
  const refused = await get('/countries/portugal', { headers: bearer(short) });
  const { retry_after = 0, detail } = assertProvoked(refused, 'rate_limit_exceeded');
  assert.match(detail, /burst limit of 3 requests/);
  assert.ok(retry_after > 0 && retry_after <= 86_400);
  assert.equal(refused.headers['x-ratelimit-remaining'], '0');
  assert.match(String(refused.headers.ratelimit), /^"burst";r=0;t=\d+, "daily";r=997;t=\d+$/);
  assert.equal((await get('/countries/portugal')).status, 200, 'another key is not concerned');
});

test('a key over its daily quota is 429 rate_limit_exceeded until midnight UTC, for errors as for data', async () => {
  const { token: scarce } = await service.key({ plan: 'three' });
  const paths = ['/countries/portugal', '/countries/nowhere', '/nothing'];
  assert.equal(paths.length, DAILY);
  for (const path of paths) assert.notEqual((await get(path, { headers: bearer(scarce) })).status, 429);
  for (const path of paths) {
    const { retry_after = 0, detail } = assertProvoked(
      await get(path, { headers: bearer(scarce) }),
      'rate_limit_exceeded',
    );
    assert.match(detail, /daily limit of 3 requests/);
    const secondsToMidnight = 86_400 - ((Date.now() / 1000) % 86_400);
    assert.ok(Math.abs(retry_after - secondsToMidnight) < 5);
  }
});

test('an address with too many failed authentications is 429 too_many_failed_authentications', async () => {
  const strict = await startSmallService({ LDS_FAILED_AUTH_PER_MINUTE: '3' });
  const tryOnce = () => exchange(strict.server.address, '/v1/countries');
  let answer = await tryOnce();
  // A minute may end between two attempts, and then the count resets.
  for (let tries = 1; answer.status === 401 && tries < 8; tries++) answer = await tryOnce();
  const { retry_after = 0 } = assertProvoked(answer, 'too_many_failed_authentications');
  assert.ok(retry_after > 0 && retry_after <= 60);
  assert.equal(answer.headers['www-authenticate'], undefined);
  assert.match(String(answer.headers['ratelimit-policy']), /^"failed-authentication";q=3;w=60$/);
});

test('bytes that are not an HTTP request are 400 malformed_request', async () => {
  const nonsense = [
    'GET /v1/cities/a b HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /v1/countries HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
    'GET /v1/cities/m\u00fcnchen HTTP/1.1\r\nHost: x\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03',
  ];
  for (const bytes of nonsense)
    assertProvoked(await exchangeBytes(address, Buffer.from(bytes, 'latin1')), 'malformed_request');
});

test('an address that is not percent-encoded is told from other bytes, because curl sends it as it was typed', async () => {
  for (const target of ['/v1/cities?q=m\u00fcnchen', '/v1/cities?q=san jose', '/v1/cities/\u6771\u4eac']) {
    const request = `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    const { detail } = assertProvoked(
      await exchangeBytes(address, Buffer.from(request)),
      'malformed_request',
    );
    assert.match(detail, /must be percent-encoded.*--data-urlencode/);
  }
  const { detail } = assertProvoked(
    await exchangeBytes(address, '\x16\x03\x01\r\n\r\n'),
    'malformed_request',
  );
  assert.equal(detail, 'The received bytes are not an HTTP request.');
});

test('an unknown method is 501 not_implemented, with or without a key', async () => {
  for (const line of ['', `Authorization: Bearer ${token}\r\n`])
    assertProvoked(
      await exchangeBytes(address, `FETCH /v1/countries HTTP/1.1\r\nHost: x\r\n${line}\r\n`),
      'not_implemented',
    );
});

test('a request of HTTP/1.1 without Host is 400 malformed_request', async () => {
  const answer = await exchangeBytes(address, 'GET /v1/countries HTTP/1.1\r\nConnection: close\r\n\r\n');
  assertProvoked(answer, 'malformed_request');
});

test('a request with two Host headers is 400 malformed_request, even if they agree', async () => {
  for (const hosts of ['Host: x\r\nHost: y', 'Host: x\r\nhost: x']) {
    const answer = await exchangeBytes(
      address,
      `GET /v1/countries/portugal HTTP/1.1\r\n${hosts}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );
    assertProvoked(answer, 'malformed_request');
  }
});

test('an unknown expectation is ignored', async () => {
  const answer = await exchangeBytes(
    address,
    `GET /v1/countries/portugal HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n`,
  );
  assert.equal(answer.status, 200);
});

test('headers of more than 16 KiB are 431 headers_too_large', async () => {
  const padding = `X-Padding: ${'x'.repeat(20_000)}\r\n`;
  const answer = await exchangeBytes(address, `GET /v1/countries HTTP/1.1\r\nHost: x\r\n${padding}\r\n`);
  assertProvoked(answer, 'headers_too_large');
});

test('a request that does not arrive in time is 408 request_timeout', async () => {
  const impatient = await startSmallService({ LDS_CLIENT_SECONDS: '1' });
  assertProvoked(
    await exchangeBytes(impatient.server.address, 'GET /v1/countries HTTP/1.1\r\nHost: x\r\n'),
    'request_timeout',
  );
});

test('while the store is unreachable, an unknown key is 503 unavailable and known keys keep working', async () => {
  const stranger = generateToken();
  const store = new DatabaseSync(join(service.home, 'lds.sqlite'));
  atEnd(() => store.close());
  store.exec('ALTER TABLE api_key RENAME TO out_of_reach');
  try {
    const answer = await get('/countries/portugal', { headers: bearer(stranger) });
    assert.equal(assertProvoked(answer, 'unavailable').retry_after, 1);
    assert.equal((await get('/countries/portugal')).status, 200);
  } finally {
    store.exec('ALTER TABLE out_of_reach RENAME TO api_key');
  }
  assertProvoked(await get('/countries/portugal', { headers: bearer(stranger) }), 'invalid_token');
});

test('a server that has no release yet is 503 starting', async () => {
  const store = new ReleaseStore(temporaryDirectory());
  const own = await startService({}, { release: { store, name: undefined } });
  assertProvoked(await exchange(own.server.address, '/v1/countries'), 'starting');
});

test('withdrawn and merged places, and a release that is damaged while it is served', async (t) => {
  const { store, name } = await smallRelease({
    'registry/cities.tsv': (rows) =>
      `${rows}old-lisbon\t999999998\tmerged\tlisbon\nlost-city\t999999999\twithdrawn\t\n`,
    'registry/countries.tsv': (rows) =>
      `${rows}old-andorra\tCS\tmerged\tandorra\nlost-land\tQQ\twithdrawn\t\n`,
  });
  const own = await startService({}, { release: { store, name } });
  const headers = bearer((await own.key()).token);
  const ask = (path: string) => exchange(own.server.address, `/v1${path}`, { headers });

  await t.test('a merged place is 410 place_withdrawn with its successor', async () => {
    for (const path of [
      '/cities/old-lisbon',
      '/data/cost-of-living/OLD-LISBON?reference=lisbon',
      '/data/quality-of-life/old-lisbon',
    ])
      assert.equal(assertProvoked(await ask(path), 'place_withdrawn').successor, 'lisbon');
    for (const path of ['/countries/old-andorra', '/countries/Old-Andorra'])
      assert.equal(assertProvoked(await ask(path), 'place_withdrawn').successor, 'andorra');
  });

  await t.test('a withdrawn place without successor is 410 place_withdrawn with null', async () => {
    for (const path of ['/cities/lost-city', '/countries/lost-land'])
      assert.equal(assertProvoked(await ask(path), 'place_withdrawn').successor, null);
  });

  await t.test(
    'a filter by a withdrawn country is 400 unknown_country: the list itself is not gone',
    async () => {
      assert.equal(
        assertProvoked(await ask('/cities?country=old-andorra'), 'unknown_country').successor,
        'andorra',
      );
    },
  );

  await t.test(
    'an internal error is 500 internal_error, reveals no internals, and does not affect other requests',
    async () => {
      const release = new DatabaseSync(store.releaseFile(name));
      release.exec('DROP TABLE figure');
      release.close();
      for (const path of [
        '/countries/portugal',
        '/cities/lisbon',
        '/data/cost-of-living/lisbon?reference=lisbon',
      ]) {
        const answer = await ask(path);
        assertProvoked(answer, 'internal_error');
        assert.doesNotMatch(answer.text, /observation|sqlite|table|\.ts/i);
      }
      assert.equal((await ask('/cities?country=portugal&limit=1')).status, 200);
    },
  );
});

test('a fifth download in progress is 429 too_many_downloads', async () => {
  const { token: own } = await service.key();
  for (let index = 0; index < 4; index++) {
    const begun = await beginUnread(address, '/release/sqlite', own);
    atEnd(() => begun.destroy());
  }
  assertProvoked(await get('/release/sqlite', { headers: bearer(own) }), 'too_many_downloads');
});

test('every code of the problem catalogue has been provoked over HTTP', () => {
  assert.deepEqual(
    API_PROBLEM_CODES.filter((code) => !provoked.has(code)),
    [],
  );
});
