import { join } from 'node:path';
import { list, optionalNumber, recordTable, text } from '../files/records.ts';

/** One row of data/places/countries.tsv: a country or territory of ISO 3166-1, or Kosovo. */
export interface CountryRow extends M49Regions {
  /** ISO 3166-1 alpha-2. Kosovo has XK and XKX, user-assigned codes of that standard, and no number. */
  iso2: string;
  iso3: string;
  /** Three digits; '' for Kosovo. */
  numeric: string;
  /** Common name in English. */
  name: string;
  /** Official name in English. */
  officialName: string;
  /** GeoNames id of the capital; null when the sources name none, or one that is no city of ours. */
  capital: number | null;
  areaKm2: number | null;
  /** From GeoNames, of an unstated year; null if GeoNames has none or nobody lives there. */
  population: number | null;
  /** GeoNames’ code: `EU`. */
  continent: string;
  /** E.164 country codes, with the area code where one belongs to the country: `+351`, `+1-684`. */
  callingCodes: string[];
  /** `.pt`; '' when there is none. */
  tld: string;
  geonamesId: number | null;
  /** `Q45`; '' when the sources give none. */
  wikidataId: string;
  /** Alpha-2 of the state that a territory belongs to: `FR` for Martinique; '' for states, and where that is disputed. */
  partOf: string;
}

/** UN M49, from the widest to the narrowest, names and three-digit codes; '' if M49 has none. */
export interface M49Regions {
  region: string;
  regionCode: string;
  subregion: string;
  subregionCode: string;
  intermediateRegion: string;
  intermediateRegionCode: string;
}

const COUNTRIES = recordTable<CountryRow>({
  iso2: text,
  iso3: text,
  numeric: text,
  name: text,
  officialName: text,
  capital: optionalNumber,
  areaKm2: optionalNumber,
  population: optionalNumber,
  continent: text,
  region: text,
  regionCode: text,
  subregion: text,
  subregionCode: text,
  intermediateRegion: text,
  intermediateRegionCode: text,
  callingCodes: list('|'),
  tld: text,
  geonamesId: optionalNumber,
  wikidataId: text,
  partOf: text,
});

export function writeCountries(dataDirectory: string, countries: readonly CountryRow[]): void {
  COUNTRIES.write(countriesPath(dataDirectory), countries);
}

export function readCountries(dataDirectory: string): CountryRow[] {
  return COUNTRIES.read(countriesPath(dataDirectory));
}

function countriesPath(dataDirectory: string): string {
  return join(dataDirectory, 'places', 'countries.tsv');
}
