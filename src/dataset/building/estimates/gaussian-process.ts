/**
 * Prediction of a Gaussian process from noisy observations (kriging with a known mean): with covariances K among the
 * observations (noise included) and k between one place and the observations,
 * mean = kᵀ K⁻¹ r, variance = c − kᵀ K⁻¹ k. K = L Lᵀ is factorized once; each place then costs O(n²).
 */
export class GaussianProcess {
  readonly #factor: Float64Array[];
  readonly #scores: Float64Array;

  /**
   * @param covariance symmetric and positive definite, by rows; only the lower triangle is read
   * @param residuals the observations less their expectation
   */
  constructor(covariance: readonly Float64Array[], residuals: Float64Array) {
    this.#factor = cholesky(covariance);
    this.#scores = forward(this.#factor, residuals);
  }

  /**
   * @param covariances of the place with each observation
   * @param variance of the place itself, before anything was observed
   */
  predict(covariances: Float64Array, variance: number): { mean: number; variance: number } {
    const projection = this.project(covariances);
    return { mean: this.mean(projection), variance: Math.max(0, variance - dot(projection, projection)) };
  }

  /** L⁻¹ k: two places' covariance, given the observations, is lower by the product of their projections. */
  project(covariances: Float64Array): Float64Array {
    return forward(this.#factor, covariances);
  }

  mean(projection: Float64Array): number {
    return dot(projection, this.#scores);
  }

  /** Log-likelihood of the observations, without the constant that depends only on their number. */
  logLikelihood(): number {
    const halfDeterminant = this.#factor.reduce((sum, line) => sum + Math.log(at(line, line.length - 1)), 0);
    return -dot(this.#scores, this.#scores) / 2 - halfDeterminant;
  }
}

/** Observations of a Gaussian process, by their positions. */
export interface Observations {
  /** Covariance of the residuals of two observations, noise included. */
  covariance: (left: number, right: number) => number;
  /** The observations less their expectation. */
  residuals: Float64Array;
}

/**
 * An approximation for thousands of observations: each place is predicted from a backbone, which is the same for all places, and
 * from the other observations nearest to it. Exact if these are all the observations.
 */
export class NearestProcess {
  readonly #observations: Observations;
  readonly #backbone: readonly number[];
  readonly #process: GaussianProcess;
  readonly #projections = new Map<number, Projection>();
  /** Covariances of two observations, given the backbone. Kept, because neighbouring places share most of them. */
  readonly #conditional = new Map<number, Map<number, number>>();

  constructor(observations: Observations, backbone: readonly number[]) {
    this.#observations = observations;
    this.#backbone = backbone;
    const { covariance, residuals } = observations;
    this.#process = new GaussianProcess(
      backbone.map((row, index) => mapped(backbone.slice(0, index + 1), (column) => covariance(row, column))),
      Float64Array.from(backbone, (one) => at(residuals, one)),
    );
  }

  /**
   * @param covariance of the place with an observation
   * @param variance of the place itself, before anything was observed
   * @param nearest observations that are not of the backbone
   */
  predict(
    covariance: (observation: number) => number,
    variance: number,
    nearest: readonly number[],
  ): { mean: number; variance: number } {
    const projection = this.#process.project(mapped(this.#backbone, covariance));
    const mean = this.#process.mean(projection);
    const left = variance - dot(projection, projection);
    if (nearest.length === 0) return { mean, variance: Math.max(0, left) };
    const known = nearest.map((one) => this.#projectionOf(one));
    const local = new GaussianProcess(
      nearest.map((row, index) => this.#givenRow(row, nearest, index + 1, known)),
      Float64Array.from(known, ({ residual }) => residual),
    );
    const covariances = mapped(
      nearest,
      (one, index) => covariance(one) - dot(projection, known[index]?.projection ?? projection),
    );
    const correction = local.predict(covariances, left);
    return { mean: mean + correction.mean, variance: correction.variance };
  }

  /**
   * Covariances of an observation with others, given the backbone.
   *
   * @param count of the others, the last of which is the observation
   * @param known projection of each of the others
   */
  #givenRow(
    row: number,
    others: readonly number[],
    count: number,
    known: readonly Projection[],
  ): Float64Array {
    let found = this.#conditional.get(row);
    if (found === undefined) {
      found = new Map();
      this.#conditional.set(row, found);
    }
    const line = new Float64Array(count);
    for (let column = 0; column < count; column++) {
      const other = others[column] ?? row;
      let given = found.get(other);
      if (given === undefined) {
        const [ofRow, ofOther] = [this.#projectionOf(row), known[column] ?? this.#projectionOf(other)];
        given = this.#observations.covariance(row, other) - dot(ofRow.projection, ofOther.projection);
        found.set(other, given);
      }
      line[column] = given;
    }
    return line;
  }

  #projectionOf(observation: number): Projection {
    let known = this.#projections.get(observation);
    if (known === undefined) {
      const { covariance, residuals } = this.#observations;
      const projection = this.#process.project(mapped(this.#backbone, (one) => covariance(observation, one)));
      known = { projection, residual: at(residuals, observation) - this.#process.mean(projection) };
      this.#projections.set(observation, known);
    }
    return known;
  }
}

/** An observation that is not of the backbone, given the backbone. */
interface Projection {
  projection: Float64Array;
  /** The observation less its expectation from the backbone. */
  residual: number;
}

/** Lower triangular L with L Lᵀ = the matrix, as rows of growing length; only the lower triangle is read. */
export function cholesky(matrix: readonly Float64Array[]): Float64Array[] {
  const factor: Float64Array[] = [];
  for (const [row, values] of matrix.entries()) {
    const line = new Float64Array(row + 1);
    substitute(factor, values, line);
    let pivot = at(values, row);
    for (let column = 0; column < row; column++) pivot -= at(line, column) * at(line, column);
    if (!(pivot > 0))
      throw new RangeError(`the covariance is not positive definite: pivot ${pivot} in row ${row}`);
    line[row] = Math.sqrt(pivot);
    factor.push(line);
  }
  return factor;
}

/** Solves L x = b. */
function forward(factor: readonly Float64Array[], right: Float64Array): Float64Array {
  const solution = new Float64Array(right.length);
  substitute(factor, right, solution);
  return solution;
}

/**
 * Solves L x = b for as many elements as the factor has rows, four rows at a time. A processor has to finish one addition to a
 * sum before the next, but can work on four sums at once, so this takes half the time. Each sum still adds its terms in the same
 * order, so results are identical to the last bit.
 */
function substitute(factor: readonly Float64Array[], right: Float64Array, solution: Float64Array): void {
  const rows = factor.length;
  let row = 0;
  for (; row + 3 < rows; row += 4) {
    const first = factor[row] as Float64Array;
    const second = factor[row + 1] as Float64Array;
    const third = factor[row + 2] as Float64Array;
    const fourth = factor[row + 3] as Float64Array;
    let ofFirst = at(right, row);
    let ofSecond = at(right, row + 1);
    let ofThird = at(right, row + 2);
    let ofFourth = at(right, row + 3);
    for (let column = 0; column < row; column++) {
      const known = at(solution, column);
      ofFirst -= at(first, column) * known;
      ofSecond -= at(second, column) * known;
      ofThird -= at(third, column) * known;
      ofFourth -= at(fourth, column) * known;
    }
    ofFirst /= at(first, row);
    ofSecond = (ofSecond - at(second, row) * ofFirst) / at(second, row + 1);
    ofThird = (ofThird - at(third, row) * ofFirst - at(third, row + 1) * ofSecond) / at(third, row + 2);
    ofFourth =
      (ofFourth -
        at(fourth, row) * ofFirst -
        at(fourth, row + 1) * ofSecond -
        at(fourth, row + 2) * ofThird) /
      at(fourth, row + 3);
    solution[row] = ofFirst;
    solution[row + 1] = ofSecond;
    solution[row + 2] = ofThird;
    solution[row + 3] = ofFourth;
  }
  for (; row < rows; row++) {
    const line = factor[row] as Float64Array;
    let sum = at(right, row);
    for (let column = 0; column < row; column++) sum -= at(line, column) * at(solution, column);
    solution[row] = sum / at(line, row);
  }
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += at(left, index) * at(right, index);
  return sum;
}

/** Like `Float64Array.from`, which takes several times as long. */
function mapped(values: readonly number[], of: (value: number, index: number) => number): Float64Array {
  const results = new Float64Array(values.length);
  for (let index = 0; index < values.length; index++) results[index] = of(values[index] ?? Number.NaN, index);
  return results;
}

/** An element whose index is in range, which the type checker cannot know. */
export function at(values: Float64Array, index: number): number {
  return values[index] ?? Number.NaN;
}
