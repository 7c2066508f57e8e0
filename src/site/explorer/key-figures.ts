import type { City, Release } from '../../catalogue/release.ts';

/** Cost of living and quality of life of a city as columns of a table, with the ends of their 80 % intervals; null where unknown. */
export function keyFigures({ measures }: Release, city: City) {
  const [cost, quality] = [measures.figure('cost', city), measures.figure('quality', city)];
  return {
    cost: cost?.value ?? null,
    cost_low: cost?.low ?? null,
    cost_high: cost?.high ?? null,
    cost_evidence: cost?.evidence ?? null,
    quality: quality?.value ?? null,
    quality_low: quality?.low ?? null,
    quality_high: quality?.high ?? null,
  };
}
