import { Z80 } from './cost-estimates.ts';
import { GRAINS, widestGrain } from './grain.ts';
import type { GroupRecord, MeasuredShares, Overall, ScoreError } from './quality-records.ts';
import { roundTo } from './round-to.ts';

/** By group: how much it counts. The weights add up to 1. */
export type GroupWeights = ReadonlyMap<string, number>;

/** With less of the weight measured, an overall score would be more of a guess than of a measurement. */
const LEAST_MEASURED = 0.5;

/**
 * The correlation of the local errors of two groups. A region that is better off than its country in one indicator is so in
 * those of other groups with a correlation of 0.08 to 0.23 (homicides, life expectancy, unemployment, PM2.5 in regions of the
 * OECD): 0.17 between indicators makes a quarter between means of two to four of them.
 */
const AMONG_GROUPS = 0.25;

/**
 * The overall score: the weighted mean of the same groups everywhere, so that it neither rises nor falls because a group is
 * missing. A group that was not measured counts with its estimate, and widens the interval. The errors that a country's cities
 * share are taken as independent, except those of estimated groups: these are estimated from the same other scores, so their
 * errors add up.
 */
export function overallOf(
  groups: Readonly<
    Record<string, Pick<GroupRecord, 'score' | 'value' | 'grain' | 'grains' | keyof ScoreError>>
  >,
  weights: GroupWeights,
): Overall {
  const counted = Object.entries(groups).flatMap(([name, group]) => {
    const weight = weights.get(name) ?? 0;
    return weight > 0 ? [{ name, group, weight }] : [];
  });
  const measured = counted.filter(({ group }) => group.score !== null);
  const estimated = counted.filter(({ group }) => group.score === null);
  const coverage = { scored: measured.length, of: counted.length };
  const share = measured.reduce((sum, { weight }) => sum + weight, 0);
  if (counted.length === 0 || share < LEAST_MEASURED - 1e-9)
    return {
      score: null,
      reason: 'too_few_groups',
      grain: null,
      grains: {},
      coverage,
      estimated: estimated.map(({ name }) => name),
      country_error: 0,
      local_error: 0,
    };
  const score = weightedMean(counted.map(({ group, weight }) => ({ value: group.value, weight })));
  const countryError = Math.hypot(
    ...measured.map(({ group, weight }) => weight * group.country_error),
    estimated.reduce((sum, { group, weight }) => sum + weight * group.country_error, 0),
  );
  const localErrors = counted.map(({ group, weight }) => weight * group.local_error);
  return {
    score,
    reason: null,
    grain: widestGrain(measured.flatMap(({ group }) => group.grain ?? [])) ?? null,
    grains: sharesOf(measured),
    coverage,
    estimated: estimated.map(({ name }) => name),
    country_error: toHundredth(countryError),
    local_error: toHundredth(correlatedSum(localErrors, AMONG_GROUPS)),
  };
}

/** @param groups with a score, and their weights; together at most 1 */
function sharesOf(groups: readonly { group: Pick<GroupRecord, 'grains'>; weight: number }[]): MeasuredShares {
  return Object.fromEntries(
    GRAINS.flatMap((grain) => {
      const share = groups.reduce((sum, { group, weight }) => sum + weight * (group.grains[grain] ?? 0), 0);
      return share > 0 ? [[grain, toHundredth(share)]] : [];
    }),
  );
}

/** Standard deviation of a sum of errors of which any two have this correlation. */
export function correlatedSum(errors: readonly number[], correlation: number): number {
  const sum = errors.reduce((total, error) => total + error, 0);
  return Math.sqrt((1 - correlation) * Math.hypot(...errors) ** 2 + correlation * sum ** 2);
}

/**
 * Means are of rounded scores, so that readers who recompute them from a response get the same result. Half a tenth goes up, even
 * if a sum of fractions falls just short of it.
 */
export function weightedMean(parts: readonly { value: number; weight: number }[]): number {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const tenths = parts.reduce((sum, { value, weight }) => sum + weight * Math.round(value * 10), 0);
  return Math.round(tenths / total + 1e-9) / 10;
}

/** The 80 % interval of a score, within its bounds. */
export function scoreInterval(value: number, { country_error, local_error }: ScoreError) {
  const reach = Z80 * Math.hypot(country_error, local_error);
  return { low: toTenth(Math.max(0, value - reach)), high: toTenth(Math.min(100, value + reach)) };
}

/** Standard error of the difference of two scores. An error that only one of two cities of a country has does not cancel. */
export function errorOfScores(left: ScoreError, right: ScoreError, sameCountry: boolean): number {
  const national = sameCountry
    ? Math.abs(left.country_error ** 2 - right.country_error ** 2)
    : left.country_error ** 2 + right.country_error ** 2;
  return Math.sqrt(national + left.local_error ** 2 + right.local_error ** 2);
}

export function toTenth(score: number): number {
  return roundTo(score, 10);
}

export function toHundredth(error: number): number {
  return roundTo(error, 100);
}
