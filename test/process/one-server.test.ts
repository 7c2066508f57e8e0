import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get, lds, preparedHome, serve } from '../support/processes/lds.ts';

test('a second server on an LDS_HOME says that one is running there and ends; after a kill, the next start works', async (t) => {
  const home = await preparedHome(t);
  const first = await serve(t, home);
  for (const settings of [{}, { LDS_WORKERS: '2' }]) {
    const second = await lds(home, ['serve'], { PORT: '0', ...settings });
    const says = `lds: A server is running on LDS_HOME=${home}: stop it first, or set LDS_HOME to another directory.\n`;
    assert.deepEqual([second.code, second.stdout, second.stderr], [1, '', says]);
  }
  assert.equal((await get(first.address, '/v1/countries', first.token)).status, 200);
  assert.equal((await lds(home, ['keys', 'list'])).code, 0, 'commands work beside a server');

  assert.equal((await first.end('SIGKILL')).signal, 'SIGKILL');
  const next = await serve(t, home, { LDS_WORKERS: '2' });
  assert.equal((await get(next.address, '/v1/countries', first.token)).status, 200);
});

test('a store is not copied while a server writes it', async (t) => {
  const home = await preparedHome(t);
  const server = await serve(t, home);
  const settings = { LDS_DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none' };
  const refused = await lds(home, ['storage', 'copy'], settings);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^lds: A server is running on LDS_HOME=\S+: stop it, [^\n]+\n$/);
  await server.end('SIGTERM');
  const { stderr } = await lds(home, ['storage', 'copy'], settings);
  assert.doesNotMatch(stderr, /A server is running/);
});
