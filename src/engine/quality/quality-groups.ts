import { SCORED_GROUPS } from '../../release/measures.ts';

/** In the order in which people ask about them; people's opinions of their city have no score. */
export const QUALITY_GROUPS = [...SCORED_GROUPS, 'opinions'] as const;
export type QualityGroupName = (typeof QUALITY_GROUPS)[number];

/** An object with one value per group. */
export function byGroup<Value>(of: (group: QualityGroupName) => Value): Record<QualityGroupName, Value> {
  return Object.fromEntries(QUALITY_GROUPS.map((group) => [group, of(group)])) as Record<
    QualityGroupName,
    Value
  >;
}
