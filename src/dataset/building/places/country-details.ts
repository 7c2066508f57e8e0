import { numberCell } from '../files/number-cell.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import { placeTable } from './place-table.ts';

/*
 * Properties of which a country has several: one fact per row, so that a change is one line of a diff. Countries are named
 * by ISO 3166-1 alpha-2 (or XK), languages by BCP 47, currencies by ISO 4217, time zones by IANA.
 */

/**
 * A country's name in one language: `common` and `short` (`UK`) from CLDR, `official` from the United Nations' UNTERM,
 * `listed` as in their statistics.
 */
export interface CountryName {
  iso2: string;
  form: (typeof NAME_FORMS)[number];
  language: string;
  name: string;
}

const NAME_FORMS = ['common', 'official', 'short', 'listed'] as const;

/** A language used in a country. */
export interface CountryLanguage {
  iso2: string;
  language: string;
  /** `official`, `de_facto_official` or `official_regional`; '' for any other language. */
  status: string;
  /** Per cent of the population able to use it; the shares of a country overlap. */
  speakersPercent: number;
}

/** A currency in use in a country. */
export interface CountryCurrency {
  iso2: string;
  currency: string;
  /** 1 for the country's first currency. */
  rank: number;
  /** ISO 8601 date since which it has been used there. */
  since: string;
  /** The currency that it replaced; '' if CLDR names none. */
  before: string;
}

/** The name of a language, in English and in itself. */
export interface LanguageName {
  language: string;
  name: string;
  /** '' when CLDR has no name for the language in itself. */
  nativeName: string;
}

export interface CurrencyName {
  currency: string;
  name: string;
  /** `€`; the code itself when there is none. */
  symbol: string;
}

const COUNTRY_NAMES = placeTable('country-names', ['iso2', 'form', 'language', 'name']);
const COUNTRY_LANGUAGES = placeTable('country-languages', ['iso2', 'language', 'status', 'speakers_percent']);
const COUNTRY_CURRENCIES = placeTable('country-currencies', ['iso2', 'rank', 'currency', 'since', 'before']);
const COUNTRY_BORDERS = placeTable('country-borders', ['iso2', 'neighbour']);
const COUNTRY_TIME_ZONES = placeTable('country-time-zones', ['iso2', 'time_zone']);
const LANGUAGES = placeTable('languages', ['language', 'name', 'native_name']);
const CURRENCIES = placeTable('currencies', ['currency', 'name', 'symbol']);

export function writeCountryNames(dataDirectory: string, names: readonly CountryName[]): void {
  COUNTRY_NAMES.write(
    dataDirectory,
    names.map((name) => ({ ...name })),
  );
}

export function readCountryNames(dataDirectory: string): CountryName[] {
  return COUNTRY_NAMES.read(dataDirectory).map(({ line, iso2, form, language, name }) => {
    const known = NAME_FORMS.find((each) => each === form);
    if (known === undefined)
      throw new SourceFileError(COUNTRY_NAMES.path(dataDirectory), line, 'form', `unknown: ${form}`);
    return { iso2, form: known, language, name };
  });
}

export function writeCountryLanguages(dataDirectory: string, languages: readonly CountryLanguage[]): void {
  COUNTRY_LANGUAGES.write(
    dataDirectory,
    languages.map(({ speakersPercent, ...use }) => ({ ...use, speakers_percent: String(speakersPercent) })),
  );
}

export function readCountryLanguages(dataDirectory: string): CountryLanguage[] {
  const file = COUNTRY_LANGUAGES.path(dataDirectory);
  return COUNTRY_LANGUAGES.read(dataDirectory).map((row) => ({
    iso2: row.iso2,
    language: row.language,
    status: row.status,
    speakersPercent: numberCell(file, row, 'speakers_percent'),
  }));
}

export function writeCountryCurrencies(dataDirectory: string, currencies: readonly CountryCurrency[]): void {
  COUNTRY_CURRENCIES.write(
    dataDirectory,
    currencies.map(({ rank, ...use }) => ({ ...use, rank: String(rank) })),
  );
}

/** The currencies of each country, in the order of their rank. */
export function readCountryCurrencies(dataDirectory: string): CountryCurrency[] {
  const file = COUNTRY_CURRENCIES.path(dataDirectory);
  return COUNTRY_CURRENCIES.read(dataDirectory).map((row) => ({
    iso2: row.iso2,
    currency: row.currency,
    rank: numberCell(file, row, 'rank'),
    since: row.since,
    before: row.before,
  }));
}

/** Each border is listed twice, once for each country. */
export function writeCountryBorders(dataDirectory: string, borders: ReadonlyMap<string, readonly string[]>) {
  COUNTRY_BORDERS.write(dataDirectory, pairs(borders, 'neighbour'));
}

/** Alpha-2 code → the alpha-2 codes of its neighbours by land. Countries without any are left out. */
export function readCountryBorders(dataDirectory: string): Map<string, string[]> {
  return grouped(COUNTRY_BORDERS.read(dataDirectory), 'neighbour');
}

export function writeCountryTimeZones(dataDirectory: string, zones: ReadonlyMap<string, readonly string[]>) {
  COUNTRY_TIME_ZONES.write(dataDirectory, pairs(zones, 'time_zone'));
}

/** Alpha-2 code → IANA names. Uninhabited territories without a zone are left out. */
export function readCountryTimeZones(dataDirectory: string): Map<string, string[]> {
  return grouped(COUNTRY_TIME_ZONES.read(dataDirectory), 'time_zone');
}

export function writeLanguages(dataDirectory: string, languages: readonly LanguageName[]): void {
  LANGUAGES.write(
    dataDirectory,
    languages.map(({ nativeName, ...names }) => ({ ...names, native_name: nativeName })),
  );
}

export function readLanguages(dataDirectory: string): LanguageName[] {
  return LANGUAGES.read(dataDirectory).map(({ language, name, native_name }) => ({
    language,
    name,
    nativeName: native_name,
  }));
}

export function writeCurrencies(dataDirectory: string, currencies: readonly CurrencyName[]): void {
  CURRENCIES.write(
    dataDirectory,
    currencies.map((currency) => ({ ...currency })),
  );
}

export function readCurrencies(dataDirectory: string): CurrencyName[] {
  return CURRENCIES.read(dataDirectory).map(({ currency, name, symbol }) => ({ currency, name, symbol }));
}

function pairs<Column extends string>(
  values: ReadonlyMap<string, readonly string[]>,
  column: Column,
): Record<'iso2' | Column, string>[] {
  return [...values].flatMap(([iso2, each]) =>
    each.map((value) => ({ iso2, [column]: value }) as Record<'iso2' | Column, string>),
  );
}

function grouped<Column extends string>(
  rows: readonly Record<'iso2' | Column, string>[],
  column: Column,
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const row of rows) {
    const group = groups.get(row.iso2);
    if (group === undefined) groups.set(row.iso2, [row[column]]);
    else group.push(row[column]);
  }
  return groups;
}
