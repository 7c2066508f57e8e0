import type { QualityRecord } from './quality-records.ts';

/** From fewer groups, an overall score would be the opinion of one or two. */
export const FEWEST_GROUPS = 5;

/**
 * By how much the first of two places does better overall, by the groups that both have a score in: an overall score
 * that counts a group more, or a group less, is no fair comparison. Null when these are too few.
 */
export function scoreDifference(
  { groups: left }: Pick<QualityRecord, 'groups'>,
  { groups: right }: Pick<QualityRecord, 'groups'>,
): { groups: string[]; difference: number | null } {
  const shared = Object.entries(left).flatMap(([group, { score }]) => {
    const other = right[group]?.score ?? null;
    return score === null || other === null ? [] : [{ group, score, other }];
  });
  const groups = shared.map(({ group }) => group);
  if (groups.length < FEWEST_GROUPS) return { groups, difference: null };
  const mean = meanScore(shared.map(({ score }) => score));
  return { groups, difference: toTenth(mean - meanScore(shared.map(({ other }) => other))) };
}

/**
 * Every mean is taken of rounded scores, so that a reader who recomputes it from an answer finds what it says. The sum is
 * of whole tenths: one of fractions would depend on their order, and with it the rounding of a mean half-way.
 */
export function meanScore(scores: readonly number[]): number {
  const tenths = scores.reduce((sum, score) => sum + Math.round(score * 10), 0);
  return Math.round(tenths / scores.length) / 10;
}

export function toTenth(score: number): number {
  return Math.round(score * 10) / 10;
}
