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

export interface Island {
  /** ISO 3166-1 alpha-2, or XK. */
  country: string;
  /** The main one first. */
  names: string[];
  south: number;
  north: number;
  west: number;
  east: number;
}

export function readIslands(dataDirectory: string): Island[] {
  const file = ISLANDS.path(dataDirectory);
  return ISLANDS.read(dataDirectory).map((row) => ({
    country: row.country,
    names: [row.name, ...row.other_names.split('|')].filter((name) => name !== ''),
    south: numberCell(file, row, 'south'),
    north: numberCell(file, row, 'north'),
    west: numberCell(file, row, 'west'),
    east: numberCell(file, row, 'east'),
  }));
}

/** Returns a function from a city to the names of the islands that it is on. */
export function namesOfIslands(islands: readonly Island[]): (city: Point) => string[] {
  const byCountry = Map.groupBy(islands, ({ country }) => country);
  return ({ country, latitude, longitude }) =>
    (byCountry.get(country) ?? []).flatMap(({ names, south, north, west, east }) =>
      south <= latitude && latitude <= north && west <= longitude && longitude <= east ? names : [],
    );
}
