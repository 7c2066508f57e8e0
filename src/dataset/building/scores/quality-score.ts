import { yearOf } from '../../../release/best-figures.ts';
import { widestGrain } from '../../../release/grain.ts';
import { correlatedSum, toHundredth, toTenth, weightedMean } from '../../../release/quality-overall.ts';
import type {
  GroupRecord,
  IndicatorRecord,
  MeasuredShares,
  Overall,
  ScoreError,
} from '../../../release/quality-records.ts';
import type { Observation } from '../../../release/schema.ts';
import type { Goalpost } from './goalposts.ts';
import type { IndicatorScore } from './indicator-scores.ts';
import type { ExpectedScore } from './joint-scores.ts';
import type { QualityWeights } from './quality-weights.ts';
import type { ScoreErrors } from './score-errors.ts';
import type { UncheckedErrors } from './unchecked-figures.ts';

export interface QualityScore {
  overall: Overall;
  /** Those that count, by name. */
  groups: readonly GroupScore[];
}

interface GroupName {
  country: string;
  group: string;
  /** Whether it is part of the overall score. */
  counts: boolean;
}

/** Cities that share all figures of a group share its score, and with it this object. */
export interface GroupScore extends GroupName, Omit<GroupRecord, 'indicators'> {
  indicators: readonly CountedIndicator[];
}

type CountedIndicator = IndicatorScore & IndicatorRecord & { weight: number };

/** The conventions by which all places are scored. */
export interface Scoring {
  goalposts: readonly Goalpost[];
  weights: QualityWeights;
  errors: ScoreErrors;
  unchecked: UncheckedErrors;
  /** The year of the release. */
  year: number;
}

/** With less of its weight measured, a group would be about something else. */
const LEAST_WEIGHT = 0.5;

/**
 * The correlation of the local errors of two indicators of a group. Between indicators of different groups it is 0.08 to 0.23 in
 * regions of the OECD; within a group it has to be more, and no two indicators of one group are known for the same regions.
 */
const WITHIN_GROUP = 0.5;

/**
 * The score of a group, for a city or for any city of a country without figures of its own.
 *
 * @param indicators of the group
 * @param expected by metric, the estimate for a city without a figure (see expectedScores)
 */
export function scoreGroup(
  { country, group }: Pick<GroupScore, 'country' | 'group'>,
  indicators: readonly IndicatorScore[],
  expected: ReadonlyMap<string, ExpectedScore>,
  scoring: Scoring,
): GroupScore {
  const counted = indicators.map((indicator) =>
    countedIndicator(country, indicator, expected.get(indicator.metric), scoring),
  );
  const counts = (scoring.weights.groups.get(group) ?? 0) > 0;
  return { country, group, counts, ...meanOf(counted), indicators: counted };
}

function countedIndicator(
  country: string,
  indicator: IndicatorScore,
  expected: ExpectedScore | undefined,
  { weights, errors, unchecked, year }: Scoring,
): CountedIndicator {
  const { metric, score, observation } = indicator;
  const weight = weights.indicators.get(metric)?.weight ?? 0;
  if (score !== null && observation !== null)
    return {
      ...indicator,
      weight,
      value: score,
      ...errorOf(country, observation, expected?.value ?? score, { errors, unchecked, year }),
    };
  const value = toTenth(Math.min(100, Math.max(0, expected?.value ?? 50)));
  return {
    ...indicator,
    weight,
    value,
    country_error: toHundredth(Math.sqrt(expected?.variance ?? 0)),
    local_error: toHundredth(errors.withinCountry(metric, country, value)),
  };
}

/**
 * How far the score of a figure may be from the city's true score today. Cities of a country share the errors of a national
 * figure (`country_error`); how a city differs from its country is an error of its own (`local_error`).
 *
 * @param nationalScore of the country, measured or expected; the figure's own score if neither is known
 */
function errorOf(
  country: string,
  observation: Observation,
  nationalScore: number,
  { errors, unchecked, year }: Pick<Scoring, 'errors' | 'unchecked' | 'year'>,
): ScoreError {
  const { metric, grain, period } = observation;
  const ofFigure = Math.hypot(
    errors.published(observation),
    errors.sinceYears(metric, year - yearOf(period)),
  );
  const publisher = Math.hypot(errors.amongPublishers(metric), unchecked.get(country)?.get(metric) ?? 0);
  const national = grain === 'country';
  const elsewhere = national
    ? errors.withinCountry(metric, country, nationalScore)
    : grain === 'city'
      ? 0
      : errors.withinRegion(metric, country, nationalScore);
  return {
    country_error: toHundredth(national ? Math.hypot(publisher, ofFigure) : publisher),
    local_error: toHundredth(national ? elsewhere : Math.hypot(elsewhere, ofFigure)),
  };
}

/**
 * Errors of national figures are added as if they were one error, because publishers draw several indicators from the same
 * surveys; at worst, that is too cautious. Departures of a city from its country in two indicators of a group are correlated
 * (WITHIN_GROUP).
 */
function meanOf(indicators: readonly CountedIndicator[]): Omit<GroupScore, keyof GroupName | 'indicators'> {
  const weighing = indicators.filter(({ weight }) => weight > 0);
  const measured = weighing.filter(({ score }) => score !== null);
  const share = measured.reduce((sum, { weight }) => sum + weight, 0);
  const enough = measured.length > 0 && share >= LEAST_WEIGHT - 1e-9;
  const value = weightedMean(weighing);
  const countryError = weighing.reduce((sum, { weight, country_error }) => sum + weight * country_error, 0);
  const localErrors = weighing.map(({ weight, local_error }) => weight * local_error);
  return {
    score: enough ? value : null,
    reason: enough ? null : reasonOf(weighing),
    value,
    grain: enough
      ? (widestGrain(measured.flatMap(({ observation }) => observation?.grain ?? [])) ?? null)
      : null,
    grains: sharesByGrain(measured),
    coverage: { scored: measured.length, of: weighing.length },
    country_error: toHundredth(countryError),
    local_error: toHundredth(correlatedSum(localErrors, WITHIN_GROUP)),
  };
}

function sharesByGrain(measured: readonly CountedIndicator[]): MeasuredShares {
  const shares: MeasuredShares = {};
  for (const { observation, weight } of measured)
    if (observation !== null)
      shares[observation.grain] = toHundredth((shares[observation.grain] ?? 0) + weight);
  return shares;
}

function reasonOf(indicators: readonly IndicatorScore[]): GroupScore['reason'] {
  if (indicators.some(({ score }) => score !== null)) return 'too_few_indicators';
  return indicators.some(({ reason }) => reason === 'stale') ? 'stale' : 'no_source';
}

/** The part of a group that a release keeps. */
export function groupRecord({ country, group, counts, indicators, ...score }: GroupScore): GroupRecord {
  const kept = indicators.map(({ metric, score: own, reason, value, country_error, local_error }) => [
    metric,
    { score: own, reason, value, country_error, local_error },
  ]);
  return { ...score, indicators: Object.fromEntries(kept) };
}
