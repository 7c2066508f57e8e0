import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OperatorError } from '../../../src/process/operator-error.ts';
import { stateOf, toApiKey } from '../../../src/service/keys/key.ts';
import { expireKey, revokeKey, rotateKey } from '../../../src/service/keys/lifecycle.ts';
import { hashToken } from '../../../src/service/keys/token.ts';
import type { Store } from '../../../src/service/storage/database.ts';
import type { ApiKeyRow } from '../../../src/service/storage/keys.ts';
import { issue } from '../../support/service.ts';
import { allKeys, insertAccount } from '../../support/storage/rows.ts';
import { twoConnections } from '../../support/storage/stores.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const HOUR = 3_600_000;

/** What a successor has from the key that it replaces. */
const RIGHTS = [
  'label',
  'plan',
  'scopes',
  'header_only',
  'share',
  'expires_at',
  'addresses',
  'idle_days',
] as const;

test('only the hash of a key and its visible parts are stored', async () => {
  const [store] = await twoConnections();
  const { token, row } = await issue(store, { label: '  Map of Lisbon  ' }, NOW);
  const stored = await only(store);
  assert.deepEqual({ ...stored }, row);
  assert.equal(stored.hash, hashToken(token));
  assert.equal(stored.label, 'Map of Lisbon');
  assert.equal(stored.created_at, NOW.toISOString());
  assert.ok(!JSON.stringify(stored).includes(token.slice('lds_live_'.length, -4)));
});

test('a key without a label, with an unknown permission or with an invalid share is not created', async () => {
  const [store] = await twoConnections();
  for (const request of [
    { label: '' },
    { label: ' \t' },
    { label: 'x'.repeat(101) },
    { scopes: [] },
    { share: 0 },
    { share: 101 },
    { share: 12.5 },
    { idleDays: 13 },
    { addresses: ['10.0.0.0/33'] },
    { scopes: ['places:read', 'places:write'] },
  ]) {
    await assert.rejects(issue(store, request), OperatorError);
  }
  assert.deepEqual(await allKeys(store.database), []);
});

test('a rotated key works until its overlap ends, and its successor has the same rights', async () => {
  const [store] = await twoConnections();
  const request = {
    label: 'app',
    plan: 'bulk',
    scopes: ['places:read'],
    headerOnly: true,
    share: 20,
    addresses: ['10.0.0.0/8'],
    idleDays: 30,
  };
  const { row: old } = await issue(store, request, NOW);
  const { row: successor, token } = await rotateKey(store.database, old.id, HOUR, NOW);
  assert.equal(successor.hash, hashToken(token));
  const rights = (row: ApiKeyRow) => RIGHTS.map((name) => row[name]);
  assert.deepEqual(rights(successor), rights(old));
  const rotated = await byId(store, old.id);
  assert.equal(rotated.successor_id, successor.id);
  assert.equal(stateAt(rotated, NOW.getTime() + HOUR - 1), 'active');
  assert.equal(stateAt(rotated, NOW.getTime() + HOUR), 'expired');
});

test('limits apply to an account or, for a key without an account, to the key and its successors', async () => {
  const [store] = await twoConnections();
  const { row: first } = await issue(store, {}, NOW);
  const { row: second } = await rotateKey(store.database, first.id, HOUR, NOW);
  const { row: third } = await rotateKey(store.database, second.id, HOUR, NOW);
  const { row: stranger } = await issue(store, {}, NOW);
  assert.deepEqual(
    [first, second, third, stranger].map((row) => toApiKey(row).holder),
    [first.id, first.id, first.id, stranger.id],
  );

  const account = await insertAccount(store.database);
  const { row: one } = await issue(store, { accountId: account.id }, NOW);
  const { row: other } = await issue(store, { accountId: account.id }, NOW);
  const { row: successor } = await rotateKey(store.database, one.id, HOUR, NOW);
  for (const row of [one, other, successor]) assert.equal(toApiKey(row).holder, account.id);
});

test('rotation never lets a key, or its successor, live longer than it would have', async () => {
  const [store] = await twoConnections();
  const expiresAt = new Date(NOW.getTime() + HOUR);
  const { row } = await issue(store, { expiresAt }, NOW);
  const { row: successor } = await rotateKey(store.database, row.id, 2 * HOUR, NOW);
  assert.equal((await byId(store, row.id)).expires_at, expiresAt.toISOString());
  assert.equal(successor.expires_at, expiresAt.toISOString());
});

test('only an active key that has no successor is rotated', async () => {
  const [store] = await twoConnections();
  const { row: rotated } = await issue(store, {}, NOW);
  const { row: revoked } = await issue(store, {}, NOW);
  const { row: expired } = await issue(store, { expiresAt: NOW });
  await rotateKey(store.database, rotated.id, HOUR, NOW);
  await revokeKey(store.database, revoked.id, NOW);
  const before = await allKeys(store.database);
  await assert.rejects(rotateKey(store.database, rotated.id, HOUR, NOW), /rotated already/);
  await assert.rejects(rotateKey(store.database, revoked.id, HOUR, NOW), /is revoked/);
  await assert.rejects(rotateKey(store.database, expired.id, HOUR, NOW), /is expired/);
  await assert.rejects(rotateKey(store.database, 'key_nobody', HOUR, NOW), /no key key_nobody/);
  assert.deepEqual(await allKeys(store.database), before);
});

test('of two simultaneous rotations, one succeeds', async () => {
  const [ours, theirs] = await twoConnections();
  const { row } = await issue(ours);
  const results = await Promise.allSettled([
    rotateKey(ours.database, row.id, HOUR),
    rotateKey(theirs.database, row.id, HOUR),
  ]);
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const keys = await allKeys(ours.database);
  assert.equal(keys.length, 2);
});

test('revoking is final: the key cannot be revoked again, expired, revived or rotated', async () => {
  const [store] = await twoConnections();
  const { row } = await issue(store, {}, NOW);
  await revokeKey(store.database, row.id, NOW);
  const revoked = await only(store);
  assert.equal(revoked.revoked_at, NOW.toISOString());
  await revokeKey(store.database, row.id, new Date(NOW.getTime() + HOUR));
  await assert.rejects(expireKey(store.database, row.id, null), /revoked; that is final/);
  await assert.rejects(rotateKey(store.database, row.id, HOUR), /is revoked/);
  assert.deepEqual(await only(store), revoked);
  assert.equal(stateAt(revoked, 0), 'revoked');
});

test('every change updates the time by which other connections find it', async () => {
  const [store] = await twoConnections();
  const { row } = await issue(store, {}, NOW);
  const changes = [
    (at: Date) => expireKey(store.database, row.id, new Date('2999-01-01'), at),
    (at: Date) => expireKey(store.database, row.id, null, at),
    (at: Date) => rotateKey(store.database, row.id, HOUR, at),
    (at: Date) => revokeKey(store.database, row.id, at),
  ];
  for (const [index, change] of changes.entries()) {
    const at = new Date(NOW.getTime() + (index + 1) * 1000);
    await change(at);
    assert.equal((await byId(store, row.id)).updated_at, at.toISOString());
  }
});

async function only(store: Store): Promise<ApiKeyRow> {
  const keys = await allKeys(store.database);
  assert.equal(keys.length, 1);
  return keys[0] as ApiKeyRow;
}

async function byId(store: Store, id: string): Promise<ApiKeyRow> {
  const key = (await allKeys(store.database)).find((row) => row.id === id);
  assert.ok(key);
  return key;
}

function stateAt(row: ApiKeyRow, now: number): string {
  return stateOf(toApiKey(row), now);
}
