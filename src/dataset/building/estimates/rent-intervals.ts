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

/** A row of data/estimates/rent-intervals.tsv: the necessary width of intervals relative to those of the model. */
export interface RentInterval {
  nearest: NearestRents;
  /** Key of a series of rents; '' for all series without a row of their own. */
  series: string;
  /** How many rents were left out, one after the other, to find the factor. */
  rents: number;
  /** Multiplies the standard deviation. */
  factor: number;
}

/** Finds the factor for the standard deviation of a rent; 1 where the table has none. */
export class RentIntervals {
  readonly #factors: ReadonlyMap<string, number>;

  constructor(rows: readonly RentInterval[]) {
    this.#factors = new Map(rows.map(({ nearest, series, factor }) => [`${nearest} ${series}`, factor]));
  }

  /** @param series its key */
  ofSeries(nearest: NearestRents, series: string): number {
    return this.#factors.get(`${nearest} ${series}`) ?? this.#factors.get(`${nearest} `) ?? 1;
  }

  /**
   * The mean factor of the country's rents.
   *
   * @param series the key of the series of each of them
   */
  ofCountry(nearest: NearestRents, series: readonly string[]): number {
    if (series.length === 0) return this.ofSeries(nearest, '');
    return mean(series.map((one) => this.ofSeries(nearest, one)));
  }
}

const COLUMNS = ['nearest', 'series', 'rents', 'factor'] as const;

export function readRentIntervals(dataDirectory: string): RentInterval[] {
  const file = fileOf(dataDirectory);
  return readTable(file, COLUMNS).map(({ line, series, ...row }) => {
    const nearest = NEAREST_RENTS.find((known) => known === row.nearest);
    const [rents, factor] = [Number(row.rents), Number(row.factor)];
    if (nearest === undefined) throw new SourceFileError(file, line, 'nearest', `unknown: ${row.nearest}`);
    if (!(rents > 0)) throw new SourceFileError(file, line, 'rents', `not a number of rents: ${row.rents}`);
    if (!(factor > 0.2 && factor < 5))
      throw new SourceFileError(file, line, 'factor', `not between 0.2 and 5: ${row.factor}`);
    return { nearest, series, rents, factor };
  });
}

export function writeRentIntervals(dataDirectory: string, rows: readonly RentInterval[]): void {
  const cells = rows.map((row) => ({
    nearest: row.nearest,
    series: row.series,
    rents: String(row.rents),
    factor: row.factor.toFixed(2),
  }));
  writeTable(fileOf(dataDirectory), COLUMNS, cells);
}

function fileOf(dataDirectory: string): string {
  return join(dataDirectory, 'estimates', 'rent-intervals.tsv');
}
