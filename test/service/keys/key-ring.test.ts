import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Networks } from '../../../src/service/http/networks.ts';
import { KeyRing, type Verification } from '../../../src/service/keys/key-ring.ts';
import { expireKey, revokeKey, rotateKey } from '../../../src/service/keys/lifecycle.ts';
import { generateToken } from '../../../src/service/keys/token.ts';
import type { Store } from '../../../src/service/storage/database.ts';
import { issue } from '../../support/service.ts';
import { twoConnections } from '../../support/storage/stores.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

test('a key is active, expired from the moment of its expiry, or revoked, however it is looked up', async () => {
  const [ours, theirs] = await twoConnections();
  const active = await issue(theirs, {}, new Date(NOW));
  const ending = await issue(theirs, { expiresAt: new Date(NOW) }, new Date(NOW - MINUTE));
  const revoked = await issue(theirs, { expiresAt: new Date(NOW - 1) }, new Date(NOW - MINUTE));
  await revokeKey(theirs.database, revoked.row.id, new Date(NOW));
  let now = NOW;
  for (const load of [true, false]) {
    const ring = new KeyRing(ours, () => now);
    if (load) await ring.load();
    now = NOW - 1;
    assert.equal(outcome(await ring.verify(ending.token)), ending.row.id);
    now = NOW;
    assert.equal(outcome(await ring.verify(active.token)), active.row.id);
    assert.equal(outcome(await ring.verify(ending.token)), 'expired');
    assert.equal(outcome(await ring.verify(revoked.token)), 'revoked');
    assert.equal(outcome(await ring.verify(generateToken())), 'unknown');
    assert.equal(outcome(await ring.verify('lds_live_x')), 'malformed');
  }
});

test('a verified key has the properties with which it was issued', async () => {
  const [ours] = await twoConnections();
  const expiresAt = new Date(NOW + MINUTE);
  const request = {
    plan: 'bulk',
    scopes: ['places:read'],
    headerOnly: true,
    share: 20,
    expiresAt,
    addresses: ['10.0.0.0/8'],
  };
  const { token, row } = await issue(ours, request, new Date(NOW));
  const ring = new KeyRing(ours, () => NOW);
  const verification = await ring.verify(token);
  assert.ok('key' in verification);
  assert.equal(String(verification.key.addresses), '10.0.0.0/8');
  assert.deepEqual(verification, {
    key: {
      id: row.id,
      holder: row.id,
      lineage: row.id,
      plan: 'bulk',
      share: 20,
      scopes: new Set(['places:read']),
      headerOnly: true,
      addresses: new Networks(['10.0.0.0/8']),
      expiresAt: expiresAt.getTime(),
      revoked: false,
    },
  });
});

test('a key in memory is verified at once, without the store', async () => {
  const [ours] = await twoConnections();
  const { token, row } = await issue(ours);
  const { store, queries } = counting(ours);
  const ring = new KeyRing(store);
  await ring.load();
  const before = queries();
  const verification = ring.verify(token);
  assert.ok(!(verification instanceof Promise));
  assert.equal(outcome(verification), row.id);
  assert.equal(queries(), before);
});

test('a key made by another connection works at once, before any refresh', async () => {
  const [ours, theirs] = await twoConnections();
  const ring = new KeyRing(ours);
  await ring.load();
  const { token, row } = await issue(theirs);
  assert.equal(outcome(await ring.verify(token)), row.id);
  assert.ok(!(ring.verify(token) instanceof Promise), 'the second time from memory');
});

test('changes by another connection apply after the next refresh', async () => {
  const [ours, theirs] = await twoConnections();
  const revoked = await issue(theirs);
  const expired = await issue(theirs);
  const rotated = await issue(theirs);
  const ring = new KeyRing(ours);
  await ring.load();
  await revokeKey(theirs.database, revoked.row.id);
  await expireKey(theirs.database, expired.row.id, new Date(0));
  const successor = await rotateKey(theirs.database, rotated.row.id, 0);
  await ring.refresh();
  assert.equal(outcome(await ring.verify(revoked.token)), 'revoked');
  assert.equal(outcome(await ring.verify(expired.token)), 'expired');
  assert.equal(outcome(await ring.verify(rotated.token)), 'expired');
  assert.equal(outcome(ring.verify(successor.token) as Verification), successor.row.id);

  await expireKey(theirs.database, expired.row.id, null);
  await ring.refresh();
  assert.equal(outcome(await ring.verify(expired.token)), expired.row.id);
});

