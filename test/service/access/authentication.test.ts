import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissionsOf } from '../../../src/engine/endpoint.ts';
import { ENDPOINTS } from '../../../src/engine/operations.ts';
import { SCOPES } from '../../../src/engine/permissions.ts';
import type { ApiProblemCode } from '../../../src/engine/problems.ts';
import { challengeLine } from '../../../src/service/http/http-problem.ts';
import { expireKey, issueKey, revokeKey, rotateKey } from '../../../src/service/keys/lifecycle.ts';
import { generateToken } from '../../../src/service/keys/token.ts';
import { openStore } from '../../../src/service/storage/database.ts';
import { pathTo, withQuery } from '../../support/api/endpoint-path.ts';
import { assertNoKey, assertProblem } from '../../support/api/problem.ts';
import { type Answer, bearer, type Exchange, exchange, exchangeBytes } from '../../support/http/exchange.ts';
import { RawConnection } from '../../support/http/raw-connection.ts';
import { atEnd } from '../../support/lifetime.ts';
import { until } from '../../support/processes/lds.ts';
import { generousService } from '../../support/service.ts';
import { startSmallService } from '../../support/small-service.ts';

const service = await generousService();
const { address } = service.server;

/** The store, opened the way another process (the command line) does. */
const elsewhere = await openStore(service.home, { busyMilliseconds: 1000 });
atEnd(() => elsewhere.close());

const valid = (await service.key()).token;
const other = (await service.key()).token;
const headerOnly = (await service.key({ headerOnly: true })).token;
const expired = (await service.key({ expiresAt: new Date(Date.now() - 1000) })).token;
const revoked = await service.key();
await revokeKey(service.store.database, revoked.id);
const mistyped = `${valid.slice(0, -1)}${valid.endsWith('0') ? '1' : '0'}`;

interface Case {
  name: string;
  authorization?: string | string[];
  /** The query as sent. */
  query?: string;
  /** `admitted`, or the code of the refusal. */
  expected: 'admitted' | ApiProblemCode;
  detail?: RegExp;
}

/** Contract, "Authentication": which requests are admitted, and what the others get. */
const CASES: readonly Case[] = [
  { name: 'no credentials', expected: 'missing_credentials' },
  { name: 'a bearer token', authorization: `Bearer ${valid}`, expected: 'admitted' },
  { name: 'a lower-case bearer token', authorization: `bearer ${valid}`, expected: 'admitted' },
  { name: 'an upper-case BEARER token', authorization: `BEARER ${valid}`, expected: 'admitted' },
  { name: 'several spaces before the token', authorization: `Bearer   ${valid}`, expected: 'admitted' },
  { name: 'an api_key', query: `api_key=${valid}`, expected: 'admitted' },
  {
    name: 'another scheme and an api_key',
    authorization: 'Basic dTpw',
    query: `api_key=${valid}`,
    expected: 'admitted',
  },
  { name: 'another scheme alone', authorization: 'Basic dTpw', expected: 'missing_credentials' },
  { name: 'a token without a scheme', authorization: valid, expected: 'missing_credentials' },
  { name: 'a scheme that only begins so', authorization: `Bearer${valid}`, expected: 'missing_credentials' },
  {
    name: 'a bearer token and an api_key',
    authorization: `Bearer ${valid}`,
    query: `api_key=${other}`,
    expected: 'conflicting_credentials',
  },
  {
    name: 'a bearer token and the same api_key',
    authorization: `Bearer ${valid}`,
    query: `api_key=${valid}`,
    expected: 'conflicting_credentials',
  },
  {
    name: 'a bearer token and an empty api_key',
    authorization: `Bearer ${valid}`,
    query: 'api_key=',
    expected: 'conflicting_credentials',
  },
  {
    name: 'two Authorization headers',
    authorization: [`Bearer ${valid}`, `Bearer ${other}`],
    expected: 'conflicting_credentials',
  },
  {
    name: 'the same Authorization header twice',
    authorization: [`Bearer ${valid}`, `Bearer ${valid}`],
    expected: 'conflicting_credentials',
  },
  {
    name: 'two Authorization headers of two schemes',
    authorization: ['Basic dTpw', `Bearer ${valid}`],
    expected: 'conflicting_credentials',
  },
  { name: 'api_key twice', query: `api_key=${valid}&api_key=${other}`, expected: 'conflicting_credentials' },
  {
    name: 'the same api_key twice',
    query: `api_key=${valid}&api_key=${valid}`,
    expected: 'conflicting_credentials',
  },
  { name: 'Bearer and no token', authorization: 'Bearer', expected: 'invalid_token', detail: /has no key/ },
  {
    name: 'an empty api_key',
    query: 'api_key=',
    expected: 'invalid_token',
    detail: /^The parameter api_key is empty\.$/,
  },
  {
    name: 'a token that is none of ours',
    authorization: 'Bearer sk_test_123',
    expected: 'invalid_token',
    detail: /not one of our keys/,
  },
  {
    name: 'two tokens in one header',
    authorization: `Bearer ${valid}, Bearer ${other}`,
    expected: 'invalid_token',
  },
  {
    name: 'a key with a character missing',
    authorization: `Bearer ${valid.slice(0, -1)}`,
    expected: 'invalid_token',
    detail: /incomplete or mistyped/,
  },
  {
    name: 'a key whose checksum is wrong',
    authorization: `Bearer ${mistyped}`,
    expected: 'invalid_token',
    detail: /incomplete or mistyped/,
  },
  {
    name: 'a well-formed key that was never issued',
    authorization: `Bearer ${generateToken()}`,
    expected: 'invalid_token',
    detail: /no such key/,
  },
  {
    name: 'an unknown api_key',
    query: `api_key=${generateToken()}`,
    expected: 'invalid_token',
    detail: /no such key/,
  },
  {
    name: 'an expired key',
    authorization: `Bearer ${expired}`,
    expected: 'invalid_token',
    detail: /has expired/,
  },
  {
    name: 'a revoked key',
    authorization: `Bearer ${revoked.token}`,
    expected: 'invalid_token',
    detail: /has been revoked/,
  },
  { name: 'a header-only key in the header', authorization: `Bearer ${headerOnly}`, expected: 'admitted' },
  { name: 'a header-only key in the URL', query: `api_key=${headerOnly}`, expected: 'key_not_for_urls' },
];

