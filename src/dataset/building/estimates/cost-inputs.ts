import type { Fact } from '../facts/fact.ts';
import type { RentInterval } from './rent-intervals.ts';
import type { Kin, PriceLevelReview } from './reviewed-countries.ts';
import type { ComparableRents, HouseholdItem, RegionalSeries, RentSeries } from './series-tables.ts';

/** All inputs of the estimates. Nothing else is read, and the order of the lists does not matter. */
export interface CostInputs {
  /** ISO 8601 date of the release: the estimates are for this day, and old figures lose certainty until then. */
  asOf: string;
  countries: readonly CostCountry[];
  cities: readonly CostCity[];
  facts: readonly Fact[];
  reviews: readonly PriceLevelReview[];
  /** Territories for which we use the prices of their country. */
  kin?: readonly Kin[];
  rentSeries: readonly RentSeries[];
  rentIntervals: readonly RentInterval[];
  comparableRents: readonly ComparableRents[];
  /** ISO 3166-1 alpha-2 codes of countries where public or regulated rents dominate. */
  publicHousing: readonly string[];
  regionalSeries: readonly RegionalSeries[];
  householdItems: readonly HouseholdItem[];
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
  /** Kilometres to the sea; null if unknown, mostly on small islands. */
  coastKm: number | null;
  /** Income or spending of the households of its region, in any unit; null if unknown. */
  regionalIncome: number | null;
  /** Id of the source of that income. */
  incomeSource?: string;
  /** Keys of the areas that contain it: `area/us-cbsa-35620`. */
  areas: readonly string[];
}

/** The base of all price levels: its average is 1 by definition. */
export const UNITED_STATES = 'country/united-states';

/** The base of the index that is shown, and the city whose homes the basket of a household has. */
export const BASE_CITY = 'city/new-york';

/** Source of the places' coordinates and populations. */
export const GAZETTEER_SOURCE = 'geonames-cities';

/** The figure of a city's distance to the sea, and its source. */
export const COAST_METRIC = 'distance_to_coast';
export const COAST_SOURCE = 'natural-earth-4-1-0';

/**
 * Figures of a region's households by which its rents differ from those of other regions. The first that a country has is used
 * for all its regions, because only the same figure can be compared. Spending differs less than income, so it says less.
 */
export const INCOME_METRICS = [
  'household_disposable_income',
  'household_median_income_monthly',
  'household_spending_per_person',
] as const;
