import { QUALITY_GROUPS } from '../../release/measures.ts';
import type { GroupWeights } from '../../release/quality-overall.ts';
import type { Release } from '../catalogue/release.ts';
import * as field from '../field.ts';
import { canonicalShares, weightsParameter as parameter, sharesOf } from '../parameters/weights.ts';

export type QualityGroupName = (typeof QUALITY_GROUPS)[number];

/** An object with one value per group. */
export function byGroup<Value>(of: (group: QualityGroupName) => Value): Record<QualityGroupName, Value> {
  return Object.fromEntries(QUALITY_GROUPS.map((group) => [group, of(group)])) as Record<
    QualityGroupName,
    Value
  >;
}

export const groupWeightsParameter = parameter(
  `Your own weights for the groups in the overall score: \`healthcare:0.5,safety:0.5\`. Groups that you leave out do not count. Weights are scaled to add up to 1; the response lists the weights used. With your own weights, there is no rank. Groups: ${QUALITY_GROUPS.join(', ')}.`,
);

export const GroupWeightsSchema = field.part(
  'How much each group counts in the overall score. The weights add up to 1; a group with weight 0 is shown but does not count.',
  byGroup((group) => field.number(`Weight of ${group}.`)),
);

/** Weights, and whether they are those of the release, by which overall scores are ranked. */
export interface AskedWeights {
  weights: GroupWeights;
  ours: boolean;
}

/** The requested weights; those of the release when none are given. Throws a Problem that names what is wrong. */
export function groupWeightsOf(release: Release, text: string | undefined): AskedWeights {
  if (text === undefined) return { weights: release.groupWeights, ours: true };
  const names = QUALITY_GROUPS.filter((name) => release.scoredGroups.has(name));
  const shares = sharesOf(text, { names, plural: 'groups', example: 'healthcare:0.5' });
  return { weights: new Map(Object.entries(shares)), ours: false };
}

export function shownWeights({ weights }: AskedWeights): Record<QualityGroupName, number> {
  return byGroup((group) => weights.get(group) ?? 0);
}

/** The canonical text of weights: equal weights have equal texts. */
export function canonicalWeights(asked: AskedWeights): string {
  return asked.ours ? '' : canonicalShares(shownWeights(asked), QUALITY_GROUPS);
}
