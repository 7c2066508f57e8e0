import type { Continent } from './continents.ts';
import type { Grain } from './grain.ts';

/**
 * What a release is: one SQLite file with the tables of schema.sql, written once by `dataset/building/build`, opened read-only by
 * `engine/catalogue`. Both sides know only `src/release` of each other. RELEASE_FORMAT goes up with every change after which a
 * server cannot serve releases in the old format, or an older server releases in the new one.
 */
export const RELEASE_FORMAT = 26;

type Method = 'observed' | 'derived' | 'estimated';

export interface MetricRecord {
  id: string;
  resource: 'country' | 'cost_of_living' | 'quality_of_life';
  grouping: string;
  kind: 'price' | 'indicator';
  title: string;
  unit: string;
  per: string;
  definition: string;
  first_position: number;
  positions: number;
}

export interface Observation {
  place: string;
  metric: string;
  period: string;
  source: string;
  note: string;
  grain: Grain;
  method: Method;
  value: number;
  unit: string;
  /** The publisher's own, in `unit`; null where it states none. */
  standard_error: number | null;
  /** Prices in another currency than USD: the amount in USD, and the rate (currency units per USD) used for it. */
  usd: number | null;
  usd_rate: number | null;
  usd_rate_period: string | null;
  usd_rate_source: string | null;
  /** How many of our cities are in the measured area; absent for a city or a country. */
  extent?: number;
}

/** An observation of any period. */
export interface DatedObservation extends Observation {
  /** 1 where no later period of the same series exists. */
  latest: 0 | 1;
}

export interface CountryDetailRecord {
  official_name: string | null;
  native_names: Record<string, string>;
  translations: Record<string, string>;
  capital: string | null;
  continent: Continent;
  region: string | null;
  subregion: string | null;
  intermediate_region: string | null;
  m49_codes: { region: string | null; subregion: string | null; intermediate_region: string | null };
  area_km2: number | null;
  languages: { code: string; name: string; status: string | null; population_share: number }[];
  currencies: { code: string; name: string; symbol: string }[];
  calling_codes: string[];
  top_level_domain: string | null;
  borders: string[];
  time_zones: string[];
  sources: string[];
}

/** What the gazetteer says about a city besides its summary. */
export interface CityDetailRecord {
  ascii_name: string;
  alternative_names: string[];
  time_zone: string;
  population_record_modified: string;
  /** Why GeoNames' figure was replaced; null if it was not. */
  population_record_note: string | null;
  /** The urban agglomeration around the city, of a known year; null if unknown. */
  agglomeration: { name: string; population: number; year: string; source: string } | null;
  region_code: string | null;
  /** The airports that serve it: large ones first, then the nearest. `serves` has the ids of all cities that they serve. */
  airports: { code: string; name: string; distance_km: number; serves: string[]; source: string }[];
  sources: string[];
}
