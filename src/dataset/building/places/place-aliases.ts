import { filled, number, recordTable, text } from '../files/records.ts';

/*
 * Names in use that no publisher lists: `Britain`, `ON`, `NYC`. Reviewed tables with a reason per row; a search
 * finds the place by them, but its id stays the only one.
 */

const NAMED = { alias: filled, reason: filled };
const COUNTRY_ALIASES = recordTable('places/country-aliases', { iso2: text, ...NAMED });
const REGION_ALIASES = recordTable('places/region-aliases', { country: text, admin1: text, ...NAMED });
const CITY_ALIASES = recordTable('places/city-aliases', { geonamesId: number, ...NAMED });

/** By ISO 3166-1 alpha-2. */
export function readCountryAliases(dataDirectory: string): Map<string, string[]> {
  return grouped(COUNTRY_ALIASES.read(dataDirectory), ({ iso2 }) => iso2);
}

/** By country and GeoNames code, `CA.08`. */
export function readRegionAliases(dataDirectory: string): Map<string, string[]> {
  return grouped(REGION_ALIASES.read(dataDirectory), ({ country, admin1 }) => `${country}.${admin1}`);
}

/** By GeoNames id. */
export function readCityAliases(dataDirectory: string): Map<number, string[]> {
  return grouped(CITY_ALIASES.read(dataDirectory), ({ geonamesId }) => geonamesId);
}

function grouped<Row extends { alias: string }, Key>(rows: readonly Row[], keyOf: (row: Row) => Key) {
  const groups = Map.groupBy(rows, keyOf);
  return new Map([...groups].map(([key, members]) => [key, members.map(({ alias }) => alias)]));
}
