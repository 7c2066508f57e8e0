import { numberCell } from '../files/number-cell.ts';
import { placeTable } from './place-table.ts';

/** An airport with scheduled flights, and the city that people fly to with it. */
export interface AirportOfCity {
  /** IATA code: `LHR`. */
  code: string;
  geonamesId: number;
}

const AIRPORTS = placeTable('airports', ['code', 'geonames_id']);

/** The codes of each city's airports, by GeoNames id. */
export function readAirportCodes(dataDirectory: string): Map<number, string[]> {
  const file = AIRPORTS.path(dataDirectory);
  const groups = Map.groupBy(AIRPORTS.read(dataDirectory), (row) => numberCell(file, row, 'geonames_id'));
  return new Map([...groups].map(([id, rows]) => [id, rows.map(({ code }) => code)]));
}

export function writeAirports(dataDirectory: string, airports: readonly AirportOfCity[]): void {
  AIRPORTS.write(
    dataDirectory,
    airports.map(({ code, geonamesId }) => ({ code, geonames_id: String(geonamesId) })),
  );
}
