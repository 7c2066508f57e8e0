import type { City } from '../engine/catalogue/place.ts';
import type { Release } from '../engine/catalogue/release.ts';

/** `Lisbon, Portugal`. */
export function fullName(release: Release, city: City): string {
  return `${city.name}, ${release.country(city.country).name}`;
}
