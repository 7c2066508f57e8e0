import { GRAINS } from '../facts/fact.ts';
import type { Metric } from '../facts/metric.ts';
import type { OverlayFigure } from './overlay-store.ts';

/** What a figure is held against. */
export interface Catalogues {
  metrics: ReadonlyMap<string, Metric>;
  /** Every key that a figure may be about. */
  places: { has(key: string): boolean };
  sources: { has(id: string): boolean };
}

type Column = Exclude<keyof OverlayFigure, 'line'>;
type Complaint = { column: Column; fault: string };

/**
 * Everything that is wrong with a figure, by the same rules that hold for the facts of data/: a known metric, its unit, a
 * value within its bounds, a period and a grain that make sense, a known place and source. A place that could not be
 * resolved is '' and has been complained of already.
 */
export function complaints(figure: OverlayFigure, { metrics, places, sources }: Catalogues): Complaint[] {
  const found: Complaint[] = [];
  const complain = (column: Column, fault: string) => found.push({ column, fault });
  const metric = metrics.get(figure.metric);
  if (metric === undefined)
    complain('metric', `unknown metric ${quoted(figure.metric)}; data/metrics.tsv lists them`);
  else {
    const unit = faultOfUnit(figure.unit, metric);
    if (unit !== undefined) complain('unit', unit);
    if (metric.resource === 'model_input')
      complain('metric', `${metric.id} is an input of the estimates, which rest on no imported figures`);
    if (metric.resource === 'country' && figure.place !== '' && !figure.place.startsWith('country/'))
      complain('metric', `${metric.id} is a figure of countries`);
  }
  const value = faultOfValue(figure.value, metric);
  if (value !== undefined) complain('value', value);
  const period = faultOfPeriod(figure.period);
  if (period !== undefined) complain('period', period);
  const grain = faultOfGrain(figure.grain, figure.place);
  if (grain !== undefined) complain('grain', grain);
  if (!sources.has(figure.source))
    complain('source', `${quoted(figure.source)} is not among the sources beside the file`);
  if (figure.place !== '' && !places.has(figure.place))
    complain('place', `${quoted(figure.place)} is no place of the registry any more: import the file anew`);
  if (/[\t\n\r]/.test(figure.note)) complain('note', 'holds a tab or a line end');
  return found;
}

/** What makes two figures the same fact. */
export function factKey({
  place,
  metric,
  period,
  source,
  note,
}: Omit<OverlayFigure, 'line' | 'value'>): string {
  return [place, metric, period, source, note].join('\t');
}

function faultOfUnit(unit: string, metric: Metric): string | undefined {
  if (metric.kind === 'price')
    return isCurrency(unit) ? undefined : `${quoted(unit)} is no ISO 4217 currency, which a price needs`;
  return unit === metric.unit
    ? undefined
    : `${quoted(unit)} instead of ${metric.unit}, the unit of ${metric.id}`;
}

function faultOfValue(text: string, metric: Metric | undefined): string | undefined {
  if (text === '') return 'the cell is empty';
  if (!/^-?\d+(\.\d+)?$/.test(text))
    return `not a number: ${quoted(text)}. Write 1234.5, with a point and nothing else`;
  const value = Number(text);
  if (metric === undefined || (value >= metric.min && value <= metric.max)) return undefined;
  return `${text} is outside the bounds of ${metric.id}, ${metric.min} to ${metric.max}`;
}

/** ISO 8601: a year, month or day, or two of these as the ends of an interval. */
function faultOfPeriod(period: string): string | undefined {
  const ends = period.split('/');
  if (ends.length > 2 || !ends.every(isPointInTime))
    return `${quoted(period)} is no year, month, day or interval: 2026, 2026-05, 2026-05-31, 2026-01-01/2026-06-30`;
  const [start = '', end = start] = ends;
  return end.slice(0, start.length) < start.slice(0, end.length) ? 'it ends before it begins' : undefined;
}

function isPointInTime(text: string): boolean {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day)));
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

function faultOfGrain(grain: string, place: string): string | undefined {
  if (!(GRAINS as readonly string[]).includes(grain))
    return `${quoted(grain)} is none of ${GRAINS.join(', ')}`;
  if (place.startsWith('country/') && grain !== 'country') return `${quoted(grain)} for a whole country`;
  if (place.startsWith('city/') && grain === 'country')
    return 'a figure of the country belongs to the country: name that as the place';
  return undefined;
}

/** CLDR names every ISO 4217 code, also those no longer in force. */
const CURRENCY_NAMES = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });

function isCurrency(code: string): boolean {
  return /^[A-Z]{3}$/.test(code) && CURRENCY_NAMES.of(code) !== undefined;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
