import { isTown } from '../../release/dominance.ts';
import type { CityRow } from './cities.ts';
import type { CityNaming } from './city-ids.ts';
import type { GeonamesCity } from './geonames.ts';
import { slugOf } from './place-name.ts';
import type { Region } from './regions.ts';

/**
 * A bare name is no id of a place if it is an alternative name of a larger one (`cologne`) or, of a town, of any city; or if it is
 * the name of a country, or of a region in which the place does not lie (`madeira`). With its country alone, a name of a place
 * that has no region is no id if a city or a larger town there has the name.
 */
export function otherMeanings(
  cities: readonly GeonamesCity[],
  regions: readonly Region[],
  countryNames: readonly { name: string }[],
): CityNaming['meansAnother'] {
  const named = new Map<string, GeonamesCity[]>();
  for (const city of cities)
    for (const slug of new Set([city.name, city.asciiName, ...city.alternativeNames].map(slugOf))) {
      const others = named.get(slug);
      if (others === undefined) named.set(slug, [city]);
      else others.push(city);
    }
  const countries = new Set(countryNames.map(({ name }) => slugOf(name)));
  const regionsBySlug = Map.groupBy(regions, ({ name }) => slugOf(name));
  return (slug, place, within) => {
    const rivals = (named.get(slug) ?? []).filter(
      ({ country }) => within === undefined || country === within,
    );
    if (rivals.some((rival) => isMoreThan(rival, place))) return true;
    if (within !== undefined) return false;
    const isElsewhere = ({ country, admin1 }: Region) => country !== place.country || admin1 !== place.admin1;
    return countries.has(slug) || (regionsBySlug.get(slug) ?? []).some(isElsewhere);
  };
}

function isMoreThan(rival: CityRow, place: CityRow): boolean {
  const isSmall = ({ feature, population }: CityRow) => isTown({ kind: feature, population });
  if (rival === place) return false;
  return rival.population > place.population || (isSmall(place) && !isSmall(rival));
}
