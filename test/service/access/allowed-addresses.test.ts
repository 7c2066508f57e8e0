import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Key } from '../../../src/dashboard/interface.ts';
import { changeKey } from '../../../src/service/keys/lifecycle.ts';
import { openStore } from '../../../src/service/storage/database.ts';
import { signedUp } from '../../support/accounts/browser-session.ts';
import { assertProblem } from '../../support/api/problem.ts';
import { bearer, type Exchange, exchange } from '../../support/http/exchange.ts';
import { atEnd } from '../../support/lifetime.ts';
import { until } from '../../support/processes/lds.ts';
import { startSmallService } from '../../support/small-service.ts';

const service = await startSmallService({
  LDS_TRUST_PROXY: '1',
  LDS_FAILED_AUTH_PER_MINUTE: '20',
  LDS_PLANS: 'standard=1000/86400s+1000/day',
});
const { address } = service.server;
const { token: guarded, id } = await service.key({ addresses: ['192.0.2.0/24', '2001:DB8:0::/33'] });

/** A request that the proxy in front of the service says is from an address. */
const from = (client: string, token: string, path = '/v1/countries/portugal', more: Exchange = {}) =>
  exchange(address, path, {
    ...more,
    headers: { ...bearer(token), 'X-Forwarded-For': client, ...more.headers },
  });

test('a key works from its addresses only, as the trusted proxy names them; a refusal says which one we saw', async () => {
  for (const allowed of ['192.0.2.1', '198.51.100.1, 192.0.2.1', '2001:db8::1', '::ffff:192.0.2.9'])
    assert.equal((await from(allowed, guarded)).status, 200, allowed);
  for (const other of ['192.0.3.1', '192.0.2.1, 198.51.100.1', '2001:db8:8000::1', '127.0.0.1']) {
    const { detail } = assertProblem(await from(other, guarded), 'address_not_allowed');
    assert.ok(detail.includes(` the address ${other.split(', ').at(-1)}.`), detail);
  }
  const { detail } = assertProblem(await from('<b>', guarded), 'address_not_allowed');
  assert.match(detail, /an address that we don’t know/);
});

test('it is refused in the URL and by agents’ tools, too, before anything says what exists', async () => {
  const stranger = '203.0.113.1';
  const inUrl = await exchange(address, `/v1/countries/nowhere?api_key=${guarded}`, {
    headers: { 'X-Forwarded-For': stranger },
  });
  assertProblem(inUrl, 'address_not_allowed');
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const agent = (client: string) => from(client, guarded, '/mcp', { method: 'POST', body: message, headers });
  assert.equal((await agent(stranger)).status, 403);
  assert.equal((await agent('192.0.2.1')).status, 200);
});

test('refusals count for the address, not for the key: whoever found the key uses up nobody’s limit', async () => {
  const left = async () => Number((await from('192.0.2.1', guarded)).headers['x-ratelimit-remaining']);
  const before = await left();
  let tries = 0;
  while ((await from('203.0.113.2', guarded)).status !== 429) assert.ok(++tries <= 20);
  assert.ok(tries >= 19, String(tries));
  assert.equal(await left(), before - 1);
  const { database } = service.store;
  const row = await database.selectFrom('api_key').select('id').where('id', '=', id).executeTakeFirst();
  assert.equal(row?.id, id);
});

test('other addresses take effect at once in the dashboard, and within a refresh from the command line', async () => {
  const browser = await signedUp(service);
  const { key, token } = await browser.createKey('Server', { addresses: ['192.0.2.7', '192.0.2.7'] });
  assert.deepEqual(key.addresses, ['192.0.2.7']);
  assert.equal((await from('192.0.2.8', token)).status, 403);
  const changed = await browser.ask<Key>('PATCH', `/keys/${key.id}`, { addresses: ['192.0.2.8/32'] });
  assert.deepEqual([changed.name, changed.addresses], ['Server', ['192.0.2.8/32']]);
  assert.equal((await from('192.0.2.8', token)).status, 200);
  assert.equal((await from('192.0.2.7', token)).status, 403);

  const elsewhere = await openStore(service.home, { busyMilliseconds: 1000 });
  atEnd(() => elsewhere.close());
  await changeKey(elsewhere.database, key.id, { addresses: [] });
  await until('all addresses may use the key', async () => (await from('192.0.2.7', token)).status === 200);
});

test('a rotated key keeps its addresses, and what is no address, or too many of them, is refused', async () => {
  const browser = await signedUp(service);
  const { key } = await browser.createKey('Server', { addresses: ['10.0.0.0/8'], idle_days: 30 });
  const { key: successor } = await browser.ask<{ key: Key }>('POST', `/keys/${key.id}/rotate`, {
    overlap_seconds: 0,
  });
  assert.deepEqual([successor.addresses, successor.idle_days], [['10.0.0.0/8'], 30]);
  const many = Array.from({ length: 51 }, (_, at) => `10.0.0.${at}`);
  for (const addresses of [['10.0.0.0/33'], ['example.org'], [''], ['10.0.0.1 10.0.0.2'], many, 'any', [1]]) {
    await browser.refused(400, 'PATCH', `/keys/${successor.id}`, { addresses });
    await browser.refused(400, 'POST', '/keys', {
      name: 'x',
      expires_at: null,
      header_only: false,
      addresses,
    });
  }
  assert.equal(
    (await browser.ask<Key>('PATCH', `/keys/${successor.id}`, { addresses: many.slice(1) })).addresses.length,
    50,
  );
  for (const idle_days of [13, 3651, 20.5, '30', 0])
    await browser.refused(400, 'PATCH', `/keys/${successor.id}`, { idle_days });
});
