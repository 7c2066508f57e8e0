import { bestByMetric, isStale } from '../../../release/best-figures.ts';
import type { IndicatorRecord } from '../../../release/quality-records.ts';
import type { Observation } from '../../../release/schema.ts';
import { type Goalpost, scoreOf } from './goalposts.ts';

/** A place's score for one metric with goalposts. */
export interface IndicatorScore extends Pick<IndicatorRecord, 'score' | 'reason'> {
  metric: string;
  /** The figure that is scored, or would be if it were not stale; null if no source has one. */
  observation: Observation | null;
}

/**
 * The scores of a place by metric, in the order of the goalposts, from all figures known for it: its own and, for a city, those
 * of its country.
 *
 * @param year the year of the release, from which the age of a figure counts
 */
export function indicatorScores(
  observations: readonly Observation[],
  goalposts: readonly Goalpost[],
  year: number,
): Map<string, IndicatorScore> {
  const best = bestByMetric(observations, year);
  return new Map(
    goalposts.map((goalpost) => [goalpost.metric, indicatorScore(best.get(goalpost.metric), goalpost, year)]),
  );
}

function indicatorScore(
  observation: Observation | undefined,
  goalpost: Goalpost,
  year: number,
): IndicatorScore {
  const { metric } = goalpost;
  if (observation === undefined) return { metric, observation: null, score: null, reason: 'no_source' };
  if (isStale(observation, year)) return { metric, observation, score: null, reason: 'stale' };
  return { metric, observation, score: scoreOf(observation.value, goalpost), reason: null };
}
