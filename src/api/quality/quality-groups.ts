/** In the order in which people ask about them. */
export const QUALITY_GROUPS = [
  'healthcare',
  'safety',
  'environment',
  'education',
  'infrastructure',
  'economy',
  'mobility',
  'climate',
  'hardship',
  'opinions',
] as const;
export type QualityGroupName = (typeof QUALITY_GROUPS)[number];

/** An object with one value per group. */
export function byGroup<Value>(of: (group: QualityGroupName) => Value): Record<QualityGroupName, Value> {
  return Object.fromEntries(QUALITY_GROUPS.map((group) => [group, of(group)])) as Record<
    QualityGroupName,
    Value
  >;
}
