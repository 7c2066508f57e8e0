import type { City } from '../engine/catalogue/place.ts';
import type { View } from '../engine/endpoint.ts';
import { countryName } from '../engine/places/country-names.ts';

/** `Lisbon, Portugal`. */
export function fullName(view: Pick<View, 'release' | 'lang'>, city: City): string {
  return `${city.name}, ${countryName(view, view.release.country(city.country))}`;
}
