import { number, recordTable, text, texts, word } from '../files/records.ts';

/*
 * Properties of which a country has several: one fact per row, so that a change is one line of a diff. Countries are named
 * by ISO 3166-1 alpha-2 (or XK), languages by BCP 47, currencies by ISO 4217, time zones by IANA.
 */

/** Names of countries in each language. */
export const { read: readCountryNames, write: writeCountryNames } = recordTable('places/country-names', {
  iso2: text,
  /** `common` and `short` (`UK`) from CLDR, `official` from the United Nations' UNTERM, `listed` as in their statistics. */
  form: word(['common', 'official', 'short', 'listed']),
  language: text,
  name: text,
});
export type CountryName = ReturnType<typeof readCountryNames>[number];

/** The languages used in a country. */
export const { read: readCountryLanguages, write: writeCountryLanguages } = recordTable(
  'places/country-languages',
  {
    iso2: text,
    language: text,
    /** `official`, `de_facto_official` or `official_regional`; '' for any other language. */
    status: text,
    /** Per cent of the population able to use it; the shares of a country overlap. */
    speakersPercent: number,
  },
);
export type CountryLanguage = ReturnType<typeof readCountryLanguages>[number];

/** The currencies in use in each country, in the order of their rank. */
export const { read: readCountryCurrencies, write: writeCountryCurrencies } = recordTable(
  'places/country-currencies',
  {
    iso2: text,
    /** 1 for the country's first currency. */
    rank: number,
    currency: text,
    /** ISO 8601 date since which it has been used there. */
    since: text,
    /** The currency that it replaced; '' if CLDR names none. */
    before: text,
  },
);
export type CountryCurrency = ReturnType<typeof readCountryCurrencies>[number];

/** Currencies that no country uses any more: what replaced each, and since when; the last country counts. */
export function formerCurrencies(dataDirectory: string): ReadonlyMap<string, CountryCurrency> {
  const rows = readCountryCurrencies(dataDirectory);
  const used = new Set(rows.map(({ currency }) => currency));
  const replaced = rows.filter(({ before }) => before !== '' && !used.has(before));
  const byDay = replaced.sort((one, other) => (one.since < other.since ? -1 : 1));
  return new Map(byDay.map((row) => [row.before, row]));
}

/** Neighbours by land. Each border is listed twice, once for each country. */
export const { read: readCountryBorders, write: writeCountryBorders } = recordTable(
  'places/country-borders',
  {
    iso2: text,
    neighbour: text,
  },
);

/** Uninhabited territories without a zone are left out. */
export const { read: readCountryTimeZones, write: writeCountryTimeZones } = recordTable(
  'places/country-time-zones',
  { iso2: text, timeZone: text },
);

/** The names of languages, in English and in themselves; '' when CLDR has none of these. */
export const { read: readLanguages, write: writeLanguages } = recordTable(
  'places/languages',
  texts('language', 'name', 'nativeName'),
);
export type LanguageName = ReturnType<typeof readLanguages>[number];

export const { read: readCurrencies, write: writeCurrencies } = recordTable('places/currencies', {
  currency: text,
  name: text,
  /** `€`; the code itself when there is none. */
  symbol: text,
});
export type CurrencyName = ReturnType<typeof readCurrencies>[number];
