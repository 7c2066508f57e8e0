import { join } from 'node:path';
import type { MetricRecord } from '../../../release/schema.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import { readTable } from '../files/table.ts';

/** One row of data/metrics.tsv: the meaning of a kind of figure. */
export interface Metric extends Omit<MetricRecord, 'grouping' | 'resource' | 'first_position' | 'positions'> {
  /** snake_case, a term of the field: `price_level_ratio`, `pm25_exposure`, `rent_fair_market_two_bedroom`. */
  id: string;
  /** Where its figures are shown; those of a model input are never shown, because only the estimates use them. */
  resource: MetricRecord['resource'] | 'model_input';
  /** Quality of life: healthcare, safety, ... Cost of living: price_levels, rents, lodging_and_meals, ... */
  group: string;
  /** A price is an amount of money in the fact's own currency; an indicator has the unit named here. */
  kind: MetricRecord['kind'];
  /** An id of data/units.tsv; `currency` for prices. */
  unit: string;
  /** Bounds of any plausible figure, in the metric's unit (prices: in any currency). */
  min: number;
  max: number;
  /** Prices: what the amount is per: month, night, day, week, year, item, square_metre_month. Otherwise ''. */
  per: string;
}

const METRIC_COLUMNS = [
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
const UNIT_COLUMNS = ['id', 'title'] as const;
const RESOURCES: readonly Metric['resource'][] = [
  'country',
  'cost_of_living',
  'quality_of_life',
  'model_input',
];
const KINDS: readonly Metric['kind'][] = ['price', 'indicator'];

/** Refuses a repeated metric, an unknown resource, kind or unit, and bounds that are missing or out of order. */
export function readMetrics(dataDirectory: string): Map<string, Metric> {
  const file = join(dataDirectory, 'metrics.tsv');
  const units = readUnits(dataDirectory);
  const metrics = new Map<string, Metric>();
  for (const { line, ...row } of readTable(file, METRIC_COLUMNS)) {
    const fault = (column: string, text: string) => new SourceFileError(file, line, column, text);
    const resource = RESOURCES.find((known) => known === row.resource);
    if (resource === undefined) throw fault('resource', `unknown: ${row.resource}`);
    const kind = KINDS.find((known) => known === row.kind);
    if (kind === undefined) throw fault('kind', `unknown: ${row.kind}`);
    if (kind === 'indicator' && !units.has(row.unit)) throw fault('unit', `unknown: ${row.unit}`);
    const [min, max] = [Number(row.min), Number(row.max)];
    if (row.min === '' || row.max === '' || !(min < max))
      throw fault('min', 'the bounds are not numbers with min below max');
    if (metrics.has(row.id)) throw fault('id', `the metric ${row.id} is there twice`);
    metrics.set(row.id, { ...row, resource, kind, min, max });
  }
  return metrics;
}

/** Id → title. */
export function readUnits(dataDirectory: string): Map<string, string> {
  return new Map(
    readTable(join(dataDirectory, 'units.tsv'), UNIT_COLUMNS).map(({ id, title }) => [id, title]),
  );
}
