import { numberCell } from '../files/number-cell.ts';
import { placeTable } from './place-table.ts';

/** A point; degrees, WGS 84. */
interface Point {
  /** ISO 3166-1 alpha-2, or XK. */
  country: string;
  latitude: number;
  longitude: number;
}

/**
 * Islands that people name instead of a city, each as the box around its part of a country, in degrees. A reviewed table: gazetteers
 * have their midpoints only.
 */
const ISLANDS = placeTable('islands', ['country', 'name', 'other_names', 'south', 'north', 'west', 'east']);

/** Returns a function from a city to the names of the islands that it is on. */
export function readIslandNames(dataDirectory: string): (city: Point) => string[] {
  const file = ISLANDS.path(dataDirectory);
  const islands = ISLANDS.read(dataDirectory).map((row) => ({
    country: row.country,
    names: [row.name, ...row.other_names.split('|')].filter((name) => name !== ''),
    south: numberCell(file, row, 'south'),
    north: numberCell(file, row, 'north'),
    west: numberCell(file, row, 'west'),
    east: numberCell(file, row, 'east'),
  }));
  const byCountry = Map.groupBy(islands, ({ country }) => country);
  return ({ country, latitude, longitude }) =>
    (byCountry.get(country) ?? []).flatMap(({ names, south, north, west, east }) =>
      south <= latitude && latitude <= north && west <= longitude && longitude <= east ? names : [],
    );
}
