import { fold } from '../../../release/fold.ts';
import type { CityRow } from '../../building/places/cities.ts';
import type { CountryRow } from '../../building/places/countries.ts';
import type { CountryCurrency, CountryRowOf } from '../../building/places/country-details.ts';
import {
  countryCurrencies,
  countryLanguages,
  countryName,
  countryTimeZones,
  currencyName,
  currencySymbol,
  languageName,
  NAME_LANGUAGES,
} from './cldr.ts';
import type { CountryCodes } from './country-codes.ts';
import type { CountryOverrides } from './country-overrides.ts';
import type { GeonamesCountry } from './geonames.ts';

/** A city, and other names that countryInfo.txt may use for it. */
interface NamedCity extends CityRow {
  alternativeNames: readonly string[];
}

export interface CountryInputs {
  /** All countries, with their areas, neighbours and domains. */
  geonames: readonly GeonamesCountry[];
  /** Official names, UN regions, calling codes, by alpha-2. */
  codes: ReadonlyMap<string, CountryCodes>;
  cities: readonly NamedCity[];
  overrides: CountryOverrides;
  /** CLDR's name of a time zone → IANA's, where the two differ. */
  timeZoneNames: ReadonlyMap<string, string>;
}

/** Combines what GeoNames, DataHub and CLDR say about each country with the reviewed overrides. */
export function assembleCountries(inputs: CountryInputs) {
  const citiesByCountry = Map.groupBy(inputs.cities, ({ country }) => country);
  const citiesOf = (iso2: string) => citiesByCountry.get(iso2) ?? [];
  const { geonames, overrides } = inputs;
  const languages = geonames.flatMap(({ iso2 }) => countryLanguages(iso2));
  const currencies = geonames.flatMap(({ iso2 }) => currenciesOf(iso2, overrides));
  return {
    countries: geonames.map((country) => toCountry(country, inputs, citiesOf(country.iso2))),
    names: geonames.flatMap((country) => namesOf(country, inputs, languages)),
    languages,
    currencies,
    borders: bordersOf(geonames, overrides),
    timeZones: geonames.flatMap(({ iso2 }) =>
      timeZonesOf(iso2, inputs.timeZoneNames, citiesOf(iso2)).map((timeZone) => ({ iso2, timeZone })),
    ),
    languageNames: distinct(languages.map(({ language }) => language)).map((language) => ({
      language,
      name: languageName(language, 'en') ?? language,
      nativeName: languageName(language, language) ?? '',
    })),
    currencyNames: distinct(currencies.map(({ currency }) => currency)).map((currency) => ({
      currency,
      name: currencyName(currency, 'en') ?? currency,
      symbol: currencySymbol(currency),
    })),
  };
}

function toCountry(
  country: GeonamesCountry,
  inputs: CountryInputs,
  cities: readonly NamedCity[],
): CountryRow {
  const { iso2 } = country;
  const { overrides } = inputs;
  const codes = inputs.codes.get(iso2);
  const callingCodes = overrides.value(iso2, 'calling_codes')?.split('|') ?? codes?.callingCodes ?? [];
  return {
    ...country,
    name: commonName(country, 'en', overrides) ?? country.name,
    officialName: overrides.value(iso2, 'official_name') ?? codes?.officialNames.get('en') ?? '',
    capital: capitalOf(country, cities)?.geonamesId ?? null,
    region: codes?.region ?? '',
    regionCode: codes?.regionCode ?? '',
    subregion: codes?.subregion ?? '',
    subregionCode: codes?.subregionCode ?? '',
    intermediateRegion: codes?.intermediateRegion ?? '',
    intermediateRegionCode: codes?.intermediateRegionCode ?? '',
    callingCodes,
    wikidataId: codes?.wikidataId ?? '',
    partOf: codes?.partOf ?? '',
  };
}

/**
 * The city that GeoNames marks as the capital (PPLC), which is kept more current than countryInfo.txt; where
 * it marks none, the one that countryInfo.txt names.
 */
