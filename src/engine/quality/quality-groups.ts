import { QUALITY_GROUPS } from '../../release/measures.ts';

export type QualityGroupName = (typeof QUALITY_GROUPS)[number];

/** An object with one value per group. */
export function byGroup<Value>(of: (group: QualityGroupName) => Value): Record<QualityGroupName, Value> {
  return Object.fromEntries(QUALITY_GROUPS.map((group) => [group, of(group)])) as Record<
    QualityGroupName,
    Value
  >;
}
