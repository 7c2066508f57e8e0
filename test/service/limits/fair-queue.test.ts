import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FairQueue, TwoTierQueue } from '../../../src/service/limits/fair-queue.ts';

interface Work {
  holder: string;
  cost: number;
  number: number;
}

const work = fc.array(
  fc.record({ holder: fc.constantFrom<string>('a', 'b', 'c', 'd'), cost: fc.integer({ min: 1, max: 20 }) }),
  { maxLength: 200 },
);

function filled(items: readonly Omit<Work, 'number'>[]): FairQueue<Work> {
  const queue = new FairQueue<Work>();
  for (const [number, item] of items.entries()) queue.push(item.holder, { ...item, number });
  return queue;
}

test('every item comes out once, in order for each holder', () => {
  fc.assert(
    fc.property(work, (items) => {
      const queue = filled(items);
      const served: Work[] = [];
      while (
        queue.serveNext((item) => {
          served.push(item);
          return item.cost;
        })
      );
      assert.equal(queue.length, 0);
      assert.equal(served.length, items.length);
      for (const ofHolder of Map.groupBy(served, ({ holder }) => holder).values()) {
        const numbers = ofHolder.map(({ number }) => number);
        assert.deepEqual(
          numbers,
          numbers.toSorted((one, other) => one - other),
        );
      }
    }),
  );
});

test('two holders with waiting items never differ by more than the cost of their largest items', () => {
  fc.assert(
    fc.property(work, (items) => {
      const queue = filled(items);
      const waiting = Map.groupBy(items, ({ holder }) => holder);
      const left = new Map([...waiting].map(([holder, all]) => [holder, all.length]));
      const received = new Map([...waiting.keys()].map((holder) => [holder, 0]));
      const largest = Math.max(0, ...items.map(({ cost }) => cost));
      while (
        queue.serveNext(({ holder, cost }) => {
          received.set(holder, (received.get(holder) ?? 0) + cost);
          left.set(holder, (left.get(holder) ?? 0) - 1);
          return cost;
        })
      ) {
        const backlogged = [...received].filter(([holder]) => (left.get(holder) ?? 0) > 0);
        const parts = backlogged.map(([, cost]) => cost);
        assert.ok(Math.max(...parts, 0) - Math.min(...parts, Number.POSITIVE_INFINITY) <= 2 * largest);
      }
    }),
  );
});

test('a holder with a single item waits for at most one item of each other holder', () => {
  fc.assert(
    fc.property(work, fc.nat({ max: 200 }), (items, before) => {
      const queue = filled(items);
      for (let served = 0; served < before && queue.length > 0; served++) queue.serveNext(({ cost }) => cost);
      queue.push('newcomer', { holder: 'newcomer', cost: 1, number: -1 });
      const ahead: string[] = [];
      for (let isServed = false; !isServed; )
        queue.serveNext(({ holder, cost }) => {
          isServed = holder === 'newcomer';
          if (!isServed) ahead.push(holder);
          return cost;
        });
      assert.equal(new Set(ahead).size, ahead.length, ahead.join());
    }),
  );
});

test('the oldest items of each holder can be removed, and the newest of the holder with the most', () => {
  const queue = new FairQueue<number>();
  for (const item of [1, 3, 5, 7]) queue.push('odd', item);
  for (const item of [2, 4]) queue.push('even', item);
  assert.deepEqual(
    queue.takeOldest((item) => item < 4),
    [1, 3, 2],
  );
  assert.equal(queue.takeFromLongest(), 7);
  assert.equal(queue.length, 2);
  const served: number[] = [];
  while (queue.serveNext((item) => served.push(item)));
  assert.deepEqual(served.toSorted(), [4, 5]);
});

test('what a holder had without waiting counts when it comes to wait', () => {
  const queue = new FairQueue<string>();
  queue.charge('greedy', 30);
  for (const item of ['greedy 1', 'greedy 2']) queue.push('greedy', item);
  for (const item of ['modest 1', 'modest 2']) queue.push('modest', item);
  const served: string[] = [];
  while (queue.serveNext((item) => served.push(item) && 10));
  assert.deepEqual(served, ['modest 1', 'modest 2', 'greedy 1', 'greedy 2']);
});

test('a customer waits for at most one item of strangers, who share their part equally', () => {
  fc.assert(
    fc.property(work, (items) => {
      const queue = new TwoTierQueue<Work>();
      for (const [number, item] of items.entries())
        queue.push({ holder: item.holder, isStranger: true }, { ...item, number });
      queue.serveNext(({ cost }) => cost);
      queue.push({ holder: 'a' }, { holder: 'customer', cost: 1, number: -1 });
      const served: string[] = [];
      while (
        queue.serveNext(({ holder, cost }) => {
          served.push(holder);
          return cost;
        })
      );
      assert.ok(served.indexOf('customer') <= 1, served.join());
      assert.equal(served.length, Math.max(1, items.length));
    }),
  );
});

test('items of strangers are removed like others, and no place of one is left', () => {
  const queue = new TwoTierQueue<number>();
  for (const item of [1, 3, 5]) queue.push({ holder: 'odd', isStranger: true }, item);
  for (const item of [2, 4]) queue.push({ holder: 'even' }, item);
  assert.deepEqual(
    queue.takeOldest((item) => item < 3),
    [2, 1],
  );
  assert.equal(queue.takeFromLongest(), 5);
  const served: number[] = [];
  while (queue.serveNext((item) => served.push(item)));
  assert.deepEqual(served.toSorted(), [3, 4]);
  assert.equal(queue.length, 0);
});
