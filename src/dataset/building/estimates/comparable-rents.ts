import { join } from 'node:path';
import { SourceFileError } from '../files/source-file-error.ts';
import { readTable } from '../files/table.ts';
import { seriesKey } from './rent-series.ts';

/**
 * Rents that can be compared between countries: rows of data/estimates/comparable-rents.tsv. Where many countries share a
 * definition of their own (`eurostat-two-bedroom`), only differences count. All other rents are brought to DWELLING.
 */
export interface ComparableRents {
  source: string;
  metric: string;
  /** The note of the facts; empty for all notes of the source and metric. */
  note: string;
  /** Rents with the same basis differ only by place, in any country and currency. */
  basis: string;
  /** What the figure is to be multiplied by to be a rent of the basis: square metres, months, charges, sitting tenants. */
  factor: number;
  /** Standard deviation (ln) of a figure as a measure of the market rents of its city. */
  sd: number;
  /** Standard deviation (ln) of the factor, an error that all figures of the row share. */
  sharedSd: number;
}

/**
 * A flat of 70 m² with two bedrooms, let now, without utilities, a month, in the currency of the figure. The United States are among
 * its countries, so it has their level: the base of all prices.
 */
export const DWELLING = 'dwelling';

export function readComparableRents(dataDirectory: string): ComparableRents[] {
  const file = join(dataDirectory, 'estimates', 'comparable-rents.tsv');
  const seen = new Set<string>();
  const columns = ['source', 'metric', 'note', 'basis', 'factor', 'sd', 'shared_sd', 'reason'] as const;
  return readTable(file, columns).map(({ line, source, metric, note, basis, reason, ...row }) => {
    const [factor, sd, sharedSd] = [Number(row.factor), Number(row.sd), Number(row.shared_sd)];
    if (!(factor > 0)) throw new SourceFileError(file, line, 'factor', `not above 0: ${row.factor}`);
    if (!(sd > 0 && sd < 1)) throw new SourceFileError(file, line, 'sd', `not between 0 and 1: ${row.sd}`);
    if (!(sharedSd >= 0 && sharedSd < 1))
      throw new SourceFileError(file, line, 'shared_sd', `not between 0 and 1: ${row.shared_sd}`);
    for (const [column, cell] of Object.entries({ basis, reason }))
      if (cell === '') throw new SourceFileError(file, line, column, 'the cell is empty');
    const rents = { source, metric, note, basis, factor, sd, sharedSd };
    if (seen.has(seriesKey(rents)))
      throw new SourceFileError(file, line, 'source', 'the rents are there twice');
    seen.add(seriesKey(rents));
    return rents;
  });
}

/** Countries (ISO 3166-1 alpha-2) where public or regulated rents dominate: data/estimates/public-housing.tsv. */
export function readPublicHousing(dataDirectory: string): string[] {
  const file = join(dataDirectory, 'estimates', 'public-housing.tsv');
  return readTable(file, ['country', 'reason'] as const).map(({ line, country, reason }) => {
    if (!/^[A-Z]{2}$/.test(country)) throw new SourceFileError(file, line, 'country', `no code: ${country}`);
    if (reason === '') throw new SourceFileError(file, line, 'reason', 'the cell is empty');
    return country;
  });
}
