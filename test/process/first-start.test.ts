import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environment, get, lds, preparedHome, run, serve } from './lds.ts';

test('the first start makes one key and shows it, with the docs and a curl line that works', async (t) => {
  const home = await preparedHome(t);
  const service = await serve(t, home);
  const shown = service.stdout().match(/lds_live_\w{38}/g) ?? [];
  assert.deepEqual([...new Set(shown)], [service.token]);

  const docs = /API reference +(\S+)/.exec(service.stdout())?.[1] ?? '';
  assert.equal((await fetch(docs)).status, 200);

  const curl = /curl .*/.exec(service.stdout())?.[0] ?? '';
  const pasted = run('bash', ['-c', curl.replace('curl ', 'curl --silent --show-error --fail ')], {
    env: environment(home, {}),
  });
  const { code, stdout, stderr } = await pasted.ended;
  assert.equal(code, 0, stderr);
  assert.equal(JSON.parse(stdout).id, 'lisbon');

  const listed = await lds(home, ['keys', 'list', '--json']);
  assert.equal(JSON.parse(listed.stdout).length, 1);
});

test('a later start shows no key and makes none', async (t) => {
  const home = await preparedHome(t);
  await (await serve(t, home)).end('SIGTERM');
  const service = await serve(t, home);
  assert.doesNotMatch(service.stdout(), /lds_live_/);
  assert.match(service.stdout(), /keys create --label/);
  const listed = await lds(home, ['keys', 'list', '--json']);
  assert.equal(JSON.parse(listed.stdout).length, 1);
});

test('no key is ever logged, wherever a client puts it', async (t) => {
  const home = await preparedHome(t);
  const service = await serve(t, home, { LDS_LOG_LEVEL: 'trace', LDS_USAGE_FLUSH_SECONDS: '1' });
  const { address, token } = service;
  const bearer = { Authorization: `Bearer ${token}` };
  const requests: [path: string, init: RequestInit][] = [
    ['/v1/cities/lisbon', { headers: bearer }],
    [`/v1/cities/lisbon?api_key=${token}`, {}],
    [`/v1/cities/lisbon?api_key=${token}`, { headers: bearer }],
    [`/v1/cities/${token}`, { headers: bearer }],
    [`/v1/cities?country=${token}`, { headers: bearer }],
    [`/v1/cities?${token}=1`, { headers: bearer }],
    [`/${token}?api_key=${token}`, {}],
    [`/v1/%zz?api_key=${token}`, {}],
    ['/v1/cities', { method: 'POST', headers: bearer, body: token }],
  ];
  for (const [path, init] of requests) await (await fetch(address + path, init)).text();
  await get(address, '/v1/countries', `${token}x`);
  const { code, stderr } = await service.end('SIGTERM');
  assert.equal(code, 0);
  assert.match(stderr, /listening/);
  assert.doesNotMatch(stderr, new RegExp(token.slice('lds_live_'.length)));
});