function capitalOf(country: GeonamesCountry, cities: readonly NamedCity[]): NamedCity | undefined {
  const marked = cities.find(({ feature }) => feature === 'PPLC');
  if (marked !== undefined || country.capital === '') return marked;
  const name = fold(country.capital);
  return cities.find((city) => [city.name, ...city.alternativeNames].some((known) => fold(known) === name));
}

/**
 * The common name in NAME_LANGUAGES and in the country's own official languages, and the official name in the languages of the
 * United Nations; a shorter name (`UK`), and the one that statistics list (`Viet Nam`), only in English.
 */
function namesOf(
  country: GeonamesCountry,
  { codes, overrides }: CountryInputs,
  languages: readonly CountryRowOf<'languages'>[],
): CountryRowOf<'names'>[] {
  const { iso2 } = country;
  const own = languages
    .filter((use) => use.iso2 === iso2 && use.status !== '')
    .map(({ language }) => language);
  const named = (form: CountryRowOf<'names'>['form'], language: string, name = '') =>
    name === '' ? [] : [{ iso2, form, language, name }];
  const officialNames = new Map(codes.get(iso2)?.officialNames);
  const override = overrides.value(iso2, 'official_name');
  if (override !== undefined) officialNames.set('en', override);
  const usual = commonName(country, 'en', overrides);
  const short = countryName(iso2, 'en', 'short');
  const listed = codes.get(iso2)?.listedName ?? '';
  const known = [usual, short, officialNames.get('en')];
  return [
    ...distinct([...NAME_LANGUAGES, ...own]).flatMap((language) =>
      named('common', language, commonName(country, language, overrides)),
    ),
    ...[...officialNames].flatMap(([language, name]) => named('official', language, name)),
    ...(short === usual ? [] : named('short', 'en', short)),
    ...(known.includes(listed) ? [] : named('listed', 'en', listed)),
  ];
}

function commonName(
  { iso2 }: GeonamesCountry,
  language: string,
  overrides: CountryOverrides,
): string | undefined {
  const override = language === 'en' ? overrides.value(iso2, 'name') : undefined;
  return (
    override ??
    countryName(iso2, language, overrides.value(iso2, 'name_style') === 'short' ? 'short' : 'long')
  );
}

/** An override lists those of CLDR's currencies that we keep, the first one first; it does not add any. */
function currenciesOf(iso2: string, overrides: CountryOverrides): CountryCurrency[] {
  const currencies = countryCurrencies(iso2);
  const order = overrides.value(iso2, 'currencies')?.split(',');
  if (order === undefined) return currencies;
  return order.flatMap((code, index) =>
    currencies.filter(({ currency }) => currency === code).map((use) => ({ ...use, rank: index + 1 })),
  );
}

function bordersOf(geonames: readonly GeonamesCountry[], overrides: CountryOverrides) {
  const borders = new Map(geonames.map(({ iso2, neighbours }) => [iso2, new Set(neighbours)]));
  for (const [left, right] of overrides.borders('border_added')) {
    borders.get(left)?.add(right);
    borders.get(right)?.add(left);
  }
  for (const [left, right] of overrides.borders('border_removed')) {
    borders.get(left)?.delete(right);
    borders.get(right)?.delete(left);
  }
  return [...borders].flatMap(([iso2, neighbours]) =>
    [...neighbours].map((neighbour) => ({ iso2, neighbour })),
  );
}

/** CLDR's zones; where it has none (Kosovo), those of the cities. */
function timeZonesOf(
  iso2: string,
  ianaNames: ReadonlyMap<string, string>,
  cities: readonly CityRow[],
): string[] {
  const zones = countryTimeZones(iso2).map((zone) => ianaNames.get(zone) ?? zone);
  return distinct(zones.length > 0 ? zones : cities.map(({ timeZone }) => timeZone));
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
