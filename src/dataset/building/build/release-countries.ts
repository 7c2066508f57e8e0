import { continentOf } from '../../../release/continents.ts';
import type { CountryDetailRecord } from '../../../release/schema.ts';
import type { NationalCurrency } from '../facts/exchange-rates.ts';
import { readCountries } from '../places/countries.ts';
import { COUNTRY_TABLES, type CountryCurrency, type CountryRowOf } from '../places/country-details.ts';
import { readCountryAliases } from '../places/place-aliases.ts';
import type { IdOf } from '../places/registry.ts';

/** Source of a country's area, and of its population where the World Bank has none (see data/places/field-sources.tsv). */
export const COUNTRY_INFO_SOURCE = 'geonames-countries';
const COUNTRY_SOURCES = ['datahub-country-codes', COUNTRY_INFO_SOURCE, 'unicode-cldr'];

export type ReleaseCountry = ReturnType<typeof readReleaseCountries>[number];

/** The countries of data/places by name, each with its rows of other tables (names, languages, currencies, ...). */
export function readReleaseCountries(dataDirectory: string, countryId: IdOf, cityId: IdOf) {
  const details = readDetails(dataDirectory);
  return readCountries(dataDirectory)
    .map((country) => {
      const { iso2 } = country;
      const names = details.names(iso2);
      const languages = details.languages(iso2).toSorted(officialThenSpread);
      const currencies = details.currencies(iso2).toSorted((left, right) => left.rank - right.rank);
      const detail: CountryDetailRecord = {
        official_name: country.officialName || null,
        ...commonNames(names, languages),
        capital: country.capital === null ? null : cityId(country.capital, 'countries'),
        continent: continentOf(country.continent),
        region: country.region || null,
        subregion: country.subregion || null,
        intermediate_region: country.intermediateRegion || null,
        m49_codes: {
          region: country.regionCode || null,
          subregion: country.subregionCode || null,
          intermediate_region: country.intermediateRegionCode || null,
        },
        area_km2: country.areaKm2,
        languages: languages.map(({ language, status, speakersPercent }) => ({
          code: language,
          name: details.languageNames.get(language) ?? language,
          status: status || null,
          population_share: Math.round(speakersPercent * 1e6) / 1e8,
        })),
        currencies: currencies.map(({ currency }) => {
          const { name = currency, symbol = currency } = details.currencyNames.get(currency) ?? {};
          return { code: currency, name, symbol };
        }),
        calling_codes: country.callingCodes,
        top_level_domain: country.tld || null,
        borders: details
          .borders(iso2)
          .map(({ neighbour }) => countryId(neighbour, 'country-borders'))
          .sort(),
        time_zones: details.timeZones(iso2).map(({ timeZone }) => timeZone),
        sources: COUNTRY_SOURCES,
      };
      return {
        id: countryId(iso2, 'countries'),
        country,
        detail,
        /** The common name first; then official ones, those in other languages, and other names in use. */
        names: [
          country.name,
          country.officialName,
          ...names.map(({ name }) => name),
          ...(details.aliases.get(iso2) ?? []),
        ],
        /** The currency of its official figures: the first of those in force; null if there is none. */
        currency: nationalCurrency(currencies),
      };
    })
    .sort((left, right) => left.country.name.localeCompare(right.country.name, 'en'));
}

/** By alpha-2 code, the names of languages and currencies by their own. */
function readDetails(dataDirectory: string) {
  const { names, languages, currencies, borders, timeZones, languageNames, currencyNames } = COUNTRY_TABLES;
  const byCountry = <Row extends { iso2: string }>(table: { read(directory: string): Row[] }) => {
    const rows = Map.groupBy(table.read(dataDirectory), ({ iso2 }) => iso2);
    return (iso2: string) => rows.get(iso2) ?? [];
  };
  return {
    names: byCountry(names),
    languages: byCountry(languages),
    currencies: byCountry(currencies),
    borders: byCountry(borders),
    timeZones: byCountry(timeZones),
    aliases: readCountryAliases(dataDirectory),
    languageNames: new Map(languageNames.read(dataDirectory).map(({ language, name }) => [language, name])),
    currencyNames: new Map(currencyNames.read(dataDirectory).map((row) => [row.currency, row])),
  };
}

/** The first of the currencies in force, which are in the order of their rank: the national one before a foreign one. */
function nationalCurrency([first]: readonly CountryCurrency[]): NationalCurrency | null {
  return first === undefined ? null : { code: first.currency, since: first.since, before: first.before };
}

/** Native names are those in a language with official standing in the country, in any script. */
function commonNames(
  names: readonly CountryRowOf<'names'>[],
  languages: readonly CountryRowOf<'languages'>[],
): Pick<CountryDetailRecord, 'native_names' | 'translations'> {
  const common = names.filter(({ form }) => form === 'common');
  const official = new Set(
    languages.filter(({ status }) => status !== '').map(({ language }) => baseLanguage(language)),
  );
  const isNative = ({ language }: CountryRowOf<'names'>) => official.has(baseLanguage(language));
  const byLanguage = (some: readonly CountryRowOf<'names'>[]) =>
    Object.fromEntries(some.map(({ language, name }) => [language, name]));
  return {
    native_names: byLanguage(common.filter(isNative)),
    translations: byLanguage(common.filter((name) => !isNative(name))),
  };
}

function officialThenSpread(left: CountryRowOf<'languages'>, right: CountryRowOf<'languages'>): number {
  const order = ['official', 'de_facto_official', 'official_regional', ''];
  return (
    order.indexOf(left.status) - order.indexOf(right.status) ||
    right.speakersPercent - left.speakersPercent ||
    (left.language < right.language ? -1 : 1)
  );
}

/** `zh-Hant` → `zh` */
function baseLanguage(code: string): string {
  return code.split('-', 1)[0] ?? code;
}
