import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairsOf } from '../../../../src/dataset/reading/evaluation/coverage.ts';

const place = (group: string, observed: number, variance: number) => ({
  group,
  observed,
  predicted: 0,
  baseline: 0,
  variance,
});

test('pairs are of one group, what both share cancels, and their own variances add up', () => {
  const pairs = pairsOf([place('a', 1, 0.1), place('a', 3, 0.2), place('b', 5, 0.4)]);
  assert.deepEqual(
    pairs.map(({ group, observed, variance }) => [group, observed, Number(variance.toFixed(9))]),
    [
      ['a', -2, 0.3],
      ['a', 2, 0.3],
    ],
  );
});

test('figures less the mean of few have pairs as far apart as the figures themselves', () => {
  // Of two with a variance of 0.2 each, each is from their mean by a variance of 0.1, and from the other by one of 0.4.
  const pairs = pairsOf([place('a', -1, 0.1), place('a', 1, 0.1)], true);
  assert.deepEqual(
    pairs.map(({ observed, variance }) => [observed, Number(variance.toFixed(9))]),
    [
      [-2, 0.4],
      [2, 0.4],
    ],
  );
});

test('the pairs of a large group are bounded, and none is of a place with itself', () => {
  const places = Array.from({ length: 1000 }, (_, at) => place('a', at, 1));
  const pairs = pairsOf(places);
  assert.equal(pairs.length, 20_000);
  assert.ok(pairs.every(({ observed }) => observed !== 0));
  assert.ok(new Set(pairs.map(({ observed }) => Math.abs(observed))).size >= 20);
});
