import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Activity, FoundKey, IssuedKey } from '../../src/dashboard/interface.ts';
import { generateToken } from '../../src/service/keys/token.ts';
import { BrowserSession, signedUp } from '../support/accounts/browser-session.ts';
import { startSmallService } from '../support/small-service.ts';

const service = await startSmallService();
const stranger = new BrowserSession(service);
const ask = (token: string, revoke = false) =>
  stranger.ask<FoundKey>('POST', '/found-key', { token, revoke });

test('anyone who has a key can see its state without a session, and nothing else', async () => {
  const browser = await signedUp(service);
  const { key, token } = await browser.createKey('Leaked');
  assert.deepEqual(await ask(token), { state: 'active' });
  assert.equal((await service.get('/cities/lisbon', token)).status, 200, 'looking changes nothing');
  await browser.ask('POST', `/keys/${key.id}/rotate`, { overlap_seconds: 0 });
  assert.deepEqual(await ask(token), { state: 'expired' });
  await browser.ask('POST', `/keys/${key.id}/revoke`);
  assert.deepEqual(await ask(token), { state: 'revoked' });
  for (const none of [generateToken(), 'lds_live_', 'hello', `${token}x`, 'é'.repeat(100)])
    assert.deepEqual(await ask(none), { state: null }, none);
});

test('anyone who has a key can revoke it at once, and its account sees this in the log', async () => {
  const browser = await signedUp(service);
  const { token } = await browser.createKey('Leaked');
  assert.deepEqual(await ask(token, true), { state: 'revoked' });
  assert.equal((await service.get('/cities/lisbon', token)).status, 401);
  assert.deepEqual(await ask(token, true), { state: 'revoked' });
  const { events } = await browser.ask<Activity>('GET', '/activity');
  const told = events.filter(({ action }) => action === 'key_found_and_revoked');
  assert.deepEqual(
    told.map(({ subject, address }) => [subject, address]),
    [['Leaked', '127.0.0.1']],
  );
});

test('a key created on the command line can be revoked too', async () => {
  const { token } = await service.key();
  assert.deepEqual(await ask(token, true), { state: 'revoked' });
  assert.equal((await service.get('/cities/lisbon', token)).status, 401);
});

test('a key of a deleted account is reported as unknown', async () => {
  const browser = await signedUp(service);
  const { token }: IssuedKey = await browser.createKey('x');
  await browser.ask('POST', '/auth/delete-user', { password: 'wombat-lantern-48-quince' });
  assert.deepEqual(await ask(token, true), { state: 'revoked' });
});

test('requests are throttled per address', async () => {
  await service.store.database.deleteFrom('attempt').execute();
  for (let tries = 0; tries < 30; tries++) assert.deepEqual(await ask('x'), { state: null });
  const response = await stranger.send('POST', '/found-key', { token: 'x', revoke: false });
  assert.equal(response.status, 429);
  assert.match(String(response.headers.get('retry-after')), /^([1-9]|[1-5]\d|60)$/);
});
