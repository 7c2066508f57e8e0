import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { METHODS } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertProblem } from '../../support/api/problem.ts';
import { ROOT } from '../../support/directories.ts';
import { exchange } from '../../support/http/exchange.ts';
import { startSmallService } from '../../support/small-service.ts';

const service = await startSmallService();
const { address } = service.server;
const READ = 'GET, HEAD, OPTIONS';

const [asset = ''] = readdirSync(join(ROOT, 'web', 'dist', 'assets'));

const OFFERED: Record<string, string> = {
  '/': READ,
  '/keys': READ,
  [`/assets/${asset}`]: READ,
  '/docs': READ,
  '/reference': READ,
  '/reference/getCity': READ,
  '/guides/errors': READ,
  '/healthz': READ,
  '/readyz': READ,
  '/v1/openapi.json': READ,
  '/dashboard/session': READ,
  '/dashboard/keys': 'GET, HEAD, OPTIONS, POST',
  '/dashboard/keys/some-id': 'GET, HEAD, OPTIONS, PATCH',
  '/dashboard/keys/some-id/revoke': 'OPTIONS, POST',
  '/dashboard/found-key': 'OPTIONS, POST',
  '/dashboard/auth/sign-in/email': 'OPTIONS, POST',
};

for (const [path, allow] of Object.entries(OFFERED)) {
  test(`${path} offers ${allow}, and refuses every other method with 405 and Allow before its body is read`, async () => {
    const options = await exchange(address, `${path}?a=b`, { method: 'OPTIONS' });
    assert.deepEqual([options.status, options.headers.allow, options.text], [204, allow, '']);
    assert.match(String(options.headers['x-request-id']), /^[\w-]+$/);
    const offered = allow.split(', ');
    for (const method of METHODS.filter((name) => name !== 'CONNECT' && !offered.includes(name))) {
      for (const request of [{}, { headers: { 'Content-Type': 'text/xml' }, body: '<' }]) {
        const answer = await exchange(address, path, { method, ...request });
        assert.equal(answer.status, 405, `${method} ${answer.text}`);
        assert.equal(answer.headers.allow, allow);
        if (method !== 'HEAD') assertProblem(answer, 'method_not_allowed');
      }
    }
  });
}

test('a path that does not exist is 404 for every method', async () => {
  for (const path of ['/nothing', '/dashboard/nothing', '/docs/errors/more', '/keys/'])
    for (const method of METHODS.filter((name) => name !== 'CONNECT' && name !== 'QUERY')) {
      const { status, headers } = await exchange(address, path, { method });
      // The dashboard first refuses requests that may come from another site.
      assert.ok(
        status === 404 || (path.startsWith('/dashboard/') && status === 403),
        `${method} ${path} ${status}`,
      );
      assert.equal(headers.allow, undefined);
    }
});
