import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { IssuedKey, SessionState, Usage } from '../../src/dashboard/interface.ts';
import { BrowserSession, newAddress, PASSWORD, signedUp } from '../support/accounts/browser-session.ts';
import { exchange } from '../support/http/exchange.ts';
import { startService } from '../support/service.ts';
import { startSmallService } from '../support/small-service.ts';

const service = await startService({ LDS_USAGE_FLUSH_SECONDS: '60' });

test('a newcomer signs up, signs in, creates a key, uses it at once, and sees its use', async () => {
  const browser = new BrowserSession(service);
  const email = newAddress();
  const before = await browser.ask<SessionState>('GET', '/session');
  assert.equal(before.account, null);

  await browser.ask('POST', '/auth/sign-up/email', { name: '', email, password: PASSWORD });
  await browser.ask('POST', '/auth/sign-in/email', { email, password: PASSWORD });
  const { account } = await browser.ask<SessionState>('GET', '/session');
  assert.equal(account?.email, email);
  assert.equal(account?.two_factor, false);
  assert.deepEqual(await browser.keys(), []);

  const { key, token } = await browser.createKey('First');
  assert.match(token, /^lds_live_[0-9A-Za-z]{38}$/);
  assert.ok(token.startsWith(key.prefix) && token.endsWith(key.last_four));
  assert.deepEqual([key.name, key.state, key.notices, key.last_used_at], ['First', 'active', [], null]);
  assert.equal((await service.get('/cities/lisbon', token)).status, 200);

  const [used] = await browser.keys();
  assert.equal(used?.id, key.id);
  assert.equal(used?.requests.length, 30);
  assert.equal(used?.requests.at(-1), 1);
  assert.ok(Math.abs(Date.now() - Date.parse(used?.last_used_at ?? '')) < 60_000);
  assert.ok(!JSON.stringify(await browser.keys()).includes(token), 'the key appears in no later response');
});

test('an account’s export includes a request sent just before it', async () => {
  const browser = await signedUp(service);
  const { key, token } = await browser.createKey('First');
  assert.equal((await service.get('/cities/lisbon', token)).status, 200);
  const { keys, usage, recent_requests } = await browser.ask<
    Record<string, { key_id?: string; last_used_at?: string }[]>
  >('GET', '/export');
  assert.deepEqual(
    [usage, recent_requests].map((rows) => rows?.map(({ key_id }) => key_id)),
    [[key.id], [key.id]],
  );
  assert.ok(keys?.[0]?.last_used_at);
});

test('the list of keys, usage and an export say how far they are behind other processes', async () => {
  const several = await startSmallService({ LDS_WORKERS: '2', LDS_USAGE_FLUSH_SECONDS: '7' });
  for (const [behind, { server }] of [
    [7, several],
    [0, service],
  ] as const) {
    const browser = await signedUp({ server });
    for (const path of ['/keys', '/usage', '/export']) {
      const { behind_seconds } = await browser.ask<{ behind_seconds: number }>('GET', path);
      assert.equal(behind_seconds, behind, path);
    }
  }
});

test('usage is up to date after every response: by day, endpoint and class, per key and in total', async () => {
  const browser = await signedUp(service);
  const one = await browser.createKey('one');
  const other = await browser.createKey('other');
  const response = await service.get('/cities/lisbon', one.token);
  const etag = String(response.headers.get('etag'));
  await service.get('/cities/lisbon', one.token, { headers: { 'If-None-Match': etag } });
  await service.get('/cities/nowhere-at-all', one.token);
  await service.get('/countries/portugal', other.token);

  const { days, endpoints, quota, keys, behind_seconds } = await browser.ask<Usage>('GET', '/usage');
  assert.equal(behind_seconds, 0);
  assert.equal(days.length, 90);
  assert.deepEqual(days.at(-1), { day: today(), '2xx': 2, '304': 1, '4xx': 1, '429': 0, '5xx': 0 });
  assert.equal(endpoints[0]?.endpoint, 'getCity');
  assert.deepEqual([quota.used, quota.limit], [3, 100_000]);
  assert.deepEqual(
    new Map(keys.map(({ key_id, used }) => [key_id, used])),
    new Map([
      [one.key.id, 2],
      [other.key.id, 1],
    ]),
  );
  const resets = new Date(quota.resets_at);
  assert.equal(resets.getTime() % 86_400_000, 0);
  assert.ok(resets.getTime() > Date.now());

  const ofOne = await browser.ask<Usage>('GET', `/usage?key=${one.key.id}&days=1`);
  assert.deepEqual(ofOne.days, [{ day: today(), '2xx': 1, '304': 1, '4xx': 1, '429': 0, '5xx': 0 }]);
  assert.deepEqual(
    ofOne.keys.map(({ key_id, used }) => [key_id, used]),
    [[one.key.id, 2]],
  );
  assert.deepEqual(ofOne.quota, quota);
});

