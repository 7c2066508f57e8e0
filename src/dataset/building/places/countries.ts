import { list, optionalNumber, recordTable, text, texts } from '../files/records.ts';

/** The countries and territories of ISO 3166-1, and Kosovo. */
export const { read: readCountries, write: writeCountries } = recordTable('places/countries', {
  /** ISO 3166-1 alpha-2. Kosovo has XK and XKX, user-assigned codes of that standard, and no number. */
  iso2: text,
  iso3: text,
  /** Three digits; '' for Kosovo. */
  numeric: text,
  /** Common name in English. */
  name: text,
  /** Official name in English. */
  officialName: text,
  /** GeoNames id of the capital; null when the sources name none, or one that is no city of ours. */
  capital: optionalNumber,
  areaKm2: optionalNumber,
  /** From GeoNames, of an unstated year; null if GeoNames has none or nobody lives there. */
  population: optionalNumber,
  /** GeoNames’ code: `EU`. */
  continent: text,
  /** Of UN M49, from the widest to the narrowest, names and three-digit codes; '' if M49 has none. */
  region: text,
  ...texts('regionCode', 'subregion', 'subregionCode', 'intermediateRegion', 'intermediateRegionCode'),
  /** E.164 country codes, with the area code where one belongs to the country: `+351`, `+1-684`. */
  callingCodes: list('|'),
  /** `.pt`; '' when there is none. */
  tld: text,
  geonamesId: optionalNumber,
  /** `Q45`; '' when the sources give none. */
  wikidataId: text,
  /** Alpha-2 of the state that a territory belongs to: `FR` for Martinique; '' for states, and where that is disputed. */
  partOf: text,
});
export type CountryRow = ReturnType<typeof readCountries>[number];
