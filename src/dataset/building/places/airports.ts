import { numberCell } from '../files/number-cell.ts';
import { placeTable } from './place-table.ts';

/**
 * A city that an airport with scheduled flights serves, or, in the class `group`, one that the common code of several airports may
 * mean, such as LON.
 */
export interface AirportOfCity {
  /** IATA code: `LHR`. */
  code: string;
  geonamesId: number;
  /** As OurAirports has it. */
  class: AirportClass;
  /** Whether the code leads to this city. An airport has one such city; a group that may mean several has them all. */
  leads: boolean;
  /** From the middle of the city; of the farthest airport in a group. */
  kilometres: number;
  /** Of a group, the codes of its airports. */
  name: string;
}

type AirportClass = 'large' | 'medium' | 'group';

const AIRPORTS = placeTable('airports', ['code', 'geonames_id', 'class', 'leads', 'kilometres', 'name']);

export function readAirports(dataDirectory: string): AirportOfCity[] {
  const file = AIRPORTS.path(dataDirectory);
  return AIRPORTS.read(dataDirectory).map((row) => ({
    code: row.code,
    geonamesId: numberCell(file, row, 'geonames_id'),
    class: row.class as AirportClass,
    leads: row.leads === 'yes',
    kilometres: numberCell(file, row, 'kilometres'),
    name: row.name,
  }));
}

export function writeAirports(dataDirectory: string, airports: readonly AirportOfCity[]): void {
  AIRPORTS.write(
    dataDirectory,
    airports.map((row) => ({
      code: row.code,
      geonames_id: String(row.geonamesId),
      class: row.class,
      leads: row.leads ? 'yes' : 'no',
      kilometres: String(row.kilometres),
      name: row.name,
    })),
  );
}
