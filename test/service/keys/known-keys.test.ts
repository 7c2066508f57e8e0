import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Kysely } from 'kysely';
import { Networks } from '../../../src/service/http/networks.ts';
import type { ApiKey } from '../../../src/service/keys/key.ts';
import { KeyRing } from '../../../src/service/keys/key-ring.ts';
import { KnownKeys } from '../../../src/service/keys/known-keys.ts';
import { revokeKey } from '../../../src/service/keys/lifecycle.ts';
import { openStore, type Store } from '../../../src/service/storage/database.ts';
import type { Database } from '../../../src/service/storage/schema.ts';
import { StoreUnreachable } from '../../../src/service/storage/unreachable.ts';
import { atEnd } from '../../support/lifetime.ts';
import { issue, temporaryDirectory } from '../../support/service.ts';

const HOUR = 3_600_000;

const KEY: ApiKey = {
  id: 'key_1',
  holder: 'account_1',
  lineage: 'key_1',
  plan: 'standard',
  share: null,
  scopes: new Set(['places:read']),
  headerOnly: false,
  addresses: undefined,
  expiresAt: Number.POSITIVE_INFINITY,
  revoked: false,
};

const FILE = `known-keys.${process.pid}`;

function known(home: string, parts: ConstructorParameters<typeof KnownKeys>[1] = {}): KnownKeys {
  return new KnownKeys({ home, knownKeysMilliseconds: 24 * HOUR }, parts);
}

test('known keys are read back from a file that only this user can read, and a key’s last line counts', async () => {
  const home = temporaryDirectory();
  const file = join(home, FILE);
  const keys = known(home);
  const other = {
    ...KEY,
    id: 'key_2',
    share: 50,
    expiresAt: 1_800_000_000_000,
    headerOnly: true,
    addresses: new Networks(['10.0.0.0/8', '::1']),
  };
  await keys.update(() => [
    ['a', KEY],
    ['b', other],
  ]);
  keys.note('a', { ...KEY, revoked: true });
  await keys.update(() => []);
  appendFileSync(file, '["b","cut sho');
  const read = known(home).read(Date.now());
  assert.equal(String(read.get('b')?.addresses), '10.0.0.0/8 ::1');
  assert.deepEqual(
    read,
    new Map([
      ['a', { ...KEY, revoked: true }],
      ['b', other],
    ]),
  );
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a line of an older version, which knew no addresses, is a key that all addresses may use', async () => {
  const home = temporaryDirectory();
  await known(home).update(() => [['a', KEY]]);
  const file = join(home, FILE);
  const [line = ''] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, `${line.replace(/,null\]$/, ']')}\n`);
  assert.deepEqual(known(home).read(Date.now()), new Map([['a', KEY]]));
});

test('a file with a damaged line is ignored as a whole, because that line may have revoked a key', async () => {
  const home = temporaryDirectory();
  const file = join(home, FILE);
  await known(home).update(() => [['a', KEY]]);
  const whole = readFileSync(file, 'utf8');
  for (const damage of ['\0\0\0\0\n', '["a","cut sh["b","key_2"]\n', '["a"]\n']) {
    writeFileSync(file, whole + damage + whole);
    assert.equal(known(home).read(Date.now()).size, 0, damage);
  }
});

test('every worker keeps its known keys, no matter which one writes last, and a new worker has those of all others', async () => {
  const home = temporaryDirectory();
  const [one, other] = [known(home), known(home, { owner: process.ppid })];
  await one.update(() => [['a', KEY]]);
  await other.update(() => [['b', KEY]]);
  one.note('c', KEY);
  await one.update(() => []);
  assert.deepEqual([...known(home).read(Date.now()).keys()].sort(), ['a', 'b', 'c']);

  // The worker that was heard last is right.
  one.note('b', { ...KEY, revoked: true });
  await one.update(() => []);
  const before = new Date(Date.now() - 1000);
  utimesSync(join(home, `known-keys.${process.ppid}`), before, before);
  assert.equal(known(home).read(Date.now()).get('b')?.revoked, true);
});

test('known keys of a worker that ended long before the others are not used, and a worker that reaches the store removes them', async () => {
  const home = temporaryDirectory();
  const { pid: ended } = spawnSync('true');
  for (const old of ['known-keys', `known-keys.${ended}`]) {
    await known(home, { owner: process.ppid }).update(() => [['a', KEY]]);
    renameSync(join(home, `known-keys.${process.ppid}`), join(home, old));
    const before = new Date(Date.now() - 2 * 60_000);
    utimesSync(join(home, old), before, before);
    await known(home).update(() => [['b', KEY]]);
    assert.ok(!existsSync(join(home, old)), old);
  }
  const gone = new Date(Date.now() - 2 * 60_000);
  await known(home, { owner: process.ppid }).update(() => [['a', KEY]]);
  utimesSync(join(home, `known-keys.${process.ppid}`), gone, gone);
  assert.deepEqual([...known(home).read(Date.now()).keys()], ['b']);
});

