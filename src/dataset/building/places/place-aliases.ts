import { numberCell } from '../files/number-cell.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import { type PlaceTable, placeTable } from './place-table.ts';

/*
 * Names in use that no publisher lists: `Britain`, `ON`, `NYC`. Reviewed tables with a reason per row; a search
 * finds the place by them, but its id stays the only one.
 */

const COUNTRY_ALIASES = placeTable('country-aliases', ['iso2', 'alias', 'reason']);
const REGION_ALIASES = placeTable('region-aliases', ['country', 'admin1', 'alias', 'reason']);
const CITY_ALIASES = placeTable('city-aliases', ['geonames_id', 'alias', 'reason']);

/** By ISO 3166-1 alpha-2. */
export function readCountryAliases(dataDirectory: string): Map<string, string[]> {
  return grouped(reviewed(COUNTRY_ALIASES, dataDirectory), ({ iso2 }) => iso2);
}

/** By country and GeoNames code, `CA.08`. */
export function readRegionAliases(dataDirectory: string): Map<string, string[]> {
  return grouped(reviewed(REGION_ALIASES, dataDirectory), ({ country, admin1 }) => `${country}.${admin1}`);
}

/** By GeoNames id. */
export function readCityAliases(dataDirectory: string): Map<number, string[]> {
  const file = CITY_ALIASES.path(dataDirectory);
  return grouped(reviewed(CITY_ALIASES, dataDirectory), (row) => numberCell(file, row, 'geonames_id'));
}

function reviewed<Column extends string>(
  table: PlaceTable<Column | 'alias' | 'reason'>,
  dataDirectory: string,
) {
  const rows = table.read(dataDirectory);
  for (const row of rows)
    for (const column of ['alias', 'reason'] as const)
      if (row[column] === '')
        throw new SourceFileError(table.path(dataDirectory), row.line, column, 'the cell is empty');
  return rows;
}

function grouped<Row extends { alias: string }, Key>(rows: readonly Row[], keyOf: (row: Row) => Key) {
  const groups = Map.groupBy(rows, keyOf);
  return new Map([...groups].map(([key, members]) => [key, members.map(({ alias }) => alias)]));
}
