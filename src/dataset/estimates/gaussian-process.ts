/**
 * Prediction of a Gaussian process from noisy observations (kriging with a known mean): with covariances K among the
 * observations (noise included) and k between one place and the observations,
 * mean = kᵀ K⁻¹ r, variance = c − kᵀ K⁻¹ k. K is factorized once; each place then costs O(n²).
 */
export class GaussianProcess {
  readonly #factor: Float64Array[];
  readonly #weights: Float64Array;

  /**
   * @param covariance symmetric and positive definite, by rows
   * @param residuals the observations less their expectation
   */
  constructor(covariance: readonly Float64Array[], residuals: Float64Array) {
    this.#factor = cholesky(covariance);
    this.#weights = backward(this.#factor, forward(this.#factor, residuals));
  }

  /**
   * @param covariances of the place with each observation
   * @param variance of the place itself, before anything was observed
   */
  predict(covariances: Float64Array, variance: number): { mean: number; variance: number } {
    let mean = 0;
    for (const [index, covariance] of covariances.entries()) mean += covariance * at(this.#weights, index);
    let explained = 0;
    for (const value of forward(this.#factor, covariances)) explained += value ** 2;
    return { mean, variance: Math.max(0, variance - explained) };
  }
}

/** Lower triangular L with L Lᵀ = the matrix, as rows of growing length. */
export function cholesky(matrix: readonly Float64Array[]): Float64Array[] {
  const factor: Float64Array[] = [];
  for (const [row, values] of matrix.entries()) {
    const line = new Float64Array(row + 1);
    for (let column = 0; column <= row; column++) {
      const other = column === row ? line : (factor[column] ?? line);
      let sum = at(values, column);
      for (let index = 0; index < column; index++) sum -= at(line, index) * at(other, index);
      if (column < row) line[column] = sum / at(other, column);
      else if (sum > 0) line[column] = Math.sqrt(sum);
      else throw new RangeError(`the covariance is not positive definite: pivot ${sum} in row ${row}`);
    }
    factor.push(line);
  }
  return factor;
}

/** Solves L x = b. */
function forward(factor: readonly Float64Array[], right: Float64Array): Float64Array {
  const solution = new Float64Array(right.length);
  for (const [row, line] of factor.entries()) {
    let sum = at(right, row);
    for (let column = 0; column < row; column++) sum -= at(line, column) * at(solution, column);
    solution[row] = sum / at(line, row);
  }
  return solution;
}

/** Solves Lᵀ x = b. */
function backward(factor: readonly Float64Array[], right: Float64Array): Float64Array {
  const solution = Float64Array.from(right);
  for (let row = factor.length - 1; row >= 0; row--) {
    const line = factor[row] ?? new Float64Array();
    const value = at(solution, row) / at(line, row);
    solution[row] = value;
    for (let column = 0; column < row; column++)
      solution[column] = at(solution, column) - at(line, column) * value;
  }
  return solution;
}

/** An element that is there: typed arrays have no holes, which the type checker cannot know. */
function at(values: Float64Array, index: number): number {
  return values[index] ?? Number.NaN;
}
