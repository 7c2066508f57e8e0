import { mean, median, sampleRankCorrelation } from 'simple-statistics';
import { Z80 } from '../../../release/cost-estimates.ts';
import { hundredths, percent } from './markdown.ts';

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

/** One of the trials that are all compared with each other. */
export function worldTrial(observed: number, predicted: number, baseline: number, variance: number): Trial {
  return { group: 'world', observed, predicted, baseline, variance };
}

/** The trials less the means of what was observed and of what was predicted: the others do not say the level. */
export function centred<Of extends Trial>(trials: readonly Of[]): Of[] {
  const observedMean = mean(trials.map(({ observed }) => observed));
  const predictedMean = mean(trials.map(({ predicted }) => predicted));
  return trials.map((one) => ({
    ...one,
    observed: one.observed - observedMean,
    predicted: one.predicted - predictedMean,
  }));
}

export type Accuracy = ReturnType<typeof accuracyOf>;

export function accuracyOf(trials: readonly Trial[]) {
  const groups = [...Map.groupBy(trials, ({ group }) => group).values()];
  return {
    points: trials.length,
    groups: groups.length,
    /** Spearman's rank correlation of all points; null if there is only one value. */
    rankCorrelation: rankCorrelation(trials),
    /** The mean of the groups with at least five points, weighted by their number of points. */
    rankCorrelationWithin: rankCorrelationWithin(groups.filter((group) => group.length >= 5)),
    medianError: median(trials.map(({ observed, predicted }) => Math.abs(observed - predicted))),
    baselineMedianError: median(trials.map(({ observed, baseline }) => Math.abs(observed - baseline))),
    /** Share of the observed figures within the 80 % interval. */
    coverage:
      trials.filter(
        ({ observed, predicted, variance }) => Math.abs(observed - predicted) <= Z80 * Math.sqrt(variance),
      ).length / trials.length,
  };
}

/** The coverage with every group counting equally, whatever its number of figures. */
export function coverageOfGroups(trials: readonly Trial[]): number {
  return mean(coverageByGroup(trials));
}

/** The coverage of each group. */
export function coverageByGroup(trials: readonly Trial[]): number[] {
  return [...Map.groupBy(trials, ({ group }) => group).values()].map((group) => accuracyOf(group).coverage);
}

/** With fewer figures, no accuracy is shown. */
export const FEWEST = 8;

/** What tables show of figures that were left out in several ways. */
const SHOWN = {
  'Rank correlation': ({ rankCorrelationWithin }: Accuracy) => hundredths(rankCorrelationWithin),
  'Median error': ({ medianError }: Accuracy) => percent(medianError),
  'In the interval': ({ coverage }: Accuracy) => hundredths(coverage),
};
type Shown = keyof typeof SHOWN;

/** The headings of the columns of `accuracyColumns`. */
export function accuracyHeadings(shown: readonly Shown[], leftOut: readonly string[]): string[] {
  return shown.flatMap((what) => leftOut.map((of, at) => (at === 0 ? `>${what}: ${of} left out` : `>${of}`)));
}

/** Each of these for every way of leaving out. */
export function accuracyColumns(shown: readonly Shown[], trials: readonly (readonly Trial[])[]): string[] {
  const accuracies = trials.map((some) => (some.length < FEWEST ? undefined : accuracyOf(some)));
  return shown.flatMap((what) =>
    accuracies.map((accuracy) => (accuracy === undefined ? '' : SHOWN[what](accuracy))),
  );
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

/** Spearman's: Pearson's correlation of the ranks; places that tie share the mean of their ranks. */
export function rankCorrelation(trials: readonly { observed: number; predicted: number }[]): number | null {
  if (trials.length < 2) return null;
  const correlation = sampleRankCorrelation(
    trials.map(({ observed }) => observed),
    trials.map(({ predicted }) => predicted),
  );
  return Number.isNaN(correlation) ? null : correlation;
}
