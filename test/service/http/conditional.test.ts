import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINTS } from '../../../src/engine/operations.ts';
import { pathTo, withQuery } from '../../support/api/endpoint-path.ts';
import { assertProblem } from '../../support/api/problem.ts';
import { bearer, exchange } from '../../support/http/exchange.ts';
import { generousService } from '../../support/service.ts';

const service = await generousService();
const { address } = service.server;
const { token } = await service.key();

/** A page of cities, because all of them are sent in full many times here. test/v1/long-lists.test.ts has their tag. */
const PATHS = ENDPOINTS.map((endpoint) => pathTo(endpoint)).map((path) =>
  path === '/cities' ? `${path}?limit=5` : path,
);

const get = (path: string, headers: Record<string, string> = {}, key = token) =>
  exchange(address, `/v1${path}`, { headers: { ...bearer(key), ...headers } });

for (const path of PATHS) {
  test(`${path} has a strong entity tag that does not depend on the key or the authentication method`, async () => {
    const { token: other } = await service.key({ label: 'another' });
    const { headers } = await get(path);
    assert.match(String(headers.etag), /^"[\w-]+"$/);
    assert.equal((await get(path, {}, other)).headers.etag, headers.etag);
    assert.equal(
      (await exchange(address, `/v1${withQuery(path, `api_key=${token}`)}`)).headers.etag,
      headers.etag,
    );
  });

  test(`${path} is 304 for its entity tag alone, weakened or in a list, and for *`, async () => {
    const fresh = await get(path);
    const etag = String(fresh.headers.etag);
    for (const tags of [
      etag,
      `W/${etag}`,
      `"other", ${etag}`,
      `"other",W/${etag} , "more"`,
      '*',
      ` ${etag} `,
    ]) {
      const answer = await get(path, { 'If-None-Match': tags });
      assert.equal(answer.status, 304, tags);
      assert.equal(answer.text, '');
      for (const name of ['etag', 'last-modified', 'cache-control', 'vary', 'x-dataset-release'])
        assert.equal(answer.headers[name], fresh.headers[name], name);
      for (const name of ['content-type', 'content-length', 'content-encoding'])
        assert.equal(answer.headers[name], undefined, name);
    }
    for (const tags of ['"other"', 'W/"other"', etag.slice(1, -1), '', '"', `${etag}x`, 'W/*'])
      assert.equal((await get(path, { 'If-None-Match': tags })).status, 200, tags);
  });

  test(`${path} gets a full response for a date alone, because an older release that is published again has no later date`, async () => {
    const { headers } = await get(path);
    for (const date of [String(headers['last-modified']), new Date().toUTCString(), 'the other day'])
      assert.equal((await get(path, { 'If-Modified-Since': date })).status, 200, date);
    const both = { 'If-None-Match': '"other"', 'If-Modified-Since': String(headers['last-modified']) };
    assert.equal((await get(path, both)).status, 200);
    const early = { 'If-None-Match': String(headers.etag), 'If-Modified-Since': new Date(0).toUTCString() };
    assert.equal((await get(path, early)).status, 304);
  });
}

/** Paths with their current `Last-Modified`. */
const CONDITIONAL = [
  { path: '/countries/portugal', headers: bearer(token) },
  { path: '/cities?limit=3', headers: bearer(token) },
  { path: '/release/sqlite', headers: bearer(token) },
  { path: '/openapi.json', headers: {} },
];

for (const { path, headers } of CONDITIONAL) {
  test(`${path} is 412 when If-Match or If-Unmodified-Since fails, whatever other headers are sent`, async () => {
    const ask = (conditions: Record<string, string>) =>
      exchange(address, `/v1${path}`, { method: 'HEAD', headers: { ...headers, ...conditions } });
    const fresh = await ask({});
    const etag = String(fresh.headers.etag);
    const modified = fresh.headers['last-modified'];
    for (const tags of [etag, `"other", ${etag}`, '*', ` ${etag} `])
      assert.equal((await ask({ 'If-Match': tags })).status, 200, tags);
    for (const tags of ['"other"', `W/${etag}`, '', etag.slice(1, -1), `${etag.slice(0, -1)}-br"`]) {
      const answer = await ask({ 'If-Match': tags });
      assert.equal(answer.status, 412, tags);
      assert.equal(answer.headers['cache-control'], 'private, no-store');
      for (const further of [
        { 'If-None-Match': etag },
        { 'If-Unmodified-Since': new Date().toUTCString() },
        { Range: 'bytes=0-9' },
      ])
        assert.equal((await ask({ 'If-Match': tags, ...further })).status, 412);
    }
    const full = await exchange(address, `/v1${path}`, { headers: { ...headers, 'If-Match': '"other"' } });
    assertProblem(full, 'precondition_failed');

    const early = new Date(0).toUTCString();
    const both = { 'If-Match': etag, 'If-Unmodified-Since': early };
    assert.equal((await ask(both)).status, 200, 'If-Match decides alone');
    assert.equal((await ask({ ...both, 'If-None-Match': etag })).status, 304);
    for (const date of ['the other day', '0', '1970', '1970-01-01T00:00:00Z', ''])
      assert.equal((await ask({ 'If-Unmodified-Since': date })).status, 200, date);
    const expected = modified === undefined ? 200 : 412;
    for (const date of [early, 'Thursday, 01-Jan-70 00:00:00 GMT', 'Thu Jan  1 00:00:00 1970'])
      assert.equal((await ask({ 'If-Unmodified-Since': date })).status, expected, date);
    assert.equal(
      (await ask({ 'If-Unmodified-Since': early, 'If-None-Match': etag })).status,
      modified ? 412 : 304,
    );
    for (const date of [modified ?? early, new Date().toUTCString()])
      assert.equal((await ask({ 'If-Unmodified-Since': date })).status, 200, date);
  });
}

