import { list, number, recordTable, text } from '../files/records.ts';
import type { CityRow } from './cities.ts';

/**
 * Islands that people name instead of a city, each as the box around its part of a country, in degrees. A reviewed table: gazetteers
 * have their midpoints only.
 */
const ISLANDS = recordTable('places/islands', {
  /** ISO 3166-1 alpha-2, or XK. */
  country: text,
  name: text,
  otherNames: list('|'),
  south: number,
  north: number,
  west: number,
  east: number,
});

/** Each with its names, the main one first. */
export function readIslands(dataDirectory: string) {
  return ISLANDS.read(dataDirectory).map(({ name, otherNames, ...box }) => ({
    ...box,
    names: [name, ...otherNames],
  }));
}
export type Island = ReturnType<typeof readIslands>[number];

/** Returns a function from a city to the names of the islands that it is on. */
export function namesOfIslands(
  islands: readonly Island[],
): (city: Pick<CityRow, 'country' | 'latitude' | 'longitude'>) => string[] {
  const byCountry = Map.groupBy(islands, ({ country }) => country);
  return ({ country, latitude, longitude }) =>
    (byCountry.get(country) ?? []).flatMap(({ names, south, north, west, east }) =>
      south <= latitude && latitude <= north && west <= longitude && longitude <= east ? names : [],
    );
}
