import type { Grain } from '../../catalogue/release-schema.ts';
import type { PlaceScore, Ranking } from './place-scores.ts';
import type { Coverage, GroupScore, QualityScore, ScoredIndicator } from './quality-score.ts';

/** The scores of a place as a release keeps them: without the figures, which it has already. */
export interface QualityRecord {
  score: number | null;
  reason: QualityScore['reason'];
  grain: Grain | null;
  coverage: Coverage;
  ranking: Ranking | null;
  /** By group. */
  groups: Record<string, GroupRecord>;
}

export interface GroupRecord {
  score: number | null;
  reason: GroupScore['reason'];
  grain: Grain | null;
  coverage: Coverage;
  ranking: Ranking | null;
  /** By metric, every one that has goalposts. */
  indicators: Record<string, Pick<ScoredIndicator, 'score' | 'reason'>>;
}

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
