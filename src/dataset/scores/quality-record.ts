import type { GroupRecord, QualityRecord } from '../../release/quality-records.ts';
import type { PlaceScore } from './place-scores.ts';

/** The scores of a place without the figures that they are made of. */
export function qualityRecord({ overall, groups }: PlaceScore): QualityRecord {
  const { score, reason, grain, coverage } = overall.score;
  return {
    score,
    reason,
    grain,
    coverage,
    ranking: overall.ranking,
    groups: Object.fromEntries(groups.map((group) => [group.score.group, groupRecord(group)])),
  };
}

function groupRecord({ score: group, ranking }: PlaceScore['groups'][number]): GroupRecord {
  const { score, reason, grain, coverage, indicators } = group;
  return {
    score,
    reason,
    grain,
    coverage,
    ranking,
    indicators: Object.fromEntries(
      indicators.map((indicator) => [indicator.metric, { score: indicator.score, reason: indicator.reason }]),
    ),
  };
}
