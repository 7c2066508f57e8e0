import { join } from 'node:path';
import { readTable, writeTable } from '../files/table.ts';
import { optionalNumberCell } from './number-cell.ts';

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
  /** As GeoNames has it, of a year that it does not state; null where it has none, or nobody lives there. */
  population: number | null;
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

/** UN M49, from the widest to the narrowest, names and three-digit codes; '' where M49 is silent. */
export interface M49Regions {
  region: string;
  regionCode: string;
  subregion: string;
  subregionCode: string;
  intermediateRegion: string;
  intermediateRegionCode: string;
}

const COUNTRY_COLUMNS = [
  'iso2',
  'iso3',
  'numeric',
  'name',
  'official_name',
  'capital',
  'area_km2',
  'population',
  'region',
  'region_code',
  'subregion',
  'subregion_code',
  'intermediate_region',
  'intermediate_region_code',
  'calling_codes',
  'tld',
  'geonames_id',
  'wikidata_id',
  'part_of',
] as const;

const CODE_SEPARATOR = '|';

export function writeCountries(dataDirectory: string, countries: readonly CountryRow[]): void {
  writeTable(
    countriesPath(dataDirectory),
    COUNTRY_COLUMNS,
    countries.map((country) => ({
      iso2: country.iso2,
      iso3: country.iso3,
      numeric: country.numeric,
      name: country.name,
      official_name: country.officialName,
      capital: optionalText(country.capital),
      area_km2: optionalText(country.areaKm2),
      population: optionalText(country.population),
      region: country.region,
      region_code: country.regionCode,
      subregion: country.subregion,
      subregion_code: country.subregionCode,
      intermediate_region: country.intermediateRegion,
      intermediate_region_code: country.intermediateRegionCode,
      calling_codes: country.callingCodes.join(CODE_SEPARATOR),
      tld: country.tld,
      geonames_id: optionalText(country.geonamesId),
      wikidata_id: country.wikidataId,
      part_of: country.partOf,
    })),
  );
}

export function readCountries(dataDirectory: string): CountryRow[] {
  const file = countriesPath(dataDirectory);
  return readTable(file, COUNTRY_COLUMNS).map((row) => ({
    iso2: row.iso2,
    iso3: row.iso3,
    numeric: row.numeric,
    name: row.name,
    officialName: row.official_name,
    capital: optionalNumberCell(file, row, 'capital'),
    areaKm2: optionalNumberCell(file, row, 'area_km2'),
    population: optionalNumberCell(file, row, 'population'),
    region: row.region,
    regionCode: row.region_code,
    subregion: row.subregion,
    subregionCode: row.subregion_code,
    intermediateRegion: row.intermediate_region,
    intermediateRegionCode: row.intermediate_region_code,
    callingCodes: row.calling_codes.split(CODE_SEPARATOR).filter((code) => code !== ''),
    tld: row.tld,
    geonamesId: optionalNumberCell(file, row, 'geonames_id'),
    wikidataId: row.wikidata_id,
    partOf: row.part_of,
  }));
}

function countriesPath(dataDirectory: string): string {
  return join(dataDirectory, 'places', 'countries.tsv');
}

function optionalText(value: number | null): string {
  return value === null ? '' : String(value);
}
