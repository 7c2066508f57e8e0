import { numberCell, optionalNumberCell } from '../files/number-cell.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import type { CityRow } from './city-row.ts';
import { placeTable } from './place-table.ts';

/** A reviewed population of a city, which replaces the gazetteer's. */
export interface PopulationOverride {
  /** Null if none of our sources has the right figure. */
  population: number | null;
  /** What is wrong with the gazetteer's figure; responses for the city show it. */
  reason: string;
}

/**
 * The reviewed table data/places/population-overrides.tsv: figures of the gazetteer that cannot be right, whose errors
 * would spread to the order of lists, to names and to estimates.
 */
const POPULATION_OVERRIDES = placeTable('population-overrides', ['geonames_id', 'population', 'reason']);

/** The cities with the populations that we use: 0 is unknown, as in the gazetteer. */
export function withReviewedPopulations<Of extends Pick<CityRow, 'geonamesId' | 'population'>>(
  cities: readonly Of[],
  dataDirectory: string,
): Of[] {
  const overrides = readPopulationOverrides(dataDirectory);
  return cities.map((city) => {
    const override = overrides.get(city.geonamesId);
    return override === undefined ? city : { ...city, population: override.population ?? 0 };
  });
}

/** By GeoNames id. */
export function readPopulationOverrides(dataDirectory: string): Map<number, PopulationOverride> {
  const file = POPULATION_OVERRIDES.path(dataDirectory);
  return new Map(
    POPULATION_OVERRIDES.read(dataDirectory).map((row) => {
      const { line, reason } = row;
      if (reason === '') throw new SourceFileError(file, line, 'reason', 'an override without a reason');
      const population = optionalNumberCell(file, row, 'population');
      return [numberCell(file, row, 'geonames_id'), { population, reason }];
    }),
  );
}