test('pages, assets and dashboard data are 412 when If-Match fails', async () => {
  for (const path of ['/', '/reference', '/guides/method', '/keys']) {
    const { headers } = await exchange(address, path);
    const status = async (tag: string) =>
      (await exchange(address, path, { headers: { 'If-Match': tag } })).status;
    assert.deepEqual([await status(String(headers.etag)), await status('"other"')], [200, 412], path);
  }
});

test('different resources have different entity tags, and an alias has the tag of the place itself', async () => {
  const tags = await Promise.all(PATHS.map(async (path) => (await get(path)).headers.etag));
  assert.equal(new Set(tags).size, PATHS.length);
  const alias = await get('/countries/PT');
  assert.equal(alias.headers.etag, (await get('/countries/portugal')).headers.etag);
  const unchanged = await get('/countries/PT', { 'If-None-Match': String(alias.headers.etag) });
  assert.equal(unchanged.headers['content-location'], alias.headers['content-location']);
});

test('the entity tag changes with the content: pages, filters and limits', async () => {
  const queries = ['', '?limit=2', '?limit=3', '?country=japan', '?q=san', '?min_population=5000000'];
  const tags = await Promise.all(queries.map(async (query) => (await get(`/cities${query}`)).headers.etag));
  assert.equal(new Set(tags).size, queries.length);
});

test('a condition does not turn an error into a 304', async () => {
  assertProblem(await get('/cities/nowhere', { 'If-None-Match': '*' }), 'city_not_found');
  assertProblem(await get('/cities?limit=0', { 'If-None-Match': '*' }), 'invalid_parameter');
  assertProblem(
    await exchange(address, '/v1/countries', { headers: { 'If-None-Match': '*' } }),
    'missing_credentials',
  );
});

for (const plan of ['three', 'brief']) {
  test(`a 304 costs nothing and is sent even when the ${plan} plan is used up; other responses are not`, async () => {
    const { token: key } = await service.key({ plan });
    const fresh = await get('/countries/portugal', {}, key);
    const etag = String(fresh.headers.etag);
    const remaining = fresh.headers['x-ratelimit-remaining'];
    assert.equal(remaining, '2');
    for (let repeats = 0; repeats < 10; repeats++) {
      const unchanged = await get('/countries/portugal', { 'If-None-Match': etag }, key);
      assert.equal(unchanged.status, 304);
      assert.equal(unchanged.headers['x-ratelimit-remaining'], remaining);
      assert.deepEqual(remainders(unchanged.headers.ratelimit), remainders(fresh.headers.ratelimit));
    }
    assert.equal((await get('/countries/spain', {}, key)).headers['x-ratelimit-remaining'], '1');
    assert.equal((await get('/countries/spain', {}, key)).headers['x-ratelimit-remaining'], '0');
    assertProblem(await get('/countries/portugal', {}, key), 'rate_limit_exceeded');

    const unchanged = await get('/countries/portugal', { 'If-None-Match': etag }, key);
    assert.equal(unchanged.status, 304);
    assert.equal(unchanged.headers['x-ratelimit-remaining'], '0');
    for (const path of ['/countries/portugal', '/cities/nowhere', '/nothing', '/cities?limit=0'])
      assertProblem(await get(path, { 'If-None-Match': '"other"' }, key), 'rate_limit_exceeded');
    assertProblem(await get('/countries/portugal', {}, key), 'rate_limit_exceeded');
  });
}

/** What is left of each window: `"burst";r=299;t=7` without the seconds. */
function remainders(ratelimit: unknown): string[] {
  return [...String(ratelimit).matchAll(/;r=(\d+)/g)].map(([, left = '']) => left);
}
