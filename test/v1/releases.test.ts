import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { renameSync } from 'node:fs';
import { test } from 'node:test';
import { assertProblem } from '../support/api/problem.ts';
import { bearer, type Exchange, exchange } from '../support/http/exchange.ts';
import { EARLIER, keptReleases, OWN, PEOPLE } from '../support/release/kept-releases.ts';
import { issue, startService } from '../support/service.ts';

const kept = await keptReleases();
const { current } = kept;
const service = await startService({ LDS_KEEP_RELEASES: '3' }, { release: kept });
const { token } = await service.key();
const get = (path: string, { headers, ...more }: Exchange = {}) =>
  exchange(service.server.address, `/v1${path}`, { headers: { ...bearer(token), ...headers }, ...more });
const peopleOf = async (version?: string) => {
  const { text } = await get(`/cities/lisbon${version === undefined ? '' : `?release=${version}`}`);
  return (JSON.parse(text) as { population: number }).population;
};
const CURRENT = await peopleOf();

test('every kept release answers with its own figures, whatever was asked before', async () => {
  for (const round of [1, 2]) {
    for (const version of ['2020.1.1', '2020.1.2'] as const) {
      assert.equal(await peopleOf(version), PEOPLE[version], `${version}, round ${round}`);
      assert.equal(await peopleOf(), CURRENT);
      assert.equal(await peopleOf(current), CURRENT);
    }
  }
});

test('an answer from a named release says which one, may be cached for a week, and is not that of another', async () => {
  const path = '/cities/lisbon?release=2020.1.1';
  const { status, headers } = await get(path);
  assert.equal(status, 200);
  assert.equal(headers['x-dataset-release'], '2020.1.1');
  assert.equal(headers['cache-control'], 'private, max-age=604800');
  const etag = String(headers.etag);
  assert.notEqual((await get('/cities/lisbon')).headers.etag, etag);
  assert.equal((await get('/cities/lisbon')).headers['cache-control'], 'private, max-age=3600');

  const unchanged = await get(path, { headers: { 'If-None-Match': etag } });
  assert.equal(unchanged.status, 304);
  assert.equal(unchanged.headers['x-dataset-release'], '2020.1.1');
  assert.equal((await get('/cities/lisbon', { headers: { 'If-None-Match': etag } })).status, 200);

  const head = await get(path, { method: 'HEAD' });
  assert.deepEqual(
    [head.status, head.text, head.headers.etag, head.headers['content-length']],
    [200, '', etag, headers['content-length']],
  );
  assert.equal(
    (await get(`${path}&api_key=${token}`, { headers: { Authorization: [] } })).headers['cache-control'],
    'private, no-store',
  );
});

