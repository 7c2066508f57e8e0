import { join } from 'node:path';
import { mean } from 'simple-statistics';
import { SourceFileError } from '../files/source-file-error.ts';
import { readTable, writeTable } from '../files/table.ts';

/** How close the nearest official rents are to an estimate, from the nearest to none. */
export const NEAREST_RENTS = [
  /** A rent of the city or its area. */
  'city',
  /** Rents of other cities of its first-level region. */
  'region',
  /** Rents of other regions of its country. */
  'country',
  /** Rents of other countries, from which the rule was learned. */
  'none',
] as const;
export type NearestRents = (typeof NEAREST_RENTS)[number];

/** What the rents of a row are of: one city each, an area with several of our cities each, or both. */
const PLACES_OF_RENTS = ['city', 'area', ''] as const;

/** A row of data/estimates/rent-intervals.tsv: the necessary width of intervals relative to those of the model. */
export interface RentInterval {
  nearest: NearestRents;
  /** Key of a series of rents; '' for all series without a row of their own. */
  series: string;
  places: (typeof PLACES_OF_RENTS)[number];
  /** How many rents were left out, one after the other, to find the factor. */
  rents: number;
  /** Multiplies the standard deviation. */
  factor: number;
}

/** A rent as the factors know it. */
interface RentOfSeries {
  /** Key of its series. */
  series: string;
  /** Of an area with several of our cities. */
  ofArea: boolean;
}

/** Finds the factor for the standard deviation of a rent; 1 where the table has none. */
export class RentIntervals {
  readonly #factors: ReadonlyMap<string, number>;

  constructor(rows: readonly RentInterval[]) {
    this.#factors = new Map(
      rows.map(({ nearest, series, places, factor }) => [`${nearest} ${places} ${series}`, factor]),
    );
  }

  /** The factor of a rent, or without one of all series. */
  of(nearest: NearestRents, rent?: RentOfSeries): number {
    const ofSeries = rent && [`${rent.ofArea ? 'area' : 'city'} ${rent.series}`, ` ${rent.series}`];
    for (const key of [...(ofSeries ?? []), ' ']) {
      const factor = this.#factors.get(`${nearest} ${key}`);
      if (factor !== undefined) return factor;
    }
    return 1;
  }

  /** The mean factor of the country's rents. */
  ofCountry(nearest: NearestRents, rents: readonly RentOfSeries[]): number {
    if (rents.length === 0) return this.of(nearest);
    return mean(rents.map((rent) => this.of(nearest, rent)));
  }
}

const COLUMNS = ['nearest', 'series', 'places', 'rents', 'factor'] as const;

export function readRentIntervals(dataDirectory: string): RentInterval[] {
  const file = fileOf(dataDirectory);
  return readTable(file, COLUMNS).map(({ line, series, ...row }) => {
    const nearest = NEAREST_RENTS.find((known) => known === row.nearest);
    const places = PLACES_OF_RENTS.find((known) => known === row.places);
    const [rents, factor] = [Number(row.rents), Number(row.factor)];
    if (nearest === undefined) throw new SourceFileError(file, line, 'nearest', `unknown: ${row.nearest}`);
    if (places === undefined) throw new SourceFileError(file, line, 'places', `unknown: ${row.places}`);
    if (!(rents > 0)) throw new SourceFileError(file, line, 'rents', `not a number of rents: ${row.rents}`);
    if (!(factor > 0.2 && factor < 5))
      throw new SourceFileError(file, line, 'factor', `not between 0.2 and 5: ${row.factor}`);
    return { nearest, series, places, rents, factor };
  });
}

export function writeRentIntervals(dataDirectory: string, rows: readonly RentInterval[]): void {
  const cells = rows.map((row) => ({
    nearest: row.nearest,
    series: row.series,
    places: row.places,
    rents: String(row.rents),
    factor: row.factor.toFixed(2),
  }));
  writeTable(fileOf(dataDirectory), COLUMNS, cells);
}

function fileOf(dataDirectory: string): string {
  return join(dataDirectory, 'estimates', 'rent-intervals.tsv');
}
