import { number, recordTable, text, texts, word } from '../files/records.ts';

/**
 * Properties of which a country has several: one fact per row, so that a change is one line of a diff. Countries are named
 * by ISO 3166-1 alpha-2 (or XK), languages by BCP 47, currencies by ISO 4217, time zones by IANA.
 */
export const COUNTRY_TABLES = {
  /** In each language. */
  names: recordTable('places/country-names', {
    iso2: text,
    /** `common` and `short` (`UK`) from CLDR, `official` from the United Nations' UNTERM, `listed` as in their statistics. */
    form: word(['common', 'official', 'short', 'listed']),
    language: text,
    name: text,
  }),
  /** Those used in a country. */
  languages: recordTable('places/country-languages', {
    iso2: text,
    language: text,
    /** `official`, `de_facto_official` or `official_regional`; '' for any other language. */
    status: text,
    /** Per cent of the population able to use it; the shares of a country overlap. */
    speakersPercent: number,
  }),
  /** Those in use in each country, in the order of their rank. */
  currencies: recordTable('places/country-currencies', {
    iso2: text,
    /** 1 for the country's first currency. */
    rank: number,
    currency: text,
    /** ISO 8601 date since which it has been used there. */
    since: text,
    /** The currency that it replaced; '' if CLDR names none. */
    before: text,
  }),
  /** Neighbours by land. Each border is listed twice, once for each country. */
  borders: recordTable('places/country-borders', { iso2: text, neighbour: text }),
  /** Uninhabited territories without a zone are left out. */
  timeZones: recordTable('places/country-time-zones', { iso2: text, timeZone: text }),
  /** In English and in the languages themselves; '' when CLDR has none of these. */
  languageNames: recordTable('places/languages', texts('language', 'name', 'nativeName')),
  currencyNames: recordTable('places/currencies', {
    currency: text,
    name: text,
    /** `€`; the code itself when there is none. */
    symbol: text,
  }),
};

/** A row of one of these tables. */
export type CountryRowOf<Name extends keyof typeof COUNTRY_TABLES> = ReturnType<
  (typeof COUNTRY_TABLES)[Name]['read']
>[number];
export type CountryCurrency = CountryRowOf<'currencies'>;

/** Currencies that no country uses any more: what replaced each, and since when; the last country counts. */
export function formerCurrencies(dataDirectory: string): ReadonlyMap<string, CountryCurrency> {
  const rows = COUNTRY_TABLES.currencies.read(dataDirectory);
  const used = new Set(rows.map(({ currency }) => currency));
  const replaced = rows.filter(({ before }) => before !== '' && !used.has(before));
  const byDay = replaced.sort((one, other) => (one.since < other.since ? -1 : 1));
  return new Map(byDay.map((row) => [row.before, row]));
}
