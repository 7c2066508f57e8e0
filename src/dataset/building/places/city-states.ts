import type { CityRow } from './cities.ts';

/** A city with a larger share of the country's people differs from the country by less than a quarter of the usual difference. */
const SHARE_OF_CITY_STATE = 0.75;

/** ISO codes of the countries whose largest city has this share of their people, by GeoNames' counts of both. */
export function cityStateCodes(
  countries: readonly { iso2: string; population: number | null }[],
  cities: readonly Pick<CityRow, 'country' | 'population'>[],
): Set<string> {
  const largest = new Map<string, number>();
  for (const { country, population } of cities)
    largest.set(country, Math.max(population, largest.get(country) ?? 0));
  return new Set(
    countries.flatMap(({ iso2, population }) =>
      population !== null && population > 0 && (largest.get(iso2) ?? 0) >= SHARE_OF_CITY_STATE * population
        ? [iso2]
        : [],
    ),
  );
}
