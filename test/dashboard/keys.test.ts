import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type {
  IssuedKey,
  Key,
  KeyNotice,
  RecentRequestList,
  SessionState,
} from '../../src/dashboard/interface.ts';
import { OVERLAPS } from '../../src/dashboard/interface.ts';
import { SCOPES } from '../../src/engine/permissions.ts';
import { type SignedUp, signedUp } from '../support/accounts/browser-session.ts';
import { startSmallService } from '../support/small-service.ts';
import { key as storedKey } from '../support/storage/rows.ts';

const LIMIT = 4;
const DAY = 86_400_000;
const service = await startSmallService({ LDS_KEYS_PER_ACCOUNT: String(LIMIT) });

const works = async (token: string) => (await service.get('/countries/portugal', token)).status === 200;

test('a renamed key keeps working under its new name', async () => {
  const browser = await signedUp(service);
  const { key, token } = await browser.createKey('Old');
  const renamed = await browser.ask<Key>('PATCH', `/keys/${key.id}`, { name: '  New 🗺  ' });
  assert.equal(renamed.name, 'New 🗺');
  assert.ok(await works(token));
});

test('any printable name of 1 to 100 characters is kept exactly, and other names are refused', async () => {
  const browser = await signedUp(service);
  const { key } = await browser.createKey('x');
  const rename = (name: string) => browser.send('PATCH', `/keys/${key.id}`, { name });
  assert.equal((await rename('🗺'.repeat(100))).status, 200);
  for (const name of ['', ' \n ', 'x'.repeat(101), 'a\u0000b', 'two\nlines', '\ud800'])
    assert.equal((await rename(name)).status, 400, JSON.stringify(name));
  const names = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((name) => name.trim() !== '' && !/\p{Cc}/u.test(name) && [...name].length <= 100);
  await fc.assert(
    fc.asyncProperty(names, async (name) => {
      const { name: kept } = (await (await rename(name)).json()) as Key;
      assert.equal(kept, name.trim());
    }),
    { numRuns: 30 },
  );
});

for (const overlap of OVERLAPS) {
  test(`a key rotated with an overlap of ${overlap} s works until the overlap ends, and its successor works at once`, async () => {
    const browser = await signedUp(service);
    const { key, token } = await browser.createKey('Rotated', { header_only: true });
    const before = Date.now();
    const successor = await browser.ask<IssuedKey>('POST', `/keys/${key.id}/rotate`, {
      overlap_seconds: overlap,
    });
    assert.ok(await works(successor.token));
    assert.equal(successor.key.name, 'Rotated');
    assert.equal(successor.key.header_only, true);
    assert.equal(await works(token), overlap > 0);
    const old = await browser.ask<Key>('GET', `/keys/${key.id}`);
    assert.equal(old.successor_id, successor.key.id);
    assert.equal(old.state, overlap > 0 ? 'active' : 'expired');
    const end = Date.parse(old.expires_at ?? '') - overlap * 1000;
    assert.ok(end >= before && end <= Date.now());

    const problem = await browser.refused(409, 'POST', `/keys/${key.id}/rotate`, { overlap_seconds: 0 });
    assert.equal(problem.code, 'key_not_usable');
    await expire(key.id);
    assert.equal(await works(token), false);
    assert.ok(await works(successor.token));
  });
}

test('other overlaps are refused', async () => {
  const browser = await signedUp(service);
  const { key } = await browser.createKey('x');
  for (const overlap_seconds of [-1, 1, 604_801, '3600', null])
    await browser.refused(400, 'POST', `/keys/${key.id}/rotate`, { overlap_seconds });
});

test('a revoked key is refused at once and for good', async () => {
  const browser = await signedUp(service);
  const { key, token } = await browser.createKey('Leaked');
  assert.ok(await works(token));
  const revoked = await browser.ask<Key>('POST', `/keys/${key.id}/revoke`);
  assert.equal(await works(token), false);
  assert.equal(revoked.state, 'revoked');
  await browser.refused(409, 'POST', `/keys/${key.id}/rotate`, { overlap_seconds: 3600 });
  const again = await browser.ask<Key>('POST', `/keys/${key.id}/revoke`);
  assert.equal(again.revoked_at, revoked.revoked_at);
});

