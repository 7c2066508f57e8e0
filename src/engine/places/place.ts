import type { City, Country } from '../catalogue/place.ts';
import type { Region } from '../catalogue/regions.ts';
import type { Release } from '../catalogue/release.ts';

/**
 * The subject of figures: a city, or a country as a whole. A country may have the id of its city (`singapore`), so places are
 * compared as objects, of which a release has one for each.
 */
export type Place = City | Country;

export function isCity(place: Place | Region): place is City {
  return 'geonamesId' in place;
}

/** The country that a city is in, or the country itself. */
export function countryOf(release: Release, place: Place): Country {
  return isCity(place) ? release.country(place.country) : place;
}
