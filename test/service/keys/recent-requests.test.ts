import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentRequests } from '../../../src/service/keys/recent-requests.ts';
import type { Store } from '../../../src/service/storage/database.ts';
import { tidyRecentRequests } from '../../../src/service/storage/housekeeping.ts';
import { insertKey } from '../../../src/service/storage/keys.ts';
import { RECENT_REQUESTS, recentRequestsOf } from '../../../src/service/storage/recent-requests.ts';
import { insertAccount, key } from '../../support/storage/rows.ts';
import { twoConnections } from '../../support/storage/stores.ts';

const MIDNIGHT = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;
const HOUR = 3_600_000;

const [store, theirs] = await twoConnections();

test('the newest requests of all processes are listed together, newest first, with only the recorded fields', async () => {
  const id = await ownedKey(store);
  let now = MIDNIGHT + HOUR;
  const [one, other] = [store, theirs].map(({ database }) => new RecentRequests(database, () => now));
  for (let request = 0; request < 2 * RECENT_REQUESTS; request++) {
    now += 1000;
    (request % 2 === 0 ? one : other)?.record(undefined, reported(id, { status: 200 + request }));
    if (request % 7 === 0) await one?.flush();
  }
  await one?.flush();
  await other?.flush();
  const requests = await recentRequestsOf(store.database, id, RECENT_REQUESTS);
  const newest = Array.from({ length: RECENT_REQUESTS }, (_, index) => 200 + 2 * RECENT_REQUESTS - 1 - index);
  assert.deepEqual(
    requests.map(({ status }) => status),
    newest,
  );
  assert.deepEqual(requests[0], {
    at: new Date(now - 12.5).toISOString(),
    operation: 'getCity',
    status: 399,
    problem: null,
    milliseconds: 12.5,
  });
});

test('requests are kept for seven UTC days to the day, however rarely a key is used', async () => {
  const id = await ownedKey(store);
  let now = MIDNIGHT + HOUR;
  const recent = new RecentRequests(store.database, () => now);
  for (let day = 0; day < 10; day++, now += DAY) {
    recent.record(undefined, reported(id, { status: 200 + day }));
    await recent.flush();
    await tidyRecentRequests(store.database, now, { recentRequests: true });
    const kept = await recentRequestsOf(store.database, id);
    assert.equal(kept.length, Math.min(7, day + 1));
    assert.equal(kept.at(-1)?.status, 200 + Math.max(0, day - 6));
  }
  await tidyRecentRequests(store.database, now, { recentRequests: false });
  assert.deepEqual(await recentRequestsOf(store.database, id), []);
});

test('a write that the store refuses loses nothing, and nothing is written twice', async () => {
  const id = await ownedKey(store);
  const recent = new RecentRequests(store.database, () => MIDNIGHT);
  recent.record(undefined, reported(id, { problem: 'rate_limit_exceeded', status: 429 }));
  await theirs.database.transaction().execute(async (transaction) => {
    await insertKey(transaction, key());
    await assert.rejects(recent.flush(), /locked/);
  });
  await Promise.all([recent.flush(), recent.flush()]);
  const requests = await recentRequestsOf(store.database, id);
  assert.deepEqual(
    requests.map(({ problem, status }) => [problem, status]),
    [['rate_limit_exceeded', 429]],
  );
});

test('requests without a key, or with a key without an account, are not stored', async () => {
  const row = key();
  await insertKey(store.database, row);
  const recent = new RecentRequests(store.database);
  recent.record(undefined, reported(undefined, {}));
  recent.record(undefined, reported(row.id, {}));
  recent.record(undefined, reported('key_deleted_meanwhile', {}));
  await recent.flush();
  for (const id of [row.id, 'key_deleted_meanwhile'])
    assert.deepEqual(await recentRequestsOf(store.database, id), []);
});

test('memory is bounded: further keys wait until others have not been used for an hour', async () => {
  const ids = [await ownedKey(store), await ownedKey(store), await ownedKey(store)];
  let now = MIDNIGHT;
  const recent = new RecentRequests(store.database, () => now, 2);
  const stored = async () =>
    (await Promise.all(ids.map((id) => recentRequestsOf(store.database, id)))).map(({ length }) => length);
  for (const id of ids) recent.record(undefined, reported(id, {}));
  await recent.flush();
  assert.deepEqual(await stored(), [1, 1, 0]);
  now += HOUR + 1;
  await recent.flush();
  recent.record(undefined, reported(ids[2], {}));
  await recent.flush();
  assert.deepEqual(await stored(), [1, 1, 1]);
});

async function ownedKey({ database }: Store): Promise<string> {
  const { id: account_id } = await insertAccount(database);
  const row = key({ account_id });
  await insertKey(database, row);
  return row.id;
}

function reported(keyId: string | undefined, given: { status?: number; problem?: string }) {
  return { keyId, route: 'getCity', status: 200, problem: undefined, startedAt: 10, endedAt: 22.5, ...given };
}