const ENDPOINT_PATHS = ENDPOINTS.map((endpoint) => pathTo(endpoint));
const UNKNOWN_PATHS = [
  '/nothing',
  '/',
  '/countries/nowhere',
  '/cities/nowhere',
  '/data/cost-of-living/nowhere',
];

for (const { name, authorization, query, expected, detail } of CASES) {
  test(`${name}: ${expected}, on every endpoint and on paths that do not exist`, async () => {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const ask = (path: string, options: Exchange = {}) =>
      exchange(address, `/v1${withQuery(path, query ?? '')}`, { headers, ...options });
    for (const path of [...ENDPOINT_PATHS, ...UNKNOWN_PATHS]) {
      const answer = await ask(path);
      if (expected === 'admitted') {
        assert.equal(answer.status, ENDPOINT_PATHS.includes(path) ? 200 : 404, `${path} ${answer.text}`);
      } else {
        const problem = assertProblem(answer, expected);
        assert.equal(`WWW-Authenticate: ${answer.headers['www-authenticate']}\r\n`, challengeLine(expected));
        if (detail !== undefined) assert.match(problem.detail, detail);
        assert.equal((await ask(path, { method: 'HEAD' })).status, answer.status);
        assertProblem(await ask(path, { method: 'POST' }), expected);
      }
      assertNoKey(answer);
    }
  });
}

test('two Authorization header lines are recognised as two', async () => {
  const lines = [valid, valid].map((token) => `authorization: Bearer ${token}\r\n`).join('');
  const answer = await exchangeBytes(
    address,
    `GET /v1/countries HTTP/1.1\r\nHost: x\r\n${lines}Connection: close\r\n\r\n`,
  );
  assertProblem(answer, 'conflicting_credentials');
});

for (const missing of SCOPES) {
  test(`a key without ${missing} is refused by the endpoints that need it, before it can find out what exists`, async () => {
    const { token } = await service.key({ scopes: SCOPES.filter((scope) => scope !== missing) });
    for (const endpoint of ENDPOINTS) {
      const ask = (values: Record<string, string> = {}) =>
        exchange(address, `/v1${pathTo(endpoint, values)}`, { headers: bearer(token) });
      const answer = await ask();
      if (!permissionsOf(endpoint).includes(missing)) {
        assert.equal(answer.status, 200);
        continue;
      }
      assertProblem(answer, 'insufficient_scope');
      assert.equal(
        `WWW-Authenticate: ${answer.headers['www-authenticate']}\r\n`,
        challengeLine('insufficient_scope'),
      );
      const unknown = await ask({ country_id: 'nowheres', city_id: 'nocity', cities: 'lisbon,nocity' });
      assert.deepEqual(whatItTells(unknown), whatItTells(answer));
    }
  });
}

