import { isTown } from '../../../release/dominance.ts';
import type { CityRow } from '../../building/places/cities.ts';
import { slugOf } from '../../building/places/place-name.ts';
import type { Region } from '../../building/places/regions.ts';
import type { CityNaming } from './city-ids.ts';
import type { GeonamesCity } from './geonames.ts';

/** What names besides those of cities may mean. */
export interface NamedAreas {
  countryNames: readonly { name: string }[];
  regions: readonly Region[];
  /** Names of the districts and islands that a city is in. */
  districtsOf(city: CityRow): readonly string[];
}

/**
 * A bare name cannot be the id of a place if people mean something else by it: a larger place that has it as an alternative name
 * (`cologne`), for a town any such city, a country, or a region, district or island that the place is not in (`madeira`, `java`).
 * For a place without a region, a name with the country alone cannot be the id if a city or a larger town there has the name.
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
    const isMore = (rival: CityRow) =>
      rival.population > place.population || (isTown(place) && !isTown(rival));
    if (rivals.some((rival) => rival !== place && isMore(rival))) return true;
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

function bySlug<City>(
  cities: readonly City[],
  namesOf: (city: City) => readonly string[],
): Map<string, City[]> {
  const named = new Map<string, City[]>();
  for (const city of cities)
    for (const slug of new Set(namesOf(city).map(slugOf)))
      named.getOrInsertComputed(slug, () => []).push(city);
  return named;
}
