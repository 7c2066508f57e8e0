import { placeTable } from './place-table.ts';

/** One row of data/places/regions.tsv: a first-level region (state, province, oblast, ...). */
export interface Region {
  /** ISO 3166-1 alpha-2, or XK. */
  country: string;
  /** GeoNames code, unique within the country: not ISO 3166-2. */
  admin1: string;
  name: string;
}

const REGIONS = placeTable('regions', ['country', 'admin1', 'name']);

export function writeRegions(dataDirectory: string, regions: readonly Region[]): void {
  REGIONS.write(
    dataDirectory,
    regions.map((region) => ({ ...region })),
  );
}

export function readRegions(dataDirectory: string): Region[] {
  return REGIONS.read(dataDirectory).map(({ country, admin1, name }) => ({ country, admin1, name }));
}
