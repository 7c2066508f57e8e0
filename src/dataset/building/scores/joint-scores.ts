import { mean, sampleVariance } from 'simple-statistics';

/** An estimate of a score that was not measured, from those that were, and its variance. */
export interface ExpectedScore {
  value: number;
  variance: number;
}

/** Pseudo-observations with unrelated scores: they shrink correlations that are based on few places. */
const PRIOR_PLACES = 10;
const MOST_ROUNDS = 100;
/** The fit has converged if no mean moves by more points than this, and no covariance by a larger share of the variances. */
const CONVERGED = 0.001;

/**
 * How the scores of a place are correlated: a multivariate normal distribution, fitted by expectation and maximization to places
 * that lack some scores (Little and Rubin, Statistical Analysis with Missing Data, chapter 8). Missing scores are predicted from
 * the known ones, as a linear regression would do.
 */
export class JointScores {
  readonly #mean: number[];
  readonly #covariance: Matrix;

  /** @param places rows of scores in points, in one order; null where one is not known */
  constructor(places: readonly (readonly (number | null)[])[]) {
    const width = places[0]?.length ?? 0;
    const columns = Array.from({ length: width }, (_, index) => places.flatMap((row) => row[index] ?? []));
    this.#mean = columns.map((column) => (column.length === 0 ? 0 : mean(column)));
    const variances = columns.map((column) => (column.length < 2 ? 0 : sampleVariance(column)));
    this.#covariance = variances.map((variance, row) =>
      Float64Array.from(variances, (_, column) => (row === column ? variance : 0)),
    );
    const patterns = [...Map.groupBy(places, patternOf).values()];
    for (let round = 0; round < MOST_ROUNDS; round++)
      if (this.#improve(patterns, variances, places.length) < CONVERGED) break;
  }

  /** By position, the expected scores where the row has null; undefined where it has a score. */
  expect(row: readonly (number | null)[]): (ExpectedScore | undefined)[] {
    const swept = this.#conditional(row);
    const expected = this.#fill(row, swept);
    return row.map((score, index) =>
      score === null
        ? { value: at(expected, index), variance: Math.max(0, at(swept[index], index)) }
        : undefined,
    );
  }

  /** One round of expectation and maximization; returns the largest move of a mean or covariance. */
  #improve(
    patterns: readonly (readonly (readonly (number | null)[])[])[],
    variances: readonly number[],
    places: number,
  ): number {
    const filled: number[][] = [];
    const scatter = variances.map(() => new Float64Array(variances.length));
    for (const rows of patterns) {
      const [first] = rows;
      if (first === undefined) continue;
      const swept = this.#conditional(first);
      const missing = indicesOf(first, (score) => score === null);
      for (const row of missing) {
        const line = scatter[row];
        if (line === undefined) continue;
        for (const column of missing) line[column] = at(line, column) + rows.length * at(swept[row], column);
      }
      for (const row of rows) filled.push(this.#fill(row, swept));
    }
    const means = variances.map((_, index) => mean(filled.map((row) => at(row, index))));
    const deviations = new Float64Array(variances.length);
    for (const row of filled) {
      for (let index = 0; index < row.length; index++) deviations[index] = at(row, index) - at(means, index);
      for (let left = 0; left < scatter.length; left++)
        addMultiple(scatter[left], at(deviations, left), deviations);
    }
    let moved = Math.max(...means.map((value, index) => Math.abs(value - at(this.#mean, index))));
    for (const [left, row] of scatter.entries()) {
      this.#mean[left] = at(means, left);
      for (const [right, sum] of row.entries()) {
        const prior = left === right ? PRIOR_PLACES * at(variances, left) : 0;
        const line = this.#covariance[left];
        if (line === undefined) continue;
        const covariance = (sum + prior) / (places + PRIOR_PLACES);
        const scale = Math.sqrt(at(variances, left) * at(variances, right));
        if (scale > 0) moved = Math.max(moved, Math.abs(covariance - at(line, right)) / scale);
        line[right] = covariance;
      }
    }
    return moved;
  }

  /** The covariances, swept by the known scores of the row. */
  #conditional(row: readonly (number | null)[]): Matrix {
    const swept = this.#covariance.map((line) => line.slice());
    for (const index of indicesOf(row, (score) => score !== null)) sweep(swept, index);
    return swept;
  }

  #fill(row: readonly (number | null)[], swept: Matrix): number[] {
    const known = indicesOf(row, (score) => score !== null);
    return row.map((score, index) => {
      if (score !== null) return score;
      const line = swept[index];
      let value = at(this.#mean, index);
      for (const other of known) value += at(line, other) * ((row[other] ?? 0) - at(this.#mean, other));
      return value;
    });
  }
}

/** Its lines. A build spends a quarter of its time on a few of them, so that loops over them are plain. */
type Matrix = Float64Array[];

/**
 * The sweep operator: after it has been applied to the known variables, the rows of the others hold their regression on the
 * known ones, and the covariance that this leaves.
 */
function sweep(matrix: Matrix, pivot: number): void {
  const divisor = at(matrix[pivot], pivot);
  if (!(divisor > 0)) return;
  const line = (matrix[pivot] ?? new Float64Array()).map((value) => value / divisor);
  for (const [row, values] of matrix.entries()) {
    if (row === pivot) continue;
    const factor = at(values, pivot);
    addMultiple(values, -factor, line);
    values[pivot] = factor / divisor;
  }
  line[pivot] = -1 / divisor;
  matrix[pivot] = line;
}

function addMultiple(to: Float64Array | undefined, factor: number, line: Float64Array): void {
  if (to === undefined) return;
  for (let index = 0; index < to.length; index++)
    to[index] = (to[index] ?? Number.NaN) + factor * (line[index] ?? Number.NaN);
}

function patternOf(row: readonly (number | null)[]): string {
  return row.map((score) => (score === null ? 0 : 1)).join('');
}

function indicesOf<Value>(values: readonly Value[], satisfies: (value: Value) => boolean): number[] {
  return values.flatMap((value, index) => (satisfies(value) ? [index] : []));
}

/** An element whose index is in range, which the type checker cannot know. */
function at(values: ArrayLike<number> | undefined, index: number): number {
  return values?.[index] ?? Number.NaN;
}