test('a change committed late, with an earlier time than one already seen, is not missed', async () => {
  const [ours, theirs] = await twoConnections();
  const late = await issue(theirs, {}, new Date(NOW - 2 * MINUTE));
  const ring = new KeyRing(ours, () => NOW);
  await ring.load();
  await issue(theirs, {}, new Date(NOW));
  await ring.refresh();
  await revokeKey(theirs.database, late.row.id, new Date(NOW - MINUTE / 2));
  await ring.refresh();
  assert.equal(outcome(await ring.verify(late.token)), 'revoked');
});

test('a change made after the clock was set back is not missed', async () => {
  const [ours, theirs] = await twoConnections();
  const { token, row } = await issue(theirs, {}, new Date(NOW + 60 * MINUTE));
  const ring = new KeyRing(ours, () => NOW);
  await ring.load();
  await revokeKey(theirs.database, row.id, new Date(NOW));
  await ring.refresh();
  assert.equal(outcome(await ring.verify(token)), 'revoked');
});

test('a revocation by a node whose clock is far behind is not missed', async () => {
  const [ours, theirs] = await twoConnections();
  const { token, row } = await issue(theirs, {}, new Date(NOW - 60 * MINUTE));
  const { token: rotated, row: old } = await issue(theirs, {}, new Date(NOW - 60 * MINUTE));
  const ring = new KeyRing(ours, () => NOW);
  await ring.load();
  await issue(theirs, {}, new Date(NOW));
  await ring.refresh();
  const behind = new Date(NOW - 10 * MINUTE);
  await revokeKey(theirs.database, row.id, behind);
  await rotateKey(theirs.database, old.id, 0, behind);
  await ring.refresh();
  assert.equal(outcome(await ring.verify(token)), 'revoked');
  assert.equal(outcome(await ring.verify(rotated)), 'expired');
});

test('a refresh reads rows only if somebody else has changed the store', async () => {
  const [ours, theirs] = await twoConnections();
  const { store, queries } = counting(ours);
  const ring = new KeyRing(store);
  await ring.load();
  const before = queries();
  for (let refresh = 0; refresh < 10; refresh++) await ring.refresh();
  assert.equal(queries(), before);
  await issue(theirs);
  await ring.refresh();
  assert.equal(queries(), before + 1);
});

test('the next refresh makes up for a failed one', async () => {
  const [ours, theirs] = await twoConnections();
  const { token, row } = await issue(theirs);
  let broken = false;
  const store = watched(ours, () => {
    if (broken) throw new Error('the disk is gone');
  });
  const ring = new KeyRing(store);
  await ring.load();
  await revokeKey(theirs.database, row.id);
  broken = true;
  await assert.rejects(ring.refresh(), /the disk is gone/);
  broken = false;
  await ring.refresh();
  assert.equal(outcome(await ring.verify(token)), 'revoked');
});

test('memory holds at most the allowed number of keys, preferring those in use, and every key works', async () => {
  const [ours, theirs] = await twoConnections();
  const issued = [];
  for (let made = 0; made < 8; made++) issued.push(await issue(theirs, {}, new Date(NOW - MINUTE + made)));
  const { store, queries } = counting(ours);
  const ring = new KeyRing(store, () => NOW, 5);
  await ring.load();
  assert.equal(ring.size, 5);
  const before = queries();
  for (const { token, row } of issued.slice(3)) assert.equal(outcome(await ring.verify(token)), row.id);
  assert.equal(queries(), before, 'the keys made last are in memory');
  const inUse = issued[3];
  for (const { token, row } of issued) {
    assert.equal(outcome(ring.verify(inUse?.token ?? '') as Verification), inUse?.row.id);
    assert.equal(outcome(await ring.verify(token)), row.id);
    assert.ok(ring.size <= 5);
  }
});

test('a key that memory has dropped can be revoked like any other', async () => {
  const [ours, theirs] = await twoConnections();
  const { token, row } = await issue(theirs, {}, new Date(NOW - MINUTE));
  const ring = new KeyRing(ours, () => NOW, 1);
  await ring.load();
  const other = await issue(theirs, {}, new Date(NOW));
  assert.equal(outcome(await ring.verify(other.token)), other.row.id);
  await revokeKey(theirs.database, row.id, new Date(NOW));
  await ring.refresh();
  assert.equal(outcome(await ring.verify(token)), 'revoked');
  assert.equal(outcome(await ring.verify(other.token)), other.row.id);
});

