import { numberCell } from '../files/number-cell.ts';
import { placeTable } from './place-table.ts';

/** The urban agglomeration around a city, with a population of a known year. */
export interface Agglomeration {
  geonamesId: number;
  /** As its publisher writes it: `Tiranë (Tirana)`. */
  name: string;
  /** `2018` */
  year: string;
  population: number;
  /** Id of the source. */
  source: string;
}

const AGGLOMERATIONS = placeTable('agglomerations', ['geonames_id', 'name', 'year', 'population', 'source']);

/** By GeoNames id of the city. */
export function readAgglomerations(dataDirectory: string): Map<number, Agglomeration> {
  const file = AGGLOMERATIONS.path(dataDirectory);
  return new Map(
    AGGLOMERATIONS.read(dataDirectory).map((row) => {
      const geonamesId = numberCell(file, row, 'geonames_id');
      const { name, year, source } = row;
      return [
        geonamesId,
        { geonamesId, name, year, source, population: numberCell(file, row, 'population') },
      ];
    }),
  );
}

export function writeAgglomerations(dataDirectory: string, rows: readonly Agglomeration[]): void {
  AGGLOMERATIONS.write(
    dataDirectory,
    rows.map(({ geonamesId, name, year, population, source }) => ({
      geonames_id: String(geonamesId),
      name,
      year,
      population: String(population),
      source,
    })),
  );
}
