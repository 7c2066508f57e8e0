import { mean } from 'simple-statistics';
import type { IndicatorScore } from './indicator-scores.ts';
import { type ExpectedScore, JointScores } from './joint-scores.ts';
import type { LocalScore, ScoreErrors } from './score-errors.ts';
import { uncheckedErrors } from './unchecked-figures.ts';

/** By metric. */
export type Expectations = ReadonlyMap<string, ExpectedScore>;

/** With fewer countries, the relation of a metric's scores to others is not learned. */
const FEWEST_COUNTRIES = 30;
/** A country with a smaller share of known scores is not used to learn how scores relate. */
const LEAST_KNOWN = 0.5;

export type ExpectedScores = ReturnType<typeof expectedScores>;

/**
 * By country, the estimate of each score for a city without a figure: the country's own score, otherwise an estimate from its
 * other scores and from the scores of its cities and regions, each weighted by its certainty. From how scores relate also follows the error of figures that nobody can check.
 */
export function expectedScores(
  metrics: readonly string[],
  nationals: ReadonlyMap<string, ReadonlyMap<string, IndicatorScore>>,
  locals: readonly LocalScore[],
  errors: ScoreErrors,
  states: Parameters<typeof uncheckedErrors>[3],
) {
  const ofCountry = Map.groupBy(locals, ({ country }) => country);
  const known = new Map(
    [...nationals].map(([country, indicators]) => {
      const ofPlaces = Map.groupBy(ofCountry.get(country) ?? [], ({ metric }) => metric);
      const scores = metrics.map((metric): KnownScore => {
        const national = indicators.get(metric)?.score ?? null;
        if (national !== null) return { national, local: null };
        const places = ofPlaces.get(metric) ?? [];
        if (places.length === 0) return { national, local: null };
        const value = mean(places.map(({ score }) => score));
        return { national, local: { value, variance: errors.amongCities(metric) ** 2 / places.length } };
      });
      return [country, scores] as const;
    }),
  );
  const rows = [...known.values()].map((scores) =>
    scores.map(({ national, local }) => national ?? local?.value ?? null),
  );
  const learned = metrics.flatMap((_, index) =>
    rows.filter((row) => row[index] !== null).length >= FEWEST_COUNTRIES ? [index] : [],
  );
  const isWellKnown = (row: readonly (number | null)[]) =>
    learned.filter((index) => row[index] !== null).length >= LEAST_KNOWN * learned.length;
  const pick = (row: readonly (number | null)[]) => learned.map((index) => row[index] ?? null);
  const joint = new JointScores(rows.filter(isWellKnown).map(pick));
  const countries = [...known].map(([country, all]) => ({
    country,
    all,
    scores: pick(all.map(({ national }) => national)),
  }));
  const expectations = new Map(
    countries.map(({ country, all, scores }) => {
      const expected = joint.expect(scores);
      const byMetric = metrics.map((metric, index): [string, ExpectedScore] => {
        const { national, local } = all[index] ?? { national: null, local: null };
        if (national !== null) return [metric, { value: national, variance: 0 }];
        const regression = expected[learned.indexOf(index)] ?? UNKNOWN;
        return [metric, local === null ? regression : weighed(regression, local)];
      });
      return [country, new Map(byMetric)];
    }),
  );
  const learnedMetrics = learned.flatMap((index) => metrics[index] ?? []);
  return { expectations, unchecked: uncheckedErrors(learnedMetrics, countries, joint, states) };
}

interface KnownScore {
  national: number | null;
  /** The mean of the country's cities and regions, if there is no national score. */
  local: ExpectedScore | null;
}

/** For a metric that hardly any country has: any score between 0 and 100, equally likely. */
const UNKNOWN: ExpectedScore = { value: 50, variance: 100 ** 2 / 12 };

function weighed(left: ExpectedScore, right: ExpectedScore): ExpectedScore {
  const sum = left.variance + right.variance;
  if (sum === 0) return right;
  return {
    value: (left.value * right.variance + right.value * left.variance) / sum,
    variance: (left.variance * right.variance) / sum,
  };
}
