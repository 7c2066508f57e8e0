import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RankPool } from '../../../src/engine/catalogue/rank-pool.ts';

/** Figures from 1 to the count, none of which can be confused with another. */
const certain = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: index + 1, low: index + 0.9, high: index + 1.1 }));

test('fewer than fifty places have no ranks', () => {
  const [first] = certain(1);
  assert.ok(first);
  assert.equal(new RankPool(certain(49)).rankOf(first, true), null);
  assert.notEqual(new RankPool(certain(50)).rankOf(first, true), null);
});

test('places that can be told apart have one possible rank, and a band by it', () => {
  const pool = new RankPool(certain(100));
  const bandAt = (rank: number) => {
    const value = 101 - rank;
    const found = pool.rankOf({ value, low: value - 0.1, high: value + 0.1 }, true);
    assert.deepEqual([found?.rank, found?.first, found?.last, found?.of], [rank, rank, rank, 100]);
    return found?.band;
  };
  assert.deepEqual([1, 10, 11, 25, 26, 75, 76, 90, 91, 100].map(bandAt), [
    ...['top_tenth', 'top_tenth', 'top_quarter', 'top_quarter', 'middle_half', 'middle_half'],
    ...['bottom_quarter', 'bottom_quarter', 'bottom_tenth', 'bottom_tenth'],
  ]);
});

test('a place whose possible ranks fit in no band has none, and its neighbours do not count as told apart', () => {
  const found = new RankPool(certain(100)).rankOf({ value: 50, low: 10, high: 90 }, false);
  assert.deepEqual(found && [found.band, found.first, found.last, found.of], [null, 11, 92, 101]);
});

test('equal figures share a rank, and the next is as much further down', () => {
  const pool = new RankPool([...certain(100), ...certain(100)]);
  const rank = (value: number) => pool.rankOf({ value, low: value - 0.1, high: value + 0.1 }, true)?.rank;
  assert.deepEqual([rank(100), rank(99)], [1, 3]);
});
