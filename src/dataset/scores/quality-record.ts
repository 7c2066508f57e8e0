import type { QualityRecord } from '../../release/quality-records.ts';
import type { PlaceScore } from './place-scores.ts';
import { recordsOf } from './quality-score.ts';

/** The scores of a place without the figures that they are made of. */
export function qualityRecord({ quality, ranking, groups }: PlaceScore): QualityRecord {
  const records = recordsOf(quality.groups);
  return {
    ...quality.overall,
    ranking,
    groups: Object.fromEntries(
      groups.flatMap(({ score: { group }, ranking: ofGroup }) => {
        const record = records[group];
        return record === undefined ? [] : [[group, { ...record, ranking: ofGroup }]];
      }),
    ),
  };
}
