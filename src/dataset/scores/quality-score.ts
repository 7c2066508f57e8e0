import { bestByMetric, periodEnd } from '../../release/best-figures.ts';
import { widestGrain } from '../../release/grain.ts';
import type { GroupRecord, IndicatorRecord, QualityRecord } from '../../release/quality-records.ts';
import type { Observation } from '../../release/schema.ts';
import { FEWEST_GROUPS, meanScore } from '../../release/score-difference.ts';
import { type Goalpost, scoreOf } from './goalposts.ts';

/** How one place does by one metric that has goalposts. */
export interface ScoredIndicator extends IndicatorRecord {
  metric: string;
  /** The figure that is scored, or would be if it were not stale; null when no source has one. */
  observation: Observation | null;
}

export interface GroupScore extends Omit<GroupRecord, 'ranking' | 'indicators'> {
  group: string;
  indicators: ScoredIndicator[];
}

export interface QualityScore extends Omit<QualityRecord, 'ranking' | 'groups'> {
  /** Every group with goalposts, by name. */
  groups: GroupScore[];
}

/** A figure whose period ended longer before the release describes another time, and is shown without a score. */
const OLDEST_YEARS = 10;

/**
 * Scores a place by all figures known for it: its own and, for a city, those of its country.
 *
 * @param year the year of the release, from which the age of a figure counts
 */
export function scoreQuality(
  observations: readonly Observation[],
  goalposts: readonly Goalpost[],
  year: number,
): QualityScore {
  const best = bestByMetric(observations);
  const groups = [...Map.groupBy(goalposts, ({ group }) => group)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([group, ofGroup]) => {
      const indicators = ofGroup.map((goalpost) => scoreIndicator(best.get(goalpost.metric), goalpost, year));
      return scoreGroup(group, indicators);
    });
  const scored = groups.filter(isScored);
  const enough = scored.length >= FEWEST_GROUPS;
  return {
    score: enough ? meanScore(scored.map(({ score }) => score)) : null,
    reason: enough ? null : 'too_few_groups',
    grain: enough ? (widestGrain(scored.flatMap(({ grain }) => grain ?? [])) ?? null) : null,
    coverage: { scored: scored.length, of: groups.length },
    groups,
  };
}

function scoreIndicator(
  observation: Observation | undefined,
  goalpost: Goalpost,
  year: number,
): ScoredIndicator {
  const { metric } = goalpost;
  if (observation === undefined) return { metric, observation: null, score: null, reason: 'no_source' };
  const ended = Number(periodEnd(observation.period).slice(0, 4));
  if (!(year - ended <= OLDEST_YEARS)) return { metric, observation, score: null, reason: 'stale' };
  return { metric, observation, score: scoreOf(observation.value, goalpost), reason: null };
}

function scoreGroup(group: string, indicators: ScoredIndicator[]): GroupScore {
  const scored = indicators.filter(isScored);
  const coverage = { scored: scored.length, of: indicators.length };
  // With less than half of its indicators a group's mean would be about something else.
  if (scored.length === 0 || scored.length * 2 < indicators.length)
    return { group, score: null, reason: reasonOf(indicators), grain: null, coverage, indicators };
  return {
    group,
    score: meanScore(scored.map(({ score }) => score)),
    reason: null,
    grain: widestGrain(scored.flatMap(({ observation }) => observation?.grain ?? [])) ?? null,
    coverage,
    indicators,
  };
}

function reasonOf(indicators: readonly ScoredIndicator[]): GroupScore['reason'] {
  if (indicators.some(isScored)) return 'too_few_indicators';
  return indicators.some(({ reason }) => reason === 'stale') ? 'stale' : 'no_source';
}

function isScored<Part extends { score: number | null }>(part: Part): part is Part & { score: number } {
  return part.score !== null;
}