test('a file whose process has long not reached the store is removed, though its number is that of another process now', async () => {
  const home = temporaryDirectory();
  const stale = join(home, `known-keys.${process.ppid}`);
  let now = Date.now();
  const keys = known(home, { clock: () => now });
  const ring = (): [string, ApiKey][] => [['b', KEY]];
  await known(home, { owner: process.ppid }).update(() => [['a', KEY]]);
  await keys.update(ring);
  now += HOUR / 2;
  await keys.update(ring);
  assert.ok(existsSync(stale));
  now += HOUR;
  await keys.update(ring);
  assert.ok(!existsSync(stale));
  assert.match(readFileSync(join(home, FILE), 'utf8'), /"b"/);
});

test('a process whose file was removed writes all of it again', async () => {
  const home = temporaryDirectory();
  const keys = known(home);
  const ring = (): [string, ApiKey][] => [
    ['a', KEY],
    ['b', KEY],
  ];
  await keys.update(ring);
  keys.note('b', KEY);
  rmSync(join(home, FILE));
  await keys.update(ring);
  assert.deepEqual([...known(home).read(Date.now()).keys()], ['a', 'b']);
});

test('an hour after a key is revoked, nothing of it is on disk', async () => {
  const home = temporaryDirectory();
  let now = Date.now();
  const keys = known(home, { clock: () => now });
  const ring = (): [string, ApiKey][] => [
    ['hash_of_one', KEY],
    ['hash_of_revoked', { ...KEY, revoked: true }],
  ];
  const text = () => readFileSync(join(home, FILE), 'utf8');
  await keys.update(() => [
    ['hash_of_one', KEY],
    ['hash_of_revoked', KEY],
  ]);
  keys.note('hash_of_revoked', { ...KEY, revoked: true });
  now += HOUR - 1;
  await keys.update(ring);
  assert.match(text(), /hash_of_revoked.*true,null\]\n$/);
  now += HOUR;
  await keys.update(ring);
  assert.match(text(), /hash_of_one/);
  assert.doesNotMatch(text(), /hash_of_revoked/);
});

test('known keys expire some hours after the last contact with the store, and a setting of 0 hours keeps none', async () => {
  const home = temporaryDirectory();
  const file = join(home, FILE);
  await known(home).update(() => [['a', KEY]]);
  const then = new Date(Date.now() - 25 * HOUR);
  utimesSync(file, then, then);
  assert.equal(known(home).read(Date.now()).size, 0);
  await known(home).update(() => [['a', KEY]]);
  assert.equal(known(home).read(Date.now()).size, 1);

  const none = new KnownKeys({ home, knownKeysMilliseconds: 0 });
  await none.update(() => [['a', KEY]]);
  assert.ok(!existsSync(file));
});

test('a ring that starts while the store is unreachable uses the known keys until the store is back', async () => {
  const home = temporaryDirectory();
  const store = await openStore(home, { busyMilliseconds: 1000 });
  atEnd(() => store.close());
  const [kept, revoked] = [await issue(store), await issue(store)];
  const before = new KeyRing(store, Date.now, 10, known(home));
  await before.begin();
  await before.saveKnown();
  assert.doesNotMatch(readFileSync(join(home, FILE), 'utf8'), /lds_live_/);

  let isAway = true;
  const away: Store = {
    ...store,
    foreignChanges() {
      if (isAway) throw new StoreUnreachable('away');
      return store.foreignChanges();
    },
  };
  const ring = new KeyRing(away, Date.now, 10, known(home));
  await ring.begin();
  assert.equal(ring.isConfirmed, false);
  for (const { token, row } of [kept, revoked]) {
    const verified = await ring.verify(token);
    assert.equal('key' in verified && verified.key.id, row.id);
  }
  await assert.rejects(ring.refresh(), /away/);

  await revokeKey(store.database, revoked.row.id);
  isAway = false;
  await ring.refresh();
  assert.equal(ring.isConfirmed, true);
  assert.ok('key' in (await ring.verify(kept.token)));
  assert.deepEqual(await ring.verify(revoked.token), { rejected: 'revoked' });
});

test('a key that is revoked while a ring needs two tries to read the keys does not work after the second', async () => {
  const home = temporaryDirectory();
  const store = await openStore(home, { busyMilliseconds: 1000 });
  atEnd(() => store.close());
  // More than a ring reads at once.
  for (let key = 0; key < 1000; key++) await issue(store);
  const { token, row } = await issue(store);
  const keys = new KeyRing(store, Date.now, 2000, known(home));
  await keys.begin();
  await keys.saveKnown();

  let answers = 0;
  const flaky: Kysely<Database> = store.database.withPlugin({
    transformQuery({ node }) {
      if (answers-- > 0) return node;
      throw new StoreUnreachable('away');
    },
    transformResult: async ({ result }) => result,
  });
  const ring = new KeyRing({ ...store, database: flaky }, Date.now, 2000, known(home));
  await ring.begin();
  answers = 1;
  await assert.rejects(ring.refresh(), /away/);
  await revokeKey(store.database, row.id);
  answers = Number.POSITIVE_INFINITY;
  await ring.refresh();
  assert.deepEqual(await ring.verify(token), { rejected: 'revoked' });
});
