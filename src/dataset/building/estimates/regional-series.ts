import { join } from 'node:path';
import { SourceFileError } from '../files/source-file-error.ts';
import { readTable } from '../files/table.ts';

/** The goods and services in a regional basket or price index. */
const BASKET_COVERS = [
  'all',
  'without_rent',
  'food',
  /** Basic needs of the poor: mostly food, and little rent. */
  'poor_basket',
] as const;
export type BasketCovers = (typeof BASKET_COVERS)[number];

/** Figures that differ only by place: rows of data/estimates/regional-series.tsv. */
export interface RegionalSeries {
  source: string;
  metric: string;
  /** The note of the facts; empty for all notes of the source and metric that no other row names. */
  note: string;
  covers: BasketCovers;
  /** Standard deviation (ln) of a figure as a measure of the price level of the place that it was measured for. */
  sd: number;
}

/** Finds the series of a fact; undefined if no row of the table includes it. */
export class RegionalSeriesTable {
  readonly #series: ReadonlyMap<string, RegionalSeries>;

  constructor(series: readonly RegionalSeries[]) {
    this.#series = new Map(series.map((one) => [seriesName(one), one]));
  }

  of({ source, metric, note }: { source: string; metric: string; note: string }): RegionalSeries | undefined {
    return (
      this.#series.get(seriesName({ source, metric, note })) ??
      this.#series.get(seriesName({ source, metric, note: '' }))
    );
  }
}

export function seriesName({
  source,
  metric,
  note,
}: Pick<RegionalSeries, 'source' | 'metric' | 'note'>): string {
  return note === '' ? `${source} ${metric}` : `${source} ${metric} ${note}`;
}

export function readRegionalSeries(dataDirectory: string): RegionalSeries[] {
  const file = join(dataDirectory, 'estimates', 'regional-series.tsv');
  const seen = new Set<string>();
  const columns = ['source', 'metric', 'note', 'covers', 'sd', 'reason'] as const;
  return readTable(file, columns).map(({ line, source, metric, note, reason, ...row }) => {
    const covers = BASKET_COVERS.find((known) => known === row.covers);
    const sd = Number(row.sd);
    const key = seriesName({ source, metric, note });
    if (covers === undefined) throw new SourceFileError(file, line, 'covers', `unknown: ${row.covers}`);
    if (!(sd > 0 && sd < 1)) throw new SourceFileError(file, line, 'sd', `not between 0 and 1: ${row.sd}`);
    if (reason === '') throw new SourceFileError(file, line, 'reason', 'the cell is empty');
    if (seen.has(key)) throw new SourceFileError(file, line, 'source', 'the series is there twice');
    seen.add(key);
    return { source, metric, note, covers, sd };
  });
}
