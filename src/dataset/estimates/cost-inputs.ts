import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fact } from '../facts/fact.ts';
import { readCheckedFacts } from '../facts/facts.ts';
import { areaKey, readAreas } from '../places/areas.ts';
import { readCountryCurrencies } from '../places/country-details.ts';
import { openGazetteer } from '../places/gazetteer.ts';
import { type PriceLevelReview, readPriceLevelReviews } from './price-level-reviews.ts';

/** All that the estimates are made from. Nothing else is read, and the order of the lists does not matter. */
export interface CostInputs {
  /** ISO 8601 date of the release: the estimates are for this day, and old figures lose certainty until then. */
  asOf: string;
  countries: readonly CostCountry[];
  cities: readonly CostCity[];
  facts: readonly Fact[];
  reviews: readonly PriceLevelReview[];
}

export interface CostCountry {
  /** `country/portugal` */
  key: string;
  /** ISO 3166-1 alpha-2. */
  iso2: string;
  /** ISO 4217: the first currency in force; null when there is none. */
  currency: string | null;
}

export interface CostCity {
  /** `city/lisbon` */
  key: string;
  /** Country key. */
  country: string;
  latitude: number;
  longitude: number;
  /** GeoNames feature code. */
  feature: string;
  population: number;
  /** Keys of the areas that it lies in: `area/us-cbsa-35620`. */
  areas: readonly string[];
}

/** The base of all price levels: its average is 1 by definition. */
export const UNITED_STATES = 'country/united-states';

/** Source of the places' coordinates and populations. */
export const GAZETTEER_SOURCE = 'geonames-cities';

/** The inputs from the tables of `data/`, for those who have not read them already. */
export function readCostInputs(dataDirectory: string): CostInputs {
  const { published } = JSON.parse(readFileSync(join(dataDirectory, 'release.json'), 'utf8')) as {
    published: string;
  };
  const { facts } = readCheckedFacts(dataDirectory, readCostPlaces(dataDirectory).keys);
  return costInputs(dataDirectory, published, facts);
}

/** The inputs for those who have read the facts already. */
export function costInputs(dataDirectory: string, asOf: string, facts: readonly Fact[]): CostInputs {
  const { countries, cities } = readCostPlaces(dataDirectory);
  return { asOf, countries, cities, facts, reviews: readPriceLevelReviews(dataDirectory) };
}

function readCostPlaces(dataDirectory: string): {
  countries: CostCountry[];
  cities: CostCity[];
  keys: Set<string>;
} {
  const gazetteer = openGazetteer(dataDirectory);
  const currencies = new Map(
    readCountryCurrencies(dataDirectory)
      .filter(({ rank }) => rank === 1)
      .map(({ iso2, currency }) => [iso2, currency]),
  );
  const { areas, cities: areaCities } = readAreas(dataDirectory);
  const areasOf = Map.groupBy(areaCities, ({ geonamesId }) => geonamesId);
  const countries = gazetteer
    .countries()
    .map(({ key, iso2 }) => ({ key, iso2, currency: currencies.get(iso2) ?? null }));
  const cities = countries.flatMap(({ key: country, iso2 }) =>
    gazetteer
      .citiesOf(iso2)
      .map(({ key, geonamesId, latitude, longitude, feature, population }): CostCity => {
        const inAreas = (areasOf.get(geonamesId) ?? []).map(({ area }) => areaKey(area));
        return { key, country, latitude, longitude, feature, population, areas: inAreas };
      }),
  );
  const keys = new Set([
    ...countries.map(({ key }) => key),
    ...cities.map(({ key }) => key),
    ...areas.map(({ id }) => areaKey(id)),
  ]);
  return { countries, cities, keys };
}
