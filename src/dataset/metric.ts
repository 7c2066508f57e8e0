import { join } from 'node:path';
import { SourceFileError } from './source-file-error.ts';
import { readTable } from './table.ts';

/** One row of data/metrics.tsv: what a figure means, before any figure of it exists. */
export interface Metric {
  /** snake_case, a term of the field: `price_level_ratio`, `pm25_exposure`, `rent_fair_market_two_bedroom`. */
  id: string;
  resource: 'country' | 'cost_of_living' | 'quality_of_life';
  /** Quality of life: healthcare, safety, ... Cost of living: price_levels, rents, lodging_and_meals, ... */
  group: string;
  /** A price is an amount of money in the fact's own currency; an indicator has the unit named here. */
  kind: 'price' | 'indicator';
  title: string;
  /** An id of data/units.tsv; `currency` for prices. */
  unit: string;
  /** Bounds that no true figure leaves, in the metric's unit (prices: in whatever currency). */
  min: number;
  max: number;
  /** Prices: what one buys for the amount: month, night, day, year, item, square_metre_month. Else ''. */
  per: string;
  definition: string;
}

export const METRIC_COLUMNS = [
  'id',
  'resource',
  'group',
  'kind',
  'title',
  'unit',
  'min',
  'max',
  'per',
  'definition',
] as const;
export const UNIT_COLUMNS = ['id', 'title'] as const;

export function readMetrics(dataDirectory: string): Map<string, Metric> {
  const file = join(dataDirectory, 'metrics.tsv');
  const metrics = new Map<string, Metric>();
  for (const { line, ...row } of readTable(file, METRIC_COLUMNS)) {
    const metric = { ...row, min: Number(row.min), max: Number(row.max) } as Metric;
    if (!(metric.min < metric.max))
      throw new SourceFileError(file, line, 'min', 'the bounds are not numbers with min below max');
    if (metrics.has(metric.id))
      throw new SourceFileError(file, line, 'id', `the metric ${metric.id} is there twice`);
    metrics.set(metric.id, metric);
  }
  return metrics;
}

export function readUnits(dataDirectory: string): Map<string, string> {
  return new Map(
    readTable(join(dataDirectory, 'units.tsv'), UNIT_COLUMNS).map(({ id, title }) => [id, title]),
  );
}
