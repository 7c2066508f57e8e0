import { Z80 } from '../../../release/cost-estimates.ts';

/** An official figure that an estimate did not use, and the estimate's prediction of it. All in natural logarithms. */
export interface Trial {
  /** The group within which places are compared: a country, or a series of rents. */
  group: string;
  observed: number;
  predicted: number;
  /** The prediction without the estimate: mostly that the city equals its country. */
  baseline: number;
  variance: number;
}

export interface Accuracy {
  points: number;
  groups: number;
  /** Spearman's rank correlation of all points; null if there is only one value. */
  rankCorrelation: number | null;
  /** The mean of the groups with at least five points, weighted by their number of points. */
  rankCorrelationWithin: number | null;
  medianError: number;
  baselineMedianError: number;
  /** Share of the observed figures within the 80 % interval. */
  coverage: number;
}

export function accuracyOf(trials: readonly Trial[]): Accuracy {
  const groups = [...Map.groupBy(trials, ({ group }) => group).values()];
  return {
    points: trials.length,
    groups: groups.length,
    rankCorrelation: rankCorrelation(trials),
    rankCorrelationWithin: rankCorrelationWithin(groups.filter((group) => group.length >= 5)),
    medianError: median(trials.map(({ observed, predicted }) => Math.abs(observed - predicted))),
    baselineMedianError: median(trials.map(({ observed, baseline }) => Math.abs(observed - baseline))),
    coverage:
      trials.filter(
        ({ observed, predicted, variance }) => Math.abs(observed - predicted) <= Z80 * Math.sqrt(variance),
      ).length / trials.length,
  };
}

/** The coverage with every group counting equally, whatever its number of figures. */
export function coverageOfGroups(trials: readonly Trial[]): number {
  const shares = [...Map.groupBy(trials, ({ group }) => group).values()].map(
    (group) => accuracyOf(group).coverage,
  );
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function rankCorrelationWithin(groups: readonly (readonly Trial[])[]): number | null {
  let sum = 0;
  let points = 0;
  for (const group of groups) {
    const correlation = rankCorrelation(group);
    if (correlation === null) continue;
    sum += correlation * group.length;
    points += group.length;
  }
  return points === 0 ? null : sum / points;
}

/** Pearson's correlation of the ranks; places that tie share the mean of their ranks. */
export function rankCorrelation(trials: readonly { observed: number; predicted: number }[]): number | null {
  const left = ranks(trials.map(({ observed }) => observed));
  const right = ranks(trials.map(({ predicted }) => predicted));
  const middle = (trials.length - 1) / 2;
  let product = 0;
  let squaresLeft = 0;
  let squaresRight = 0;
  for (const [index, rank] of left.entries()) {
    const x = rank - middle;
    const y = (right[index] ?? 0) - middle;
    product += x * y;
    squaresLeft += x * x;
    squaresRight += y * y;
  }
  const norm = Math.sqrt(squaresLeft * squaresRight);
  return norm === 0 ? null : product / norm;
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const result = new Array<number>(values.length).fill(0);
  for (let first = 0; first < order.length; ) {
    let last = first;
    while (order[last + 1]?.value === order[first]?.value) last += 1;
    for (const { index } of order.slice(first, last + 1)) result[index] = (first + last) / 2;
    first = last + 1;
  }
  return result;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
