import { isKnown } from '../../release/cost-estimates.ts';
import { type PastIndex, type PlaceCost, pastIndexes } from '../../release/past-index.ts';
import { isCity, type Place } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { NEW_YORK } from '../cost/index-reference.ts';

/** The metric under which the history has the index of each year. */
export const COST_INDEX = 'cost_index';

/** The index of a place in every year that is known, with New York as 100: see pastIndexes. Empty without an index. */
export function costHistory(release: Release, place: Place): PastIndex[] {
  const newYork = release.city(NEW_YORK);
  // A release of some countries may have no base.
  if (newYork === undefined) return [];
  const [today, base] = [costOf(release, place), costOf(release, newYork)];
  return today === undefined || base === undefined ? [] : pastIndexes(today, base);
}

function costOf(release: Release, place: Place): PlaceCost | undefined {
  const country = release.countryOf(place);
  const national = release.countryCost(country);
  const cost = isCity(place) ? release.cityCost(place) : national;
  if (!isKnown(cost) || !isKnown(national)) return undefined;
  const key = isCity(place) ? `city/${place.id}` : `country/${place.id}`;
  return { place: key, country: country.id, cost, national };
}
