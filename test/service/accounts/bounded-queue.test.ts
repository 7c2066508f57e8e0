import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccountsBusy, BoundedQueue } from '../../../src/service/accounts/bounded-queue.ts';
import { ownedBy, type WorkOwner } from '../../../src/service/accounts/work-owner.ts';

const ONE_AT_ONCE = { atOnce: 1, waiting: 6 };

test('a client with one task waits for at most one of each other client', async () => {
  const { ask, done } = queueOf(ONE_AT_ONCE);
  const all = ['first', 'a', 'a', 'a', 'b', 'b', 'c'].map((client) => ask(stranger(client)));
  await Promise.all(all);
  assert.deepEqual(done.slice(0, 1), ['first']);
  assert.deepEqual(done.slice(1, 4).toSorted(), ['a', 'b', 'c']);
});

test('when too many tasks wait, the client with the most is refused, not the latest', async () => {
  const { ask, done } = queueOf(ONE_AT_ONCE);
  const flood = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c', 'd'].map((client) => ask(stranger(client)));
  const outcomes = await Promise.allSettled(flood);
  const refused = outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
  assert.deepEqual(refused, [3, 4]);
  for (const index of refused) {
    const outcome = outcomes[index];
    assert.ok(outcome?.status === 'rejected' && outcome.reason instanceof AccountsBusy);
  }
  assert.equal(done.length, 7);
});

test('known devices and strangers take turns, and neither fill the other’s queue', async () => {
  const { ask, done } = queueOf(ONE_AT_ONCE);
  const strangers = Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => ask(stranger(`client ${index}`))),
  );
  const known = ['x', 'x', 'y'].map((account) => ask({ holder: account, isKnown: true }));
  await Promise.all(known);
  await strangers;
  assert.equal(done.length, 1 + 6 + 3);
  const places = ['x', 'y'].map((account) => done.indexOf(account));
  assert.deepEqual(places.toSorted(), [1, 3]);
});

test('a failed task frees its place', async () => {
  const queue = new BoundedQueue(ONE_AT_ONCE);
  const failing = queue.run(() => Promise.reject(new Error('failed')));
  const next = queue.run(() => Promise.resolve('done'));
  await assert.rejects(failing, /failed/);
  assert.equal(await next, 'done');
});

function stranger(client: string): WorkOwner {
  return { holder: client, isKnown: false };
}

/** @returns a function that adds tasks to the queue, and the clients in the order in which their tasks ran */
function queueOf(limits: typeof ONE_AT_ONCE) {
  const queue = new BoundedQueue(limits);
  const done: string[] = [];
  const ask = (owner: WorkOwner) =>
    ownedBy(owner, () =>
      queue.run(async () => {
        await new Promise((resolve) => setImmediate(resolve));
        done.push(owner.holder);
      }),
    );
  return { ask, done };
}
