import { QUALITY_GROUPS } from '../../../release/measures.ts';
import { number, recordTable, text, word } from '../files/records.ts';

/** The meaning of each kind of figure. */
const METRICS = recordTable(
  'metrics',
  {
    /** snake_case, a term of the field: `price_level_ratio`, `pm25_exposure`, `rent_fair_market_two_bedroom`. */
    id: text,
    /** Where its figures are shown; those of a model input are never shown, because only the estimates use them. */
    resource: word(['country', 'cost_of_living', 'quality_of_life', 'model_input']),
    /** Quality of life: healthcare, safety, ... Cost of living: price_levels, rents, lodging_and_meals, ... */
    group: text,
    /** A price is an amount of money in the fact's own currency; an indicator has the unit named here. */
    kind: word(['price', 'indicator']),
    title: text,
    /** An id of data/units.tsv; `currency` for prices. */
    unit: text,
    /** Bounds of any plausible figure, in the metric's unit (prices: in any currency). */
    min: number,
    max: number,
    /** Prices: what the amount is per: month, night, day, week, year, item, square_metre_month. Otherwise ''. */
    per: text,
    definition: text,
  },
  ({ id }) => id,
);
export type Metric = ReturnType<typeof METRICS.read>[number];

const UNITS = recordTable('units', { id: text, title: text });

/** Refuses a repeated metric, an unknown resource, group, kind or unit, and bounds that are missing or out of order. */
export function readMetrics(dataDirectory: string): Map<string, Metric> {
  const units = readUnits(dataDirectory);
  const metrics = METRICS.read(dataDirectory);
  for (const [row, { resource, group, kind, unit, min, max }] of metrics.entries()) {
    const fault = (column: string, text: string) => METRICS.fault(dataDirectory, row, column, text);
    if (resource === 'quality_of_life' && !QUALITY_GROUPS.some((known) => known === group))
      throw fault(
        'group',
        `${group} is none of ${QUALITY_GROUPS.join(', ')}: nothing would show the figures`,
      );
    if (kind === 'indicator' && !units.has(unit))
      throw fault('unit', `unknown: ${unit}; data/units.tsv lists them`);
    if (!(min < max)) throw fault('min', 'the bounds are not numbers with min below max');
  }
  return new Map(metrics.map((metric) => [metric.id, metric]));
}

/** Id → title. */
export function readUnits(dataDirectory: string): Map<string, string> {
  return new Map(UNITS.read(dataDirectory).map(({ id, title }) => [id, title]));
}
