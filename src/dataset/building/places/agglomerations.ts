import { number, recordTable, text } from '../files/records.ts';

/** The urban agglomerations around cities, with a population of a known year. */
const AGGLOMERATIONS = recordTable('places/agglomerations', {
  /** Of the city. */
  geonamesId: number,
  /** As its publisher writes it: `Tiranë (Tirana)`. */
  name: text,
  /** `2018` */
  year: text,
  population: number,
  /** Id of the source. */
  source: text,
});
export const { write: writeAgglomerations } = AGGLOMERATIONS;
export type Agglomeration = ReturnType<typeof AGGLOMERATIONS.read>[number];

/** By GeoNames id of the city. */
export function readAgglomerations(dataDirectory: string): Map<number, Agglomeration> {
  return new Map(AGGLOMERATIONS.read(dataDirectory).map((row) => [row.geonamesId, row]));
}
