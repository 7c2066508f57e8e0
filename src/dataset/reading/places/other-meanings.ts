import { isTown } from '../../../release/dominance.ts';
import type { CityRow } from '../../building/places/city-row.ts';
import { slugOf } from '../../building/places/place-name.ts';
import type { Region } from '../../building/places/regions.ts';
import type { CityNaming } from './city-ids.ts';
import type { GeonamesCity } from './geonames.ts';

/** What names besides those of cities may mean. */
export interface NamedAreas {
  countryNames: readonly { name: string }[];
  regions: readonly Region[];
  /** Names of the districts and islands that a city lies in. */
  districtsOf(city: CityRow): readonly string[];
}

/**
 * A bare name is no id of a place if it is an alternative name of a larger one (`cologne`) or, of a town, of any city; or if it is
 * the name of a country, or of a region, a district of a city or an island in which the place does not lie (`madeira`, `java`). With its country alone, a name of a place
 * that has no region is no id if a city or a larger town there has the name.
 */
export function otherMeanings(
  cities: readonly GeonamesCity[],
  { countryNames, regions, districtsOf }: NamedAreas,
): CityNaming['meansAnother'] {
  const named = bySlug(cities, ({ name, asciiName, alternativeNames }) => [
    name,
    asciiName,
    ...alternativeNames,
  ]);
  const inDistricts = bySlug(
    cities.filter((city) => !isTown(city)),
    districtsOf,
  );
  const countries = new Set(countryNames.map(({ name }) => slugOf(name)));
  const regionsBySlug = Map.groupBy(regions, ({ name }) => slugOf(name));
  return (slug, place, within) => {
    const rivals = (named.get(slug) ?? []).filter(
      ({ country }) => within === undefined || country === within,
    );
    if (rivals.some((rival) => isMoreThan(rival, place))) return true;
    if (within !== undefined) return false;
    const isElsewhere = ({ country, admin1 }: Pick<Region, 'country' | 'admin1'>) =>
      country !== place.country || admin1 !== place.admin1;
    return (
      countries.has(slug) ||
      (regionsBySlug.get(slug) ?? []).some(isElsewhere) ||
      (inDistricts.get(slug) ?? []).some(isElsewhere)
    );
  };
}

function isMoreThan(rival: CityRow, place: CityRow): boolean {
  if (rival === place) return false;
  return rival.population > place.population || (isTown(place) && !isTown(rival));
}

function bySlug<City>(
  cities: readonly City[],
  namesOf: (city: City) => readonly string[],
): Map<string, City[]> {
  const named = new Map<string, City[]>();
  for (const city of cities)
    for (const slug of new Set(namesOf(city).map(slugOf))) {
      const others = named.get(slug);
      if (others === undefined) named.set(slug, [city]);
      else others.push(city);
    }
  return named;
}
