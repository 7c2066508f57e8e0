import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cholesky, GaussianProcess } from '../../../../src/dataset/building/estimates/gaussian-process.ts';

test('a matrix’s factor times its transpose is the matrix', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.float({ min: -50, max: 50, noNaN: true }), { minLength: 12, maxLength: 12 }),
      (size, places) => {
        const matrix = covarianceOf(places.slice(0, size), 0.1);
        const factor = cholesky(matrix);
        for (const [row, values] of matrix.entries()) {
          for (const [column, value] of values.entries()) {
            const length = Math.min(row, column) + 1;
            let sum = 0;
            for (let index = 0; index < length; index++)
              sum += (factor[row]?.[index] ?? 0) * (factor[column]?.[index] ?? 0);
            assert(Math.abs(sum - value) < 1e-9);
          }
        }
      },
    ),
  );
});

test('four rows at a time give the same factor, to the last bit, as one element after the other', () => {
  for (let size = 1; size <= 30; size++) {
    const places = Array.from({ length: size }, (_, place) => (place * 37) % 101);
    const matrix = covarianceOf(places, 0.1);
    assert.deepEqual(cholesky(matrix), elementwise(matrix), `of ${size} rows`);
  }
});

/** The textbook algorithm, one element after another. */
function elementwise(matrix: readonly Float64Array[]): Float64Array[] {
  const factor = matrix.map((_, row) => new Float64Array(row + 1));
  const at = (row: number, column: number) => factor[row]?.[column] ?? Number.NaN;
  for (const [row, line] of factor.entries())
    for (const column of line.keys()) {
      let sum = matrix[row]?.[column] ?? Number.NaN;
      for (let index = 0; index < column; index++) sum -= at(row, index) * at(column, index);
      line[column] = row === column ? Math.sqrt(sum) : sum / at(column, column);
    }
  return factor;
}

test('a matrix that is not a covariance is refused', () => {
  assert.throws(() => cholesky([Float64Array.of(1, 2), Float64Array.of(2, 1)]), RangeError);
});

test('a prediction from one observation matches the hand calculation', () => {
  // c = 2, noise 0.5, k = 1, r = 3: mean = 1 ÷ 2.5 · 3, variance = 2 − 1 ÷ 2.5
  const process = new GaussianProcess([Float64Array.of(2.5)], Float64Array.of(3));
  const { mean, variance } = process.predict(Float64Array.of(1), 2);
  assert(Math.abs(mean - 1.2) < 1e-12);
  assert(Math.abs(variance - 1.6) < 1e-12);
});

test('without noise, an observed place is predicted exactly and with certainty', () => {
  const places = [0, 30, 80];
  const matrix = covarianceOf(places, 0);
  const process = new GaussianProcess(matrix, Float64Array.of(0.3, -0.1, 0.2));
  for (const [index, observed] of [0.3, -0.1, 0.2].entries()) {
    const { mean, variance } = process.predict(matrix[index] ?? new Float64Array(), 1);
    assert(Math.abs(mean - observed) < 1e-9);
    assert(variance < 1e-9);
  }
});

test('the nearer the observation, the more certain the prediction; far away, it has no effect', () => {
  const process = new GaussianProcess([Float64Array.of(1.1)], Float64Array.of(1));
  const variances = [0, 10, 40, 200, 5000].map(
    (distance) => process.predict(Float64Array.of(Math.exp(-distance / 40)), 1).variance,
  );
  assert.deepEqual(
    variances,
    variances.toSorted((left, right) => left - right),
  );
  assert(Math.abs((variances.at(-1) ?? 0) - 1) < 1e-9);
});

function covarianceOf(places: readonly number[], noise: number): Float64Array[] {
  return places.map((left, row) =>
    Float64Array.from(
      places,
      (right, column) => Math.exp(-Math.abs(left - right) / 40) + (row === column ? noise : 0),
    ),
  );
}
