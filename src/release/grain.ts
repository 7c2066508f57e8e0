/** The kinds of place that figures are measured for, from the most local to the widest. */
export const GRAINS = ['city', 'metro', 'region', 'country'] as const;
export type Grain = (typeof GRAINS)[number];

/** For sorting: the most local first. */
export function compareGrains(left: Grain, right: Grain): number {
  return GRAINS.indexOf(left) - GRAINS.indexOf(right);
}

export function mostLocalGrain(grains: readonly Grain[]): Grain | undefined {
  return grains.toSorted(compareGrains)[0];
}

/** The grain of a result that is made of several figures: that of the least local. */
export function widestGrain(grains: readonly Grain[]): Grain | undefined {
  return grains.toSorted(compareGrains).at(-1);
}
