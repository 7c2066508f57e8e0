import type { Grain, Observation } from '../../catalogue/release-schema.ts';
import { bestByMetric, periodEnd, widestGrain } from './best-figures.ts';
import { type Goalpost, meanScore, scoreOf } from './goalposts.ts';

/** How one place does by one metric that has goalposts. */
export interface ScoredIndicator {
  metric: string;
  /** The figure that is scored, or would be if it were not stale; null when no source has one. */
  observation: Observation | null;
  /** 0 to 100, to a tenth. */
  score: number | null;
  reason: 'no_source' | 'stale' | null;
}

export interface GroupScore {
  group: string;
  /** Mean of the indicators that have a score. */
  score: number | null;
  reason: 'no_source' | 'stale' | 'too_few_indicators' | null;
  /** Of the least local indicator that counts: a group with one national figure is no city's own. */
  grain: Grain | null;
  coverage: Coverage;
  indicators: ScoredIndicator[];
}

export interface QualityScore {
  /** Mean of the groups that have a score. */
  score: number | null;
  reason: 'too_few_groups' | null;
  /** Of the least local group that counts. */
  grain: Grain | null;
  coverage: Coverage;
  /** Every group with goalposts, by name. */
  groups: GroupScore[];
}

/** How many parts have a score, of how many. */
export interface Coverage {
  scored: number;
  of: number;
}

/** Fewer would make the overall score the opinion of one or two groups. */
const FEWEST_GROUPS = 5;
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
    grain: enough ? widestGrain(scored.flatMap(({ grain }) => grain ?? [])) : null,
    coverage: { scored: scored.length, of: groups.length },
    groups,
  };
}

/**
 * By how much the first of two places does better overall, by the groups that both have a score in: an overall score
 * that counts a group more, or a group less, is no fair comparison. Null when these are too few.
 */
export function scoreDifference(
  left: QualityScore,
  right: QualityScore,
): { groups: string[]; difference: number | null } {
  const ofRight = new Map(right.groups.filter(isScored).map(({ group, score }) => [group, score]));
  const shared = left.groups.filter(isScored).filter(({ group }) => ofRight.has(group));
  const groups = shared.map(({ group }) => group);
  if (groups.length < FEWEST_GROUPS) return { groups, difference: null };
  const [mean, otherMean] = [
    meanScore(shared.map(({ score }) => score)),
    meanScore(groups.map((group) => ofRight.get(group) ?? Number.NaN)),
  ];
  return { groups, difference: Math.round((mean - otherMean) * 10) / 10 };
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
    grain: widestGrain(scored.flatMap(({ observation }) => observation?.grain ?? [])),
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
