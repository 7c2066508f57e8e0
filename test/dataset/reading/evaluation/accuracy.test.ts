import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  accuracyOf,
  rankCorrelation,
  type Trial,
} from '../../../../src/dataset/reading/evaluation/accuracy.ts';

test('rank correlation is 1 for the same order, −1 for the reverse, and shares ranks among ties', () => {
  const of = (pairs: [number, number][]) =>
    rankCorrelation(pairs.map(([observed, predicted]) => ({ observed, predicted })));
  assert.equal(
    of([
      [1, 10],
      [2, 200],
      [3, 3000],
    ]),
    1,
  );
  assert.equal(
    of([
      [1, 3],
      [2, 2],
      [3, 1],
    ]),
    -1,
  );
  assert.equal(
    of([
      [1, 1],
      [2, 1],
      [3, 1],
    ]),
    null,
  );
  // Ranks 1 2 3 4 against 1.5 1.5 3 4.
  assert(
    Math.abs(
      (of([
        [1, 5],
        [2, 5],
        [3, 6],
        [4, 7],
      ]) ?? 0) -
        4.5 / Math.sqrt(5 * 4.5),
    ) < 1e-12,
  );
});

test('errors are medians, and coverage the share within 1.28 standard deviations', () => {
  const { medianError, baselineMedianError, coverage, points, groups } = accuracyOf([
    trial(0, 0.1, 0.01),
    trial(0, 0.2, 0.01),
    trial(0, 0.12, 0.01),
    trial(1, 1.13, 0.01),
  ]);
  assert(Math.abs(medianError - 0.125) < 1e-12);
  assert.equal(baselineMedianError, 0);
  assert.equal(coverage, 0.5);
  assert.deepEqual([points, groups], [4, 1]);
});

test('the correlation within groups ignores how the groups differ', () => {
  const group = (name: string, level: number) =>
    [1, 2, 3, 4, 5].map((step) => ({ ...trial(level + step, -level + step, 1), group: name }));
  const { rankCorrelation: overall, rankCorrelationWithin } = accuracyOf([
    ...group('a', 0),
    ...group('b', 100),
  ]);
  assert(Math.abs((rankCorrelationWithin ?? 0) - 1) < 1e-12);
  assert((overall ?? 0) < 0);
});

function trial(observed: number, predicted: number, variance: number): Trial {
  return { group: 'all', observed, predicted, baseline: observed > 0 ? 1 : 0, variance };
}