test('links and the canonical address stay in the named release', async () => {
  const first = await get('/cities?country=portugal&limit=2&format=csv&release=2020.1.1');
  const [, next = ''] = /<[^>]*\/v1([^>]*)>; rel="next"/.exec(String(first.headers.link)) ?? [];
  assert.match(next, /[?&]release=2020\.1\.1(&|$)/);
  const second = await get(next);
  assert.equal(second.headers['x-dataset-release'], '2020.1.1');
  assert.match(String(second.headers['content-disposition']), /-2020\.1\.1\.csv"/);
  assertProblem(await get(next.replace('2020.1.1', '2020.1.2')), 'invalid_cursor');

  const named = await get('/cities/Lisbon,%20Portugal?release=2020.1.1');
  assert.match(String(named.headers['content-location']), /\/v1\/cities\/lisbon\?release=2020\.1\.1$/);
});

test('an operator’s own release can be asked for, and its links and downloads lead back to it', async () => {
  const at = `release=${encodeURIComponent(OWN)}`;
  const list = await get(`/cities?country=portugal&limit=2&format=csv&${at}`);
  assert.equal(list.headers['x-dataset-release'], OWN);
  const [, next = ''] = /<[^>]*\/v1([^>]*)>; rel="next"/.exec(String(list.headers.link)) ?? [];
  const about = JSON.parse((await get(`/release?${at}`)).text) as {
    version: string;
    downloads: { url: string }[];
  };
  assert.equal(about.version, OWN);
  const downloads = about.downloads.map(({ url }) => url.slice(url.indexOf('/v1') + 3));
  for (const path of [next, ...downloads]) {
    const { status, headers } = await get(path);
    assert.deepEqual([status, headers['x-dataset-release']], [200, OWN], path);
  }
  // An unwritten plus is a space in a query; a short hash is none of ours.
  for (const wrong of [OWN, OWN.slice(0, -1)])
    assertProblem(await get(`/cities/lisbon?release=${wrong}`), 'invalid_parameter');
});

test('a release describes itself by its version, and its downloads come from it', async () => {
  const about = JSON.parse((await get('/release?release=2020.1.1')).text) as {
    version: string;
    downloads: { url: string; sha256: string }[];
  };
  assert.equal(about.version, '2020.1.1');
  assert.equal(about.downloads.length, 3);
  for (const { url, sha256 } of about.downloads) {
    assert.match(url, /\?release=2020\.1\.1$/);
    const path = url.slice(url.indexOf('/v1') + 3);
    const { body, headers } = await get(path);
    assert.equal(createHash('sha256').update(body).digest('hex'), sha256);
    assert.equal(headers.etag, `"${sha256}"`);
    assert.equal(headers['x-dataset-release'], '2020.1.1');
    assert.match(String(headers['content-disposition']), /-2020\.1\.1\./);
    assert.equal((await get(path, { headers: { 'If-None-Match': `"${sha256}"` } })).status, 304);
    const part = await get(path, { headers: { Range: 'bytes=0-9' } });
    assert.deepEqual([part.status, part.body], [206, body.subarray(0, 10)]);
  }
});

test('a release that is not kept is a 404 that lists those that are, the current one first', async () => {
  for (const path of ['/cities/lisbon', '/cities', '/countries/portugal', '/release', '/release/sqlite']) {
    const problem = assertProblem(await get(`${path}?release=1999.1.1`), 'release_not_found');
    assert.deepEqual(problem.releases, [current, ...EARLIER]);
    assert.match(problem.detail, /^Data release 1999\.1\.1 is not kept here\./);
  }
});

test('a release of a format that this version cannot read is not listed, and the problem says so', async () => {
  const problem = assertProblem(await get('/cities/lisbon?release=2019.12.31'), 'release_not_found');
  assert.match(problem.detail, /2019\.12\.31 is kept here, but cannot be read by this version/);
  assert.ok(!problem.releases?.includes('2019.12.31'));
});

test('what is no version is a wrong parameter, and the key, its permissions and the other parameters come first', async () => {
  for (const wrong of ['', 'latest', '2020.1', '../2020.1.1', '2020.1.1-next', `2020.1.${'1'.repeat(20)}`])
    assertProblem(await get(`/cities/lisbon?release=${wrong}`), 'invalid_parameter');
  assertProblem(await get('/cities/lisbon?release=2020.1.1&release=2020.1.2'), 'invalid_parameter');

  const unknown = '/cities/atlantis?release=1999.1.1';
  assertProblem(await get(unknown, { headers: { Authorization: 'Bearer wrong' } }), 'invalid_token');
  assertProblem(await get(`${unknown}&colour=red`), 'unknown_parameter');
  assertProblem(await get(unknown, { headers: { Accept: 'image/png' } }), 'not_acceptable');
  assertProblem(await get(unknown), 'release_not_found');
  assertProblem(await get('/cities/atlantis?release=2020.1.1'), 'city_not_found');
  const narrow = await issue(service.store, { scopes: ['release:read'] });
  const answer = await exchange(service.server.address, '/v1/countries?release=1999.1.1', {
    headers: bearer(narrow.token),
  });
  assertProblem(answer, 'insufficient_scope');
  assert.equal((await get('/cities/lisbon/?release=2020.1.1')).status, 308);
});

test('an answer from an earlier release counts as a request, and a 304 does not', async () => {
  const counting = await service.key();
  const ask = (headers = {}) =>
    exchange(service.server.address, '/v1/cities/lisbon?release=2020.1.1', {
      headers: { ...bearer(counting.token), ...headers },
    });
  const first = await ask();
  const left = Number(first.headers['x-ratelimit-remaining']);
  const again = await ask({ 'If-None-Match': String(first.headers.etag) });
  assert.deepEqual([again.status, Number(again.headers['x-ratelimit-remaining'])], [304, left]);
  assert.equal(Number((await ask()).headers['x-ratelimit-remaining']), left - 1);
});

test('when a release is published, the one before can still be asked for, also after a restart', async () => {
  const own = await keptReleases();
  const { store } = own;
  store.publish('2020.1.2-next');
  const parts = { release: { store, name: '2020.1.2-next' } };
  const changing = await startService({ LDS_KEEP_RELEASES: '2' }, parts);
  const key = (await changing.key()).token;
  const versionOf = async (at: typeof changing, bearerToken: string, query = '') => {
    const answer = await exchange(at.server.address, `/v1/cities/lisbon${query}`, {
      headers: bearer(bearerToken),
    });
    return answer.headers['x-dataset-release'] ?? answer.status;
  };
  const pinned = '?release=2020.1.2';
  assert.equal(await versionOf(changing, key), '2020.1.2');
  assert.equal(await versionOf(changing, key, pinned), '2020.1.2');
  store.publish(own.name);
  await changing.server.reload();
  assert.equal(await versionOf(changing, key), current);
  assert.equal(await versionOf(changing, key, pinned), '2020.1.2');
  assert.equal(await versionOf(changing, key, '?release=2020.1.1'), 404, `two are kept: ${OWN} and 2020.1.2`);

  const restarted = await startService({ LDS_KEEP_RELEASES: '2' }, { release: { store, name: own.name } });
  const otherKey = (await restarted.key()).token;
  assert.equal(await versionOf(restarted, otherKey, pinned), '2020.1.2');
  renameSync(own.directory(OWN), `${own.home}/taken-away`);
  assert.equal(await versionOf(restarted, otherKey, `?release=${encodeURIComponent(OWN)}`), 404);
  assert.equal(await versionOf(restarted, otherKey, '?release=2020.1.1'), '2020.1.1');
});

test('an operator who keeps none answers from the current release only', async () => {
  const alone = await startService({ LDS_KEEP_RELEASES: '0' }, { release: kept });
  const { token: key } = await alone.key();
  const ask = (version: string) =>
    exchange(alone.server.address, `/v1/cities/lisbon?release=${version}`, { headers: bearer(key) });
  assert.deepEqual(assertProblem(await ask('2020.1.1'), 'release_not_found').releases, [current]);
  assert.equal((await ask(current)).status, 200);
});
