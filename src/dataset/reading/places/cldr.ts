import cldrCore from 'cldr-core/package.json' with { type: 'json' };
import currencyData from 'cldr-core/supplemental/currencyData.json' with { type: 'json' };
import territoryInfo from 'cldr-core/supplemental/territoryInfo.json' with { type: 'json' };
import type { CountryCurrency, CountryRowOf } from '../../building/places/country-details.ts';

/*
 * The Unicode CLDR, from two places: its supplemental tables from the package `cldr-core`, its translations from
 * the ICU inside the pinned Node.js (Intl), which are of the same major version.
 */

const TERRITORIES: Readonly<Record<string, TerritoryInfo>> = territoryInfo.supplemental.territoryInfo;
const CURRENCIES: Readonly<Record<string, readonly Record<string, CurrencyUse>[]>> =
  currencyData.supplemental.currencyData.region;

/** Languages in which every country's name is kept. */
export const NAME_LANGUAGES =
  'am ar bn cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt ro ru sk sl sv sw ta th tr uk ur vi zh zh-Hant'.split(
    ' ',
  );

/** Editions: that of the tables is the package's, that of the translations the one inside Node.js. */
export const CLDR_VERSION = `${cldrCore.version} (tables), ${process.versions.cldr} (names)`;

/** The country's name in that language; undefined when CLDR has none. `short` is `Hong Kong` for `Hong Kong SAR China`. */
export function countryName(iso2: string, language: string, style: 'long' | 'short' = 'long') {
  return displayNames(language, 'region', style)?.of(iso2);
}

/** A language's name in another one, or in itself. */
export function languageName(code: string, language: string): string | undefined {
  return displayNames(language, 'language')?.of(code);
}

export function currencyName(code: string, language: string): string | undefined {
  return displayNames(language, 'currency')?.of(code);
}

/** The shortest sign for the currency: `€`, `$`, or its code when it has none. */
export function currencySymbol(code: string): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
}

export function countryLanguages(iso2: string): CountryRowOf<'languages'>[] {
  return Object.entries(TERRITORIES[iso2]?.languagePopulation ?? {}).map(([code, use]) => ({
    iso2,
    language: code.replaceAll('_', '-'),
    status: use._officialStatus ?? '',
    speakersPercent: Number(use._populationPercent),
  }));
}

/** Legal tender in use, in CLDR's order, each with its predecessor: of those no longer in use, the last that began before it. */
export function countryCurrencies(iso2: string): CountryCurrency[] {
  const tenders = (CURRENCIES[iso2] ?? [])
    .flatMap((entry) => Object.entries(entry))
    .flatMap(([currency, { _from, _to, _tender }]) =>
      _from === undefined || _tender === 'false' ? [] : [{ currency, since: _from, until: _to }],
    );
  const ended = tenders
    .filter(({ until }) => until !== undefined)
    .sort((left, right) => (left.since < right.since ? 1 : -1));
  return tenders
    .filter(({ until }) => until === undefined)
    .map(({ currency, since }, index) => {
      const before = ended.find((other) => other.since < since)?.currency ?? '';
      return { iso2, rank: index + 1, currency, since, before };
    });
}

/** CLDR's own names of the zones, some of which IANA has since renamed. */
export function countryTimeZones(iso2: string): string[] {
  return new Intl.Locale(`und-${iso2}`).getTimeZones() ?? [];
}

interface TerritoryInfo {
  _population: string;
  languagePopulation?: Record<string, { _populationPercent: string; _officialStatus?: string }>;
}

interface CurrencyUse {
  _from?: string;
  _to?: string;
  _tender?: string;
}

const DISPLAY_NAMES = new Map<string, Intl.DisplayNames | undefined>();

/** Undefined for a language that ICU lacks, for which it would silently use the machine's language. */
function displayNames(
  language: string,
  type: 'region' | 'language' | 'currency',
  style: 'long' | 'short' = 'long',
): Intl.DisplayNames | undefined {
  const key = `${language} ${type} ${style}`;
  if (!DISPLAY_NAMES.has(key)) {
    const isKnown = Intl.DisplayNames.supportedLocalesOf(language).length > 0;
    DISPLAY_NAMES.set(
      key,
      isKnown ? new Intl.DisplayNames(language, { type, style, fallback: 'none' }) : undefined,
    );
  }
  return DISPLAY_NAMES.get(key);
}
