import type { City } from '../engine/catalogue/place.ts';
import type { Release } from '../engine/catalogue/release.ts';
import { EVIDENCE, type Evidence } from '../release/cost-estimates.ts';
import { NO_TENTHS } from '../release/measures.ts';

/** The number of cities by the evidence of their overall price level. Cities without one are not counted. */
export function evidenceCounts({ measures }: Release, cities: readonly City[]): Record<Evidence, number> {
  const counts = Object.fromEntries(EVIDENCE.map((evidence) => [evidence, 0])) as Record<Evidence, number>;
  const { value, evidence } = measures.columns('cost');
  for (const { rank } of cities) {
    const named = EVIDENCE[evidence[rank] ?? EVIDENCE.length];
    if (value[rank] !== NO_TENTHS && named !== undefined) counts[named]++;
  }
  return counts;
}