test('a key with an expiry works until it expires', async () => {
  const browser = await signedUp(service);
  const expires_at = new Date(Date.now() + 30 * DAY).toISOString();
  const { key, token } = await browser.createKey('Trial', { expires_at });
  assert.equal(key.expires_at, expires_at);
  assert.ok(await works(token));
  await expire(key.id);
  assert.equal(await works(token), false);
  assert.equal((await browser.ask<Key>('GET', `/keys/${key.id}`)).state, 'expired');
  for (const wrong of [
    new Date(Date.now() - 1000).toISOString(),
    '9999-12-31T23:59:59-23:59',
    '2030-12-31T23:59:60Z',
    '2030-02-30T00:00:00Z',
    'tomorrow',
    '',
  ])
    await browser.refused(400, 'POST', '/keys', { name: 'x', expires_at: wrong, header_only: false });
});

test('a header-only key is refused in the URL', async () => {
  const browser = await signedUp(service);
  const { token } = await browser.createKey('Server', { header_only: true });
  assert.ok(await works(token));
  assert.equal((await service.get(`/countries/portugal?api_key=${token}`, null)).status, 403);
});

const watcher = signedUp(service);

test('a key’s newest requests are listed with their outcomes, without places, queries or addresses', async () => {
  const browser = await watcher;
  const { key, token } = await browser.createKey('Watched');
  const listed = () => browser.ask<RecentRequestList>('GET', `/keys/${key.id}/requests`);
  assert.deepEqual(await listed(), { requests: [] });
  await service.get('/cities/lisbon?fields=name', token);
  await service.get('/cities/nowhere-land', token);
  await service.get('/nothing/here', token);
  const { requests } = await listed();
  assert.deepEqual(
    requests?.map(({ operation, path, status, problem }) => [operation, path, status, problem]),
    [
      ['none', undefined, 404, 'path_not_found'],
      ['getCity', 'GET /v1/cities/{city_id}', 404, 'city_not_found'],
      ['getCity', 'GET /v1/cities/{city_id}', 200, null],
    ],
  );
  for (const { at, milliseconds } of requests ?? []) {
    assert.ok(Math.abs(Date.now() - Date.parse(at)) < 60_000);
    assert.ok(milliseconds >= 0 && milliseconds < 10_000);
  }
  assert.doesNotMatch(JSON.stringify(requests), /lisbon|nowhere|fields|127\.0\.0\.1|nothing/);
});

test('a key has the permissions that it was created with (by default all), also after a rotation', async () => {
  const browser = await watcher;
  const all = await browser.createKey('all');
  assert.deepEqual(all.key.permissions, SCOPES);
  const { key, token } = await browser.createKey('places', { permissions: ['places:read'] });
  assert.deepEqual(key.permissions, ['places:read']);
  const { token: next } = await browser.ask<IssuedKey>('POST', `/keys/${key.id}/rotate`, {
    overlap_seconds: 3600,
  });
  for (const each of [token, next]) {
    assert.ok(await works(each));
    assert.equal((await service.get('/release', each)).status, 403);
  }
  for (const permissions of [[], ['everything'], ['places:read', 'places:read'], 'places:read'])
    await browser.refused(400, 'POST', '/keys', {
      name: 'x',
      expires_at: null,
      header_only: false,
      permissions,
    });
});

test('an account never gets more active keys than its limit, even with simultaneous requests', async () => {
  const browser = await signedUp(service);
  const wanted = { name: 'x', expires_at: null, header_only: false };
  const answers = await Promise.all(
    Array.from({ length: LIMIT + 4 }, () => browser.send('POST', '/keys', wanted)),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, LIMIT);
  assert.equal((await browser.keys()).length, LIMIT);
  const problem = await browser.refused(409, 'POST', '/keys', wanted);
  assert.equal(problem.code, 'too_many_keys');
  assert.equal(problem.detail, `An account can have ${LIMIT} active keys. Revoke one you no longer use.`);

  const [first] = await browser.keys();
  await browser.ask('POST', `/keys/${first?.id}/revoke`);
  await browser.createKey('in its place');
});

