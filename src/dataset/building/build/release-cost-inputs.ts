import { COAST_METRIC, type CostInputs, INCOME_METRICS } from '../estimates/cost-inputs.ts';
import { readRentIntervals } from '../estimates/rent-intervals.ts';
import { readKin, readPriceLevelReviews, readPublicHousing } from '../estimates/reviewed-countries.ts';
import {
  readComparableRents,
  readHouseholdItems,
  readRegionalSeries,
  readRentSeries,
} from '../estimates/series-tables.ts';
import { type Fact, latestBy } from '../facts/fact.ts';
import { readCheckedFacts } from '../facts/facts.ts';
import { readEdition } from './edition.ts';
import { areasOfCities, type ReleasePlaces, readReleasePlaces } from './release-places.ts';

/** Everything that the cost estimates are made from, read from `data/`. */
export function readCostInputs(dataDirectory: string): CostInputs {
  const { published } = readEdition(dataDirectory);
  const places = readReleasePlaces(dataDirectory);
  return costInputs(dataDirectory, published, places, readCheckedFacts(dataDirectory, places.keys).facts);
}

/** The same for a caller that has already read the places and facts. */
export function costInputs(
  dataDirectory: string,
  asOf: string,
  { countries, cities, cityAreas }: ReleasePlaces,
  facts: readonly Fact[],
): CostInputs {
  const coastKm = new Map(
    facts.filter(({ metric }) => metric === COAST_METRIC).map(({ place, value }) => [place, value]),
  );
  const areasOf = areasOfCities(cityAreas);
  /** For each of INCOME_METRICS, the latest figure of each region. */
  const incomes = INCOME_METRICS.map((id) => {
    const ofMetric = facts.filter(({ metric }) => metric === id);
    return latestBy(ofMetric, ({ place }) => place);
  });
  /** By country, the first of the incomes that its regions have. */
  const incomeOf = new Map(
    [...Map.groupBy(cities, ({ country }) => country)].map(([country, ofCountry]) => {
      const areas = new Set(ofCountry.flatMap(({ id }) => areasOf.get(`city/${id}`) ?? []));
      return [country, incomes.find((byArea) => !areas.isDisjointFrom(byArea))];
    }),
  );
  return {
    asOf,
    countries: countries.map(({ id, country: { iso2 }, currency }) => ({
      key: `country/${id}`,
      iso2,
      currency: currency?.code ?? null,
    })),
    cities: cities.map(({ id, country, city: { latitude, longitude, feature, population } }) => {
      const areas = areasOf.get(`city/${id}`) ?? [];
      const income = areas.map((area) => incomeOf.get(country)?.get(area)).find((fact) => fact !== undefined);
      return {
        key: `city/${id}`,
        country: `country/${country}`,
        latitude,
        longitude,
        feature,
        population,
        coastKm: coastKm.get(`city/${id}`) ?? null,
        regionalIncome: income?.value ?? null,
        ...(income === undefined ? {} : { incomeSource: income.source }),
        areas,
      };
    }),
    facts,
    reviews: readPriceLevelReviews(dataDirectory),
    kin: readKin(dataDirectory),
    rentSeries: readRentSeries(dataDirectory),
    rentIntervals: readRentIntervals(dataDirectory),
    comparableRents: readComparableRents(dataDirectory),
    publicHousing: readPublicHousing(dataDirectory).map(({ country }) => country),
    regionalSeries: readRegionalSeries(dataDirectory),
    householdItems: readHouseholdItems(dataDirectory),
  };
}