test('a key with a share has its part of the quota; an inactive key is listed with what it used today', async () => {
  const browser = await signedUp(service);
  const sharing = await browser.createKey('sharing', { share: 20 });
  assert.equal(sharing.key.share, 20);
  const ended = await browser.createKey('ended');
  const unused = await browser.createKey('unused');
  for (const { token } of [sharing, sharing, ended]) await service.get('/countries/japan', token);
  const successor = await browser.ask<IssuedKey>('POST', `/keys/${sharing.key.id}/rotate`, {
    overlap_seconds: 0,
  });
  assert.equal(successor.key.share, 20);
  const answer = await service.get('/countries/japan', successor.token);
  assert.match(
    String(answer.headers.get('ratelimit-policy')),
    /^"burst";q=300;w=10, "daily";q=100000;w=86400, "key-burst";q=60;w=10, "key-daily";q=20000;w=86400$/,
  );
  assert.match(String(answer.headers.get('ratelimit')), /, "key-daily";r=19997;t=\d+$/);
  for (const { key } of [ended, unused]) await browser.ask('POST', `/keys/${key.id}/revoke`);

  const { quota, keys } = await browser.ask<Usage>('GET', '/usage');
  assert.equal(quota.used, 4);
  assert.deepEqual(
    new Map(keys.map(({ key_id, used, share, limit }) => [key_id, [used, share, limit]])),
    new Map([
      [successor.key.id, [3, 20, 20_000]],
      [ended.key.id, [1, null, null]],
    ]),
  );
  for (const share of [0, 101, 1.5, '20'])
    await browser.refused(400, 'POST', '/keys', { name: 'x', expires_at: null, header_only: false, share });
});

test('the CSV has the same requests, and no cell that a spreadsheet runs as a formula', async () => {
  const browser = await signedUp(service);
  const { key, token } = await browser.createKey('=HYPERLINK("São Paulo")');
  for (let request = 0; request < 3; request++) await service.get('/countries/japan', token);
  const response = await browser.send('GET', `/usage.csv?key=${key.id}`);
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.match(String(response.headers.get('content-disposition')), /^attachment; filename="usage.csv"$/);
  const bytes = Buffer.from(await response.arrayBuffer());
  // The mark by which Excel recognises UTF-8.
  assert.deepEqual(bytes.subarray(0, 3), Buffer.from([0xef, 0xbb, 0xbf]));
  const rows: unknown = parse(bytes, { bom: true, columns: true });
  assert.deepEqual(rows, [
    {
      day: today(),
      key_id: key.id,
      key_name: '\'=HYPERLINK("São Paulo")',
      endpoint: 'getCountry',
      outcome: '2xx',
      requests: '3',
    },
  ]);
});

test('unknown days, keys and parameters are refused', async () => {
  const browser = await signedUp(service);
  for (const query of ['days=0', 'days=91', 'days=all', 'month=1', 'days=1&days=2'])
    await browser.refused(400, 'GET', `/usage?${query}`);
  await browser.refused(404, 'GET', '/usage?key=key_nobody');
});

test('visitors see the API’s figures for a few cities without a key', async () => {
  const { token } = await service.key();
  const { address } = service.server;
  for (const [path, id] of [
    ['/', 'lisbon'],
    ['/?city=tokyo', 'tokyo'],
    ['/?city=porto', 'lisbon'],
  ] as const) {
    const { text } = await exchange(address, `/v1/data/cost-of-living/${id}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { overall } = (JSON.parse(text) as { index: { overall: Record<string, number> } }).index;
    const [value, low, high] = ['value', 'low', 'high'].map((name) => overall[name]?.toFixed(1));
    const page = (await exchange(address, path)).text;
    assert.ok(page.includes(`<strong>${value}</strong>`), path);
    assert.ok(page.includes(`between <b>${low}</b> and <b>${high}</b>`), path);
  }
});

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
