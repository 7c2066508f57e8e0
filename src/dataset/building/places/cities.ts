import { join } from 'node:path';
import { numberCell } from '../files/number-cell.ts';
import { number, optionalNumber, recordTable, text } from '../files/records.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import { readTable, writeTable } from '../files/table.ts';
import type { CityRow } from './city-row.ts';
import { withReviewedPopulations } from './population-overrides.ts';

const CITIES = recordTable<CityRow>({
  geonamesId: number,
  name: text,
  asciiName: text,
  country: text,
  admin1: text,
  admin2: text,
  admin3: text,
  admin4: text,
  latitude: number,
  longitude: number,
  feature: text,
  population: number,
  elevation: optionalNumber,
  dem: number,
  timeZone: text,
  modified: text,
});

const CITY_NAME_COLUMNS = ['geonames_id', 'names'] as const;
/** Separates alternative names in their cell; no GeoNames name contains it. */
const NAME_SEPARATOR = '|';

/** GeoNames' elevation for a place that is at sea in its terrain model. */
const NO_TERRAIN = -9999;

/** Metres above sea level: as recorded, otherwise from the terrain model; null if neither has it. */
export function elevationOnRecord({ elevation, dem }: Pick<CityRow, 'elevation' | 'dem'>): number | null {
  return elevation ?? (dem === NO_TERRAIN ? null : dem);
}

/**
 * The same for calculations: from the model first, because records are sometimes 0 or hundreds of metres off; at sea
 * level if neither has it.
 */
export function elevationOfTerrain({ elevation, dem }: Pick<CityRow, 'elevation' | 'dem'>): number {
  return dem === NO_TERRAIN ? (elevation ?? 0) : dem;
}

export function writeCities(dataDirectory: string, cities: readonly CityRow[]): void {
  CITIES.write(citiesPath(dataDirectory), cities);
}

/** As GeoNames has them, except for reviewed populations. */
export function readCities(dataDirectory: string): CityRow[] {
  return withReviewedPopulations(CITIES.read(citiesPath(dataDirectory)), dataDirectory);
}

/** Alternative names by GeoNames id; cities without any are left out. */
export function writeCityNames(dataDirectory: string, names: ReadonlyMap<number, readonly string[]>): void {
  const file = cityNamesPath(dataDirectory);
  const rows = [...names].filter(([, alternatives]) => alternatives.length > 0);
  writeTable(
    file,
    CITY_NAME_COLUMNS,
    rows.map(([id, alternatives]) => ({ geonames_id: String(id), names: alternatives.join(NAME_SEPARATOR) })),
  );
}

export function readCityNames(dataDirectory: string): Map<number, string[]> {
  const file = cityNamesPath(dataDirectory);
  return new Map(
    readTable(file, CITY_NAME_COLUMNS).map((row) => {
      const names = row.names.split(NAME_SEPARATOR);
      if (names.includes('')) throw new SourceFileError(file, row.line, 'names', 'an empty name');
      return [numberCell(file, row, 'geonames_id'), names];
    }),
  );
}

function citiesPath(dataDirectory: string): string {
  return join(dataDirectory, 'places', 'cities.tsv');
}

function cityNamesPath(dataDirectory: string): string {
  return join(dataDirectory, 'places', 'city-names.tsv');
}
