import type { Grain } from '../../release/grain.ts';
import type { Fact } from '../facts/fact.ts';
import type { CostCity } from './cost-inputs.ts';
import type { RegionalLevels } from './regional-price-levels.ts';

/** The rent of one city relative to the country, from official figures of its own. */
export interface OfficialRent {
  /** Natural logarithm; 0 is the country. */
  log: number;
  variance: number;
  grain: Grain;
  period: string;
  sources: readonly string[];
}

/**
 * Standard deviations (ln) of the two figures as measures of the place's rent level. They differ by .19 from each other:
 * the parity knows nothing of the place within its area, the Census nothing of the size of its dwellings. A county's rent
 * differs from its places' by .15.
 */
const PARITY_SD = 0.12;
export const CENSUS_SD = 0.15;
const COUNTY_FOR_PLACE_SD = 0.15;

/**
 * Step 4 in the United States: half the BEA's housing parity of the metropolitan area (or of the rest of the state), half
 * the Census median rent of the place (of the county where the place has none), less the country's mean so that both
 * agree on average. Cities without either are left out.
 */
export function unitedStatesRents(
  cities: readonly CostCity[],
  facts: readonly Fact[],
  regional: ReadonlyMap<string, RegionalLevels>,
): Map<string, OfficialRent> {
  const census = new Map(
    facts.filter(({ metric }) => metric === 'rent_median_gross').map((fact) => [fact.place, fact]),
  );
  const rows = cities.map((city) => {
    const place = census.get(city.key);
    const county = city.areas.map((area) => census.get(area)).find((fact) => fact !== undefined);
    return { city, parity: regional.get(city.key)?.get('housing'), rent: place ?? county };
  });
  const level = censusLevel(rows.map(({ city, parity, rent }) => ({ city, parity: parity?.log ?? 0, rent })));
  return new Map(
    rows.flatMap(({ city, parity, rent }) => {
      const measures = [
        ...(parity === undefined ? [] : [{ log: parity.log, variance: PARITY_SD ** 2 }]),
        ...(rent === undefined ? [] : [censusMeasure(rent, city, level)]),
      ];
      if (measures.length === 0) return [];
      const log = measures.reduce((sum, measure) => sum + measure.log, 0) / measures.length;
      const variance = measures.reduce((sum, measure) => sum + measure.variance, 0) / measures.length ** 2;
      const ownPlace = rent?.place === city.key;
      const official: OfficialRent = {
        log,
        variance,
        grain: ownPlace ? 'city' : (parity?.grain ?? 'region'),
        period: parity?.period ?? rent?.period ?? '',
        sources: [parity?.source, rent?.source].filter((source) => source !== undefined),
      };
      return [[city.key, official] as const];
    }),
  );
}

function censusMeasure(rent: Fact, city: CostCity, level: number): { log: number; variance: number } {
  const ofCounty = rent.place === city.key ? 0 : COUNTY_FOR_PLACE_SD ** 2;
  return { log: Math.log(rent.value) - level, variance: CENSUS_SD ** 2 + ofCounty };
}

/** What to take off the log of Census rents so that they agree with the parities, on average over the people. */
function censusLevel(rows: readonly { city: CostCity; parity: number; rent: Fact | undefined }[]): number {
  let sum = 0;
  let people = 0;
  for (const { city, parity, rent } of rows) {
    if (rent === undefined || city.feature === 'PPLX') continue;
    sum += city.population * (Math.log(rent.value) - parity);
    people += city.population;
  }
  return people === 0 ? 0 : sum / people;
}