test('a revocation that arrives while its key is being read is not missed', async () => {
  const { ring, ours, token, row, arrive } = await withReadOnItsWay((ring, token) => ring.verify(token));
  await revokeKey(ours.database, row.id, new Date(NOW));
  await ring.applyChanges();
  assert.equal(outcome(await arrive()), row.id);
  assert.equal(outcome(await ring.verify(token)), 'revoked');
});

test('changes that were read before a revocation, and arrive after it, do not bring the key back', async () => {
  const { ring, ours, token, row, arrive } = await withReadOnItsWay((ring) => ring.applyChanges());
  await revokeKey(ours.database, row.id, new Date(NOW));
  const applied = ring.applyChanges();
  await someTurns();
  await arrive();
  await applied;
  assert.equal(outcome(await ring.verify(token)), 'revoked');
});

/** A ring whose first read has the row of an active key already, but not got it yet. */
async function withReadOnItsWay<Result>(read: (ring: KeyRing, token: string) => Result | Promise<Result>) {
  const [ours, theirs] = await twoConnections();
  const { token, row } = await issue(ours, {}, new Date(NOW - MINUTE));
  const arrival = Promise.withResolvers<void>();
  let database = theirs.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await arrival.promise;
      return result;
    },
  });
  const ring = new KeyRing(
    {
      ...ours,
      get database() {
        return database;
      },
    },
    () => NOW,
  );
  const result = read(ring, token);
  await someTurns();
  database = ours.database;
  const arrive = () => {
    arrival.resolve();
    return result;
  };
  return { ring, ours, token, row, arrive };
}

/** SQLite answers within these. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
}

test('simultaneous requests with the same unknown key read the store once', async () => {
  const [ours, theirs] = await twoConnections();
  const { store, queries } = counting(ours);
  const ring = new KeyRing(store);
  await ring.load();
  const { token, row } = await issue(theirs);
  const before = queries();
  const verifications = await Promise.all(Array.from({ length: 50 }, () => ring.verify(token)));
  assert.ok(verifications.every((each) => outcome(each) === row.id));
  assert.equal(queries(), before + 1);
});

test('guessing causes no load: a malformed key is never looked up, an unknown one once, and none if look-ups are not allowed', async () => {
  const [ours] = await twoConnections();
  const { store, queries } = counting(ours);
  const ring = new KeyRing(store);
  await ring.load();
  const before = queries();
  for (let guess = 0; guess < 100; guess++) await ring.verify(`lds_live_${'0'.repeat(38)}`);
  assert.equal(queries(), before);
  const unknown = generateToken();
  for (let guess = 0; guess < 100; guess++) await ring.verify(unknown);
  assert.equal(queries(), before + 1);
  for (let guess = 0; guess < 100; guess++) await ring.verify(generateToken(), () => false);
  assert.equal(queries(), before + 1);
});

test('a key that was tried before it was made works once it is made', async () => {
  const [ours, theirs] = await twoConnections();
  const ring = new KeyRing(ours);
  await ring.load();
  const { token, row } = await issue(theirs, { label: 'told before it was stored' });
  await theirs.database.deleteFrom('api_key').where('id', '=', row.id).execute();
  assert.equal(outcome(await ring.verify(token)), 'unknown');
  await theirs.database.insertInto('api_key').values(row).execute();
  await ring.refresh();
  assert.equal(outcome(await ring.verify(token)), row.id);
});

/** The key's id, or why it was rejected. */
function outcome(verification: Verification | Promise<Verification>): string {
  assert.ok(!(verification instanceof Promise));
  return 'key' in verification ? verification.key.id : verification.rejected;
}

/** The store, with the queries that go to it counted on the way. */
function counting(store: Store): { store: Store; queries(): number } {
  let queries = 0;
  return {
    store: watched(store, () => {
      queries++;
    }),
    queries: () => queries,
  };
}

/** The store, with something done before every query. */
function watched(store: Store, beforeQuery: () => void): Store {
  const database = store.database.withPlugin({
    transformQuery({ node }) {
      beforeQuery();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { ...store, database };
}