test('without a valid key, existing and unknown places have the same response, byte for byte', async () => {
  const credentials: Exchange[] = [{}, { headers: bearer(generateToken()) }, { headers: bearer(expired) }];
  for (const prefix of ['/cities/', '/data/cost-of-living/', '/data/quality-of-life/', '/countries/', '/']) {
    for (const options of credentials) {
      const [known, unknown] = await Promise.all(
        // Both have the same length, so that the lengths of the responses can be compared too.
        ['lisbon', 'nocity'].map((id) => exchange(address, `/v1${prefix}${id}`, options)),
      );
      assert.ok(known !== undefined && unknown !== undefined);
      assert.deepEqual(whatItTells(known), whatItTells(unknown));
    }
  }
});

/**
 * The complete response without the parts that differ between any two: time, request id, number of attempts, and the path that
 * was sent.
 */
function whatItTells({ status, rawHeaders, text, headers }: Answer) {
  const passing = /^(date|x-request-id|content-length|ratelimit|x-ratelimit-remaining|x-ratelimit-reset)$/i;
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !passing.test(name) ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  );
  const requestId = String(headers['x-request-id']);
  return {
    status,
    lines,
    length: Number(headers['content-length']) - requestId.length - instanceOf(text).length,
    text: text.replace(requestId, '').replace(instanceOf(text), ''),
  };
}

function instanceOf(text: string): string {
  return (JSON.parse(text) as { instance: string }).instance;
}

test('a response to a key in the URL may not be stored and never repeats the key', async () => {
  const key = `api_key=${valid}`;
  const paths = ENDPOINT_PATHS.map((path) => withQuery(path, key));
  const lists = [`/cities?limit=2&${key}`, `/cities?${key}&q=san&limit=1`];
  const problems = [
    `/nothing?${key}`,
    `/cities/nowhere?${key}`,
    `/cities?contry=x&${key}`,
    `/cities?country=x&${key}`,
    `/cities/%zz?${key}`,
  ];
  for (const path of [...paths, ...lists, ...problems]) {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      const answer = await exchange(address, `/v1${path}`, { method });
      assertNoKey(answer);
      if (method !== 'OPTIONS') assert.equal(answer.headers['cache-control'], 'private, no-store', path);
    }
  }
  const fresh = await exchange(address, `/v1/countries?${key}`);
  const unchanged = await exchange(address, `/v1/countries?${key}`, {
    headers: { 'If-None-Match': String(fresh.headers.etag) },
  });
  assert.equal(unchanged.status, 304);
  assert.equal(unchanged.headers['cache-control'], 'private, no-store');
});

