import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bearer, exchange } from '../../support/http/exchange.ts';
import { get, preparedHome, type RunningService, serve, until } from '../../support/processes/lds.ts';

interface Line {
  msg: string;
  level: number;
  request_id: string;
  key_id?: string;
  method: string;
  route: string;
  status: number;
  problem?: string;
  ms: number;
  bytes: number;
}

const INFO = 30;
const WARN = 40;

describe('the log of responses', { concurrency: 3 }, () => {
  test('has every error, under the X-Request-Id that the client received', async (t) => {
    const service = await serve(t, await preparedHome(t), { LDS_PLANS: 'standard=4/86400s+1000/day' });
    const { address, token } = service;
    const expected = [
      { path: '/v1/cities/springfield', token, route: 'getCity', status: 404, problem: 'city_not_found' },
      { path: '/v1/cities/lisbon', route: 'getCity', status: 401, problem: 'missing_credentials' },
      { path: '/v1/nowhere', token, route: 'none', status: 404, problem: 'path_not_found' },
      { path: '/v1/cities/%zz', token, route: 'none', status: 400, problem: 'malformed_request' },
      { path: '/nowhere', route: 'none', status: 404, problem: 'path_not_found' },
      { path: '/dashboard/keys', route: '/dashboard/keys', status: 401, problem: 'not_signed_in' },
      { path: '/dashboard/nothing', route: 'none', status: 404, problem: 'not_found' },
    ];
    for (const { path, token: key, route, status, problem } of expected) {
      const answer = await exchange(address, path, { headers: key === undefined ? {} : bearer(key) });
      assert.equal(answer.status, status, path);
      const line = await lineOf(service, String(answer.headers['x-request-id']));
      assert.deepEqual(
        [line.level, line.method, line.route, line.status, line.problem, line.bytes],
        [line.ms < 1000 ? INFO : WARN, 'GET', route, status, problem, answer.body.length],
        path,
      );
      assert.equal(line.key_id !== undefined, key !== undefined && !path.includes('%'), path);
      assert.ok(line.ms > 0 && line.ms < 10_000, path);
    }
    assert.equal((await get(address, '/v1/countries', token)).status, 200);
    await get(address, '/v1/countries', token);
    const refused = await get(address, '/v1/countries', token);
    assert.equal(refused.status, 429);
    const { problem, key_id } = await lineOf(service, refused.headers.get('x-request-id') ?? '');
    assert.deepEqual([problem, typeof key_id], ['rate_limit_exceeded', 'string']);
    assert.deepEqual(
      linesOf(service).filter(({ status, level }) => status < 400 && level === INFO),
      [],
    );
  });

  test('with `all`, has every response once, however it was sent, without keys and queries', async (t) => {
    const service = await serve(t, await preparedHome(t), { LDS_LOG_REQUESTS: 'all' });
    const { address, token } = service;
    const path = '/v1/cities?country=portugal&limit=3';
    const etag = (await get(address, path, token)).headers.get('etag') ?? '';
    const asked: [string, string, Record<string, string>, number][] = [
      ['GET', path, {}, 200],
      ['GET', path, { 'If-None-Match': etag }, 304],
      ['HEAD', path, {}, 200],
      ['OPTIONS', path, {}, 204],
      ['GET', '/v1/release/data-package', { Range: 'bytes=0-99999' }, 206],
      ['GET', '/', {}, 200],
      ['GET', '/errors', {}, 200],
      ['GET', '/readyz', {}, 200],
    ];
    for (const [method, url, headers, status] of asked) {
      const answer = await exchange(address, url, { method, headers: { ...bearer(token), ...headers } });
      const line = await lineOf(service, String(answer.headers['x-request-id']));
      assert.deepEqual([answer.status, line.status, line.method], [status, status, method], url);
      assert.equal(line.bytes, method === 'HEAD' ? line.bytes : answer.body.length, url);
    }
    const inUrl = await fetch(`${address}/v1/cities/porto?api_key=${token}`);
    assert.equal((await lineOf(service, inUrl.headers.get('x-request-id') ?? '')).route, 'getCity');
    const lines = linesOf(service);
    assert.equal(new Set(lines.map(({ request_id }) => request_id)).size, lines.length);
    assert.equal(lines.length, asked.length + 2);
    assert.doesNotMatch(service.stderr(), /lds_live|portugal|api_key/);
  });
});

/** The line is written after the response has been sent, so the response may arrive first. */
async function lineOf(service: RunningService, requestId: string): Promise<Line> {
  const find = () => linesOf(service).find(({ request_id }) => request_id === requestId);
  await until(`a line has ${requestId}`, () => find() !== undefined);
  return find() as Line;
}

function linesOf(service: RunningService): Line[] {
  return service
    .stderr()
    .split('\n')
    .filter((text) => text.startsWith('{') && text.endsWith('}'))
    .map((text) => JSON.parse(text) as Line)
    .filter(({ msg }) => msg === 'answered');
}
