import { isKnown } from '../../release/cost-estimates.ts';
import type { City } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import * as field from '../field.ts';
import { cityNamed } from '../places/named-places.ts';
import { invalidParameter } from '../problems.ts';

/** The base of the index (100) unless the client asks for another. */
export const NEW_YORK = 'new-york';

export const referenceParameter = field.optional.text(
  'The city that is 100 in the index, instead of New York: its id, `geonames:<id>`, `iata:<code>`, or a name such as `Lisbon, Portugal`.',
  { minLength: 1, maxLength: 100 },
);

/** The base of the index. Throws a Problem for an unknown city, and for one without an index. */
export function referenceCity(release: Release, text: string | undefined): City {
  if (text === undefined) return newYork(release);
  const city = cityNamed(release, 'reference', text);
  const cost = release.cityCost(city);
  if (!isKnown(cost))
    throw invalidParameter('reference', `names a city without an index: ${cost.detail.replace(/\.$/, '')}`);
  return city;
}

/** Almost every request for cost-of-living data needs it, so it must not read the file. */
function newYork(release: Release): City {
  const city = release.city(NEW_YORK);
  if (city === undefined) throw new Error(`the release has no ${NEW_YORK}, the base of the index`);
  return city;
}
