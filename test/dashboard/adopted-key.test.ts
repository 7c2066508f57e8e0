import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Activity, Key } from '../../src/dashboard/interface.ts';
import { rotateKey } from '../../src/service/keys/lifecycle.ts';
import { generateToken } from '../../src/service/keys/token.ts';
import { keyById } from '../../src/service/storage/keys.ts';
import { holderOf, setPlan } from '../../src/service/storage/plans.ts';
import { signedUp } from '../support/accounts/browser-session.ts';
import { startSmallService } from '../support/small-service.ts';

const LIMIT = 4;
const service = await startSmallService({
  LDS_PLANS: 'standard=1000/86400s+1000/day,bulk=100000/86400s+100000/day',
  LDS_KEYS_PER_ACCOUNT: String(LIMIT),
});

const limitOf = async (token: string) =>
  (await service.get('/countries/portugal', token)).headers.get('x-ratelimit-limit');
const forgetTries = () => service.store.database.deleteFrom('attempt').execute();

test('a person with a key of no account can make it theirs: it is listed, renamed and revoked like the others, and keeps working', async () => {
  const browser = await signedUp(service);
  const { id, token } = await service.key({ label: 'first key' });
  assert.equal((await service.get('/countries/portugal', token)).status, 200);
  const key = await browser.ask<Key>('POST', '/keys/adopt', { token });
  assert.deepEqual([key.id, key.name, key.state], [id, 'first key', 'active']);
  assert.equal(key.requests.at(-1), 1, 'with its usage');
  assert.deepEqual(
    (await browser.keys()).map((each) => each.id),
    [id],
  );
  assert.equal((await service.get('/countries/portugal', token)).status, 200);
  await browser.ask('PATCH', `/keys/${id}`, { name: 'Mine' });
  const { events } = await browser.ask<Activity>('GET', '/activity');
  assert.deepEqual(
    events.filter(({ action }) => action === 'key_adopted').map(({ subject }) => subject),
    ['first key'],
  );
  await browser.ask('POST', `/keys/${id}/revoke`);
  assert.equal((await service.get('/countries/portugal', token)).status, 401);
});

test('an adopted key has the plan of the account and shares its limits, whatever plan it had', async () => {
  const browser = await signedUp(service);
  const { token: own, key } = await browser.createKey('Own');
  const { token, id } = await service.key({ plan: 'bulk' });
  assert.notEqual(await limitOf(token), await limitOf(own));
  await browser.ask('POST', '/keys/adopt', { token });
  assert.equal(await limitOf(token), await limitOf(own));
  const remaining = async (of: string) =>
    Number((await service.get('/countries/portugal', of)).headers.get('x-ratelimit-remaining'));
  assert.equal(await remaining(token), (await remaining(own)) + 1);
  const row = await keyById(service.store.database, id);
  assert.ok(row);
  assert.equal(await setPlan(service.store.database, holderOf(row), 'bulk'), 2, `with ${key.id}`);
});

test('a key that does not exist, has ended, was rotated or belongs to any account gets one answer, and stays as it is', async () => {
  const [browser, other] = [await signedUp(service), await signedUp(service)];
  await forgetTries();
  const { database } = service.store;
  const [ended, rotated, expired] = [
    await service.key(),
    await service.key(),
    await service.key({ expiresAt: new Date(Date.now() - 1000) }),
  ];
  await browser.send('POST', '/found-key', { token: ended.token, revoke: true });
  await rotateKey(database, rotated.id, 3_600_000);
  const gone = await signedUp(service);
  const { token: ofGone } = await gone.createKey('Gone');
  await gone.ask('POST', '/auth/delete-user', { password: 'wombat-lantern-48-quince' });
  const tokens = [
    generateToken(),
    'lds_live_',
    'hello',
    ended.token,
    rotated.token,
    expired.token,
    ofGone,
    (await other.createKey('Theirs')).token,
    (await browser.createKey('Own')).token,
  ];
  const stored = async () => {
    const rows = await database.selectFrom('api_key').selectAll().orderBy('id').execute();
    // Use is written every few seconds.
    return rows.map((row) => ({ ...row, last_used_at: null }));
  };
  const before = await stored();
  const answers = new Set<string>();
  for (const token of tokens) {
    const problem = await browser.refused(404, 'POST', '/keys/adopt', { token });
    answers.add(JSON.stringify({ ...problem, request_id: '' }));
  }
  assert.equal(answers.size, 1, [...answers].join('\n'));
  assert.doesNotMatch([...answers].join(), /lds_live/);
  assert.deepEqual(await stored(), before);
});

test('of two accounts that add a key at the same time, one gets it', async () => {
  const browsers = await Promise.all([1, 2, 3].map(() => signedUp(service)));
  await forgetTries();
  const { token } = await service.key();
  const statuses = await Promise.all(
    browsers.map(async (browser) => (await browser.send('POST', '/keys/adopt', { token })).status),
  );
  assert.deepEqual(statuses.toSorted(), [200, 404, 404]);
});

test('a full account is told so before anything about the key', async () => {
  const browser = await signedUp(service);
  for (let key = 0; key < LIMIT; key++) await browser.createKey('x');
  const { token, id } = await service.key();
  await forgetTries();
  for (const tried of [token, generateToken()]) {
    const { code } = await browser.refused(409, 'POST', '/keys/adopt', { token: tried });
    assert.equal(code, 'too_many_keys');
  }
  assert.equal((await keyById(service.store.database, id))?.account_id, null);
});

test('an account, and an address, may try as often as they may try to sign in', async () => {
  const [browser, other] = [await signedUp(service), await signedUp(service)];
  await forgetTries();
  for (let tries = 0; tries < 20; tries++)
    await browser.refused(404, 'POST', '/keys/adopt', { token: generateToken() });
  const { token } = await service.key();
  for (const each of [browser, other]) {
    const response = await each.send('POST', '/keys/adopt', { token });
    assert.equal(response.status, 429);
    assert.ok(Number(response.headers.get('retry-after')) > 60);
  }
});
