import type { City } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { resolveCountryOrThrow } from '../../engine/places/place-resolution.ts';
import { Problem } from '../../engine/problems.ts';
import { GRAINS } from '../../release/grain.ts';
import { isCostMeasure, localShare, type MeasuredFigure, RANKED_MEASURES } from '../../release/measures.ts';
import type { PageRequest } from '../site-page.ts';

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

/**
 * What a map or a ranking is asked for.
 *
 * @throws Problem for a figure that has none, and an unknown country
 */
export function figureAsked(
  { release, query }: Pick<PageRequest, 'release' | 'query'>,
  what: 'map of' | 'ranking by',
) {
  const measure = RANKED_MEASURES.find((id) => id === (query.measure ?? 'cost'));
  if (measure === undefined) throw new Problem('path_not_found', `There is no ${what} this figure.`);
  const country =
    query.country === undefined ? undefined : resolveCountryOrThrow(release, query.country).place;
  return { measure, isCost: isCostMeasure(measure), onlyLocal: query.evidence === 'local', country };
}