test('an account with 40 times as many keys, including old ones, cannot create more but can still revoke keys', async () => {
  const browser = await signedUp(service);
  const { key: last } = await browser.createKey('x');
  const { account } = await browser.ask<SessionState>('GET', '/session');
  const ended = Array.from({ length: 40 * LIMIT - 1 }, () =>
    storedKey({ account_id: account?.id ?? '', revoked_at: new Date().toISOString() }),
  );
  await service.store.database.insertInto('api_key').values(ended).execute();
  const wanted = { name: 'x', expires_at: null, header_only: false };
  for (const [path, body] of [
    ['/keys', wanted],
    [`/keys/${last.id}/rotate`, { overlap_seconds: 0 }],
  ] as const) {
    const { code, detail } = await browser.refused(409, 'POST', path, body);
    assert.equal(code, 'too_many_keys');
    assert.match(detail, /90 days after they expire or are revoked/);
  }
  await browser.ask('POST', `/keys/${last.id}/revoke`);
  await service.store.database
    .deleteFrom('api_key')
    .where('id', '=', ended[0]?.id ?? '')
    .execute();
  await browser.createKey('in its place');
});

test('rotating again and again with overlaps does not get around the limit', async () => {
  const browser = await signedUp(service);
  let { key } = await browser.createKey('x');
  for (let rotation = 1; rotation < 2 * LIMIT; rotation++)
    ({ key } = await browser.ask<IssuedKey>('POST', `/keys/${key.id}/rotate`, { overlap_seconds: 3600 }));
  const rotate = (overlap_seconds: number) =>
    browser.send('POST', `/keys/${key.id}/rotate`, { overlap_seconds });
  assert.equal((await rotate(3600)).status, 409);
  assert.equal((await rotate(0)).status, 201);
});

test('keys have notices: never used, idle, expiring', async () => {
  const cases: [Partial<Record<'created_at' | 'last_used_at' | 'expires_at', number>>, KeyNotice[]][] = [
    [{}, []],
    [{ created_at: -6 * DAY }, []],
    [{ created_at: -8 * DAY }, ['never_used']],
    [{ created_at: -100 * DAY, last_used_at: -59 * DAY }, []],
    [{ created_at: -100 * DAY, last_used_at: -61 * DAY }, ['idle']],
    [{ expires_at: 15 * DAY }, []],
    [{ expires_at: 13 * DAY }, ['expiring']],
    [{ created_at: -8 * DAY, expires_at: DAY }, ['never_used', 'expiring']],
    [{ created_at: -8 * DAY, expires_at: -DAY }, []],
  ];
  for (const [times, notices] of cases) {
    const { browser, id } = await oneKey();
    const set = Object.fromEntries(
      Object.entries(times).map(([column, offset]) => [column, new Date(Date.now() + offset).toISOString()]),
    );
    if (Object.keys(set).length > 0)
      await service.store.database.updateTable('api_key').set(set).where('id', '=', id).execute();
    const [key] = await browser.keys();
    assert.deepEqual(key?.notices, notices, JSON.stringify(times));
    await browser.ask('POST', `/keys/${id}/revoke`);
    assert.deepEqual((await browser.keys())[0]?.notices, []);
  }
});

let shared: Promise<SignedUp> | undefined;

async function oneKey(): Promise<{ browser: { keys(): Promise<Key[]> } & SignedUp; id: string }> {
  shared ??= signedUp(service);
  const browser = await shared;
  await service.store.database.deleteFrom('api_key').where('label', '=', 'noticed').execute();
  return { browser, id: (await browser.createKey('noticed')).key.id };
}

/** Moves the expiry of a key into the past. */
async function expire(id: string): Promise<void> {
  const now = new Date().toISOString();
  await service.store.database
    .updateTable('api_key')
    .set({ expires_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
  // The service notices a write of this connection with its next change of a key.
  const browser = await signedUp(service);
  await browser.createKey('another');
}
