import type { City } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { GRAINS } from '../../release/grain.ts';
import { localShare, type MeasuredFigure } from '../../release/measures.ts';

/** Cost of living and quality of life of a city as columns of a table, with 80 % intervals and evidence; null if unknown. */
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
    quality_local_share: quality === undefined ? null : localShare(quality),
  };
}

/** One figure as columns of a table, with how much of it was measured for each kind of place. */
export function figureCells(figure: MeasuredFigure) {
  const { value, low, high, evidence, grain, measured } = figure;
  const shares = Object.fromEntries(GRAINS.map((of) => [`measured_${of}`, measured?.[of] ?? null]));
  return { value, low, high, evidence, grain, ...shares, local_share: localShare(figure) };
}