test('a key in the wrong place is not repeated', async () => {
  const misplaced = [
    `/v1/cities&api_key=${valid}`,
    `/v1/${valid}`,
    `/v1/cities/${valid}`,
    `/v1/cities?${valid}`,
    `/v1/cities?country=${valid}`,
    `/v1/cities?API_KEY=${valid}`,
    `/v1/cities?q=${valid}`,
    `/v1/cities/%zz/${valid}`,
  ];
  for (const path of misplaced) {
    assertNoKey(await exchange(address, path));
    assertNoKey(await exchange(address, path, { headers: bearer(valid) }));
  }
  const fragment = `GET /v1/countries#api_key=${valid} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  assertNoKey(await exchangeBytes(address, fragment));
});

test('too many attempts without a valid key block further attempts from that address, but no valid key', async () => {
  const strict = await startSmallService({ LDS_FAILED_AUTH_PER_MINUTE: '3' });
  const ask = (headers: Record<string, string> = {}) =>
    exchange(strict.server.address, '/v1/countries/portugal', { headers });
  const { token } = await strict.key();
  assert.equal((await ask(bearer(token))).status, 200);
  // A minute may begin between two requests.
  const refusal = async (headers: Record<string, string> = {}) => {
    for (let tries = 0; ; tries++) {
      const answer = await ask(headers);
      if (answer.status === 429) return answer;
      assert.ok(tries < 7);
    }
  };
  for (const headers of [{}, bearer(generateToken()), bearer('guess'), { Authorization: 'Bearer' }])
    assertProblem(await refusal(headers), 'too_many_failed_authentications');
  for (let requests = 0; requests < 10; requests++) assert.equal((await ask(bearer(token))).status, 200);

  const aside = await openStore(strict.home, { busyMilliseconds: 1000 });
  atEnd(() => aside.close());
  const { token: fresh } = await issueKey(aside.database, keyRequest());
  await until('a new key works', async () => (await ask(bearer(fresh))).status === 200, 1);
});

test('attempts without a valid key are counted per network for IPv6 and per address for IPv4', async () => {
  const networks = [
    ['2001:db8:0:7::1', '2001:DB8::7:a:b:c:d', '2001:db8:0:7:ffff::'],
    ['2001:db8:0:8::1', '2001:db8:0:8::1'],
    ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201'],
    ['192.0.2.2', '192.0.2.2'],
    ['::1', '::2'],
  ];
  const strict = await startSmallService({ LDS_FAILED_AUTH_PER_MINUTE: '2', LDS_TRUST_PROXY: '1' });
  const statusOf = async (from: string) => {
    const headers = { 'X-Forwarded-For': from };
    return (await exchange(strict.server.address, '/v1/countries/portugal', { headers })).status;
  };
  for (const [first = '', ...others] of networks) {
    for (let tries = 0; (await statusOf(first)) !== 429; tries++) assert.ok(tries < 5, first);
    for (const other of others) assert.equal(await statusOf(other), 429, other);
  }
});

test('a key created by another process works at once', async () => {
  for (let index = 0; index < 5; index++) {
    const { token } = await issueKey(elsewhere.database, keyRequest());
    assert.equal((await service.get('/countries/portugal', token)).status, 200);
  }
});

test('a key that was tried before it was created works within a second of its creation', async () => {
  const { token, row } = await issueKey(elsewhere.database, keyRequest());
  await elsewhere.database.deleteFrom('api_key').where('id', '=', row.id).execute();
  assert.equal((await service.get('/countries/portugal', token)).status, 401);
  await elsewhere.database.insertInto('api_key').values(row).execute();
  await until('it works', async () => (await statusOf(token)) === 200, 1);
});

test('a key revoked by another process stops within a second', async () => {
  const { id, token } = await service.key();
  assert.equal((await service.get('/countries/portugal', token)).status, 200);
  await revokeKey(elsewhere.database, id);
  await until('it is refused', async () => (await statusOf(token)) === 401, 1);
});

test('a key stops working at the moment it expires', async () => {
  const { id, token } = await service.key();
  assert.equal((await service.get('/countries/portugal', token)).status, 200);
  const expiresAt = new Date(Date.now() + 1500);
  await expireKey(elsewhere.database, id, expiresAt);
  await until('it is refused', async () => (await statusOf(token)) === 401);
  assert.ok(Date.now() >= expiresAt.getTime());
});

test('after a rotation the successor works at once, and the old key until the overlap ends', async () => {
  const { id, token } = await service.key();
  assert.equal((await service.get('/countries/portugal', token)).status, 200);
  const overlap = 600;
  const rotatedAt = Date.now();
  const { token: successor } = await rotateKey(elsewhere.database, id, overlap);
  assert.equal((await service.get('/countries/portugal', successor)).status, 200);
  await until('it is refused', async () => (await statusOf(token)) === 401);
  assert.ok(Date.now() >= rotatedAt + overlap);
  assert.equal((await service.get('/countries/portugal', successor)).status, 200);
});

test('requests on one connection are each judged by their own key, and refusals name their own path', async () => {
  const connection = new RawConnection(address);
  const { id, token } = await service.key();
  const ask = async (key: string, path = '/v1/countries/portugal') => {
    connection.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    const { status, body } = (await connection.next()) ?? { status: 0, body: '{}' };
    return [status, JSON.parse(body).instance];
  };
  assert.deepEqual(await ask(token), [200, undefined]);
  assert.deepEqual(await ask(revoked.token, '/v1/a'), [401, '/v1/a']);
  assert.deepEqual(await ask(revoked.token, '/v1/b"'), [401, '/v1/b"']);
  assert.deepEqual(await ask(token), [200, undefined]);
  assert.deepEqual(await ask(mistyped), [401, '/v1/countries/portugal']);
  await revokeKey(elsewhere.database, id);
  await until('the key is refused', async () => (await ask(token))[0] === 401);
  connection.close();
});

function keyRequest() {
  return { label: 'elsewhere', plan: 'standard', scopes: SCOPES, headerOnly: false, expiresAt: null };
}

async function statusOf(token: string): Promise<number> {
  return (await service.get('/countries/portugal', token)).status;
}

test('an agent without a key gets the same refusal at /mcp, and where it can get access', async () => {
  const answer = await exchange(address, '/mcp', { method: 'POST', body: '{}' });
  assertProblem(answer, 'missing_credentials');
  const metadata = `${address}/.well-known/oauth-protected-resource/mcp`;
  assert.equal(
    answer.headers['www-authenticate'],
    challengeLine('missing_credentials', metadata).slice(18, -2),
  );
});
