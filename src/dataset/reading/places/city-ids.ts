import { DOMINANCE, isCityOfToday } from '../../../release/dominance.ts';
import type { CityRow } from '../../building/places/cities.ts';
import { slugOf } from '../../building/places/place-name.ts';
import type { Candidacy } from '../../building/places/registry.ts';

export interface CityNaming {
  /**
   * GeoNames id → the id that people expect, if the rules give another; '' if people mean another place by the city's name,
   * although no other city in the gazetteer has it.
   */
  overrides: ReadonlyMap<number, string>;
  /** Name of a first-level region, '' when it has none. */
  regionName(country: string, admin1: string): string;
  /** The country's own id: `portugal`. */
  countryId(iso2: string): string;
  /**
   * Whether people mean something else by the bare name, although no other city has it as its own.
   *
   * @param within ISO 3166-1 alpha-2 of the country that they add to it
   */
  meansAnother(slug: string, city: CityRow, within?: string): boolean;
}

/**
 * The ids that each city could have, best first: the reviewed override; the bare name, of the city that
 * clearly dominates its namesakes; name, region and country; that with the GeoNames id. Cities with the
 * better claim come first, because extendRegistry serves in this order.
 */
export function cityCandidacies(cities: readonly CityRow[], naming: CityNaming): Candidacy[] {
  const bareNames = dominantIds(cities, (city) => slugOf(city.name));
  const qualifiedNames = dominantIds(cities, (city) => qualifiedName(city, naming));
  const claims = cities.map((city) => {
    const override = naming.overrides.get(city.geonamesId);
    const bare = override === undefined ? bareName(bareNames.get(city), city, naming) : override || undefined;
    const qualified = isAmbiguousThere(city, naming) ? undefined : qualifiedNames.get(city);
    const unmistakable = `${qualifiedName(city, naming)}-${city.geonamesId}`;
    return {
      key: String(city.geonamesId),
      candidates: [bare, qualified, unmistakable].filter((id) => id !== undefined),
      rank: override ? 0 : bare !== undefined ? 1 : qualified !== undefined ? 2 : 3,
    };
  });
  return claims.sort((left, right) => left.rank - right.rank || Number(left.key) - Number(right.key));
}

function bareName(slug: string | undefined, city: CityRow, naming: CityNaming): string | undefined {
  return slug === undefined || naming.meansAnother(slug, city) ? undefined : slug;
}

/** Whether another city of the country is meant by the name with the country alone, which is all there is without a region. */
function isAmbiguousThere(city: CityRow, naming: CityNaming): boolean {
  const slug = slugOf(city.name);
  const hasRegion = qualifiedName(city, naming) !== `${slug}-${naming.countryId(city.country)}`;
  return !hasRegion && naming.meansAnother(slug, city, city.country);
}

/**
 * Of the cities that share a name, the one that the name alone means: it has no namesake, or it is a city of today that is
 * larger than all namesakes and either the national capital or four times as large as the next.
 */
export function dominantCity(namesakes: readonly CityRow[]): CityRow | undefined {
  const [first, ...others] = [...namesakes].sort((left, right) => right.population - left.population);
  if (first === undefined || others.length === 0) return first;
  if (!isCityOfToday(first)) return undefined;
  const next = others[0]?.population ?? 0;
  const isCapital = first.feature === 'PPLC' && first.population > next;
  return isCapital || (first.population > 0 && first.population >= DOMINANCE * next) ? first : undefined;
}

function dominantIds(cities: readonly CityRow[], nameOf: (city: CityRow) => string): Map<CityRow, string> {
  const dominant = new Map<CityRow, string>();
  for (const [name, namesakes] of Map.groupBy(cities, nameOf)) {
    const city = name === '' ? undefined : dominantCity(namesakes);
    if (city !== undefined) dominant.set(city, name);
  }
  return dominant;
}

function qualifiedName(city: CityRow, naming: CityNaming): string {
  const region = slugOf(naming.regionName(city.country, city.admin1));
  const country = naming.countryId(city.country);
  return [slugOf(city.name), region === country ? '' : region, country]
    .filter((part) => part !== '')
    .join('-');
}
