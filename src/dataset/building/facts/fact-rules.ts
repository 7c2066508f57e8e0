import { GRAINS } from '../../../release/grain.ts';
import { perhaps, similarNames } from '../../../release/similar-names.ts';
import { unknownSource } from './cited-sources.ts';
import type { FactRow } from './fact.ts';
import type { Metric } from './metric.ts';

/** The data that facts are checked against. */
export interface Catalogues {
  metrics: ReadonlyMap<string, Metric>;
  /** The keys of all places that a fact may be about. */
  places: { has(key: string): boolean };
  sources: ReadonlyMap<string, unknown>;
}

export interface FactFault {
  column: keyof FactRow;
  fault: string;
}

/**
 * Everything that is wrong with a fact, from `data/` or an operator: the same rules for both. A fact has a known
 * metric in its unit, a value within the metric's bounds, a period that exists, a grain that suits its place, a known
 * place, a known source, a note in one line, and no standard error or one of at least 0.
 */
export function faultsOf(fact: FactRow, { metrics, places, sources }: Catalogues): FactFault[] {
  const found: FactFault[] = [];
  const check = (column: keyof FactRow, fault: string | undefined) => {
    if (fault !== undefined) found.push({ column, fault });
  };
  const metric = metrics.get(fact.metric);
  if (!places.has(fact.place) && !isOfCurrency(fact, metric))
    check('place', `unknown place ${quoted(fact.place)}`);
  const measure = faultOfMeasure(fact.metric, fact.unit, metrics);
  if (measure !== undefined) found.push(measure);
  check('metric', faultOfMetric(fact, metric));
  check('value', faultOfValue(fact.value, metric));
  check('period', faultOfPeriod(fact.period));
  check('grain', faultOfGrain(fact.grain, fact.place));
  if (!sources.has(fact.source)) check('source', unknownSource(fact.source, sources));
  if (/[\t\n\r]/.test(fact.note)) check('note', 'holds a tab or a line end');
  check('standard_error', faultOfError(fact.standard_error));
  return found;
}

/** A price in money that was replaced before its period began; undefined for any other. */
export function faultOfMoney(
  { unit, period }: FactRow,
  former: ReadonlyMap<string, { since: string; currency: string }>,
): FactFault | undefined {
  const { since = '', currency } = former.get(unit) ?? {};
  const [start = ''] = period.split('/');
  if (currency === undefined || start <= since.slice(0, start.length)) return undefined;
  return { column: 'unit', fault: `${unit} is no money of ${period}: ${currency} replaced it on ${since}` };
}

/** The key of a fact: data may have it only once. */
export function factKey(fact: Pick<FactRow, 'place' | 'metric' | 'period' | 'source' | 'note'>): string {
  return [fact.place, fact.metric, fact.period, fact.source, fact.note].join('\t');
}

/** What is wrong with a metric's id and the unit of its figures, wherever they are measured. */
export function faultOfMeasure(
  id: string,
  unit: string,
  metrics: Catalogues['metrics'],
): { column: 'metric' | 'unit'; fault: string } | undefined {
  const metric = metrics.get(id);
  const fault = metric === undefined ? unknownMetric(id, metrics) : faultOfUnit(unit, metric);
  return fault === undefined ? undefined : { column: metric === undefined ? 'metric' : 'unit', fault };
}

function unknownMetric(id: string, metrics: Catalogues['metrics']): string {
  const similar = perhaps(similarNames(id, [...metrics.keys()]));
  return `unknown metric ${quoted(id)}${similar || '; data/metrics.tsv lists them'}`;
}

function faultOfMetric({ place }: FactRow, metric: Metric | undefined): string | undefined {
  const isOfAnotherPlace = place !== '' && !place.startsWith('country/');
  return metric?.resource === 'country' && isOfAnotherPlace
    ? `${metric.id} is a figure of countries`
    : undefined;
}

function faultOfUnit(unit: string, metric: Metric): string | undefined {
  if (metric.kind === 'price')
    return isCurrency(unit) ? undefined : `${quoted(unit)} is no ISO 4217 currency, which a price needs`;
  return unit === metric.unit
    ? undefined
    : `${quoted(unit)} instead of ${metric.unit}, the unit of ${metric.id}`;
}

/** An exponent is refused too: spreadsheets write it when they have cut off digits. */
const NUMBER = /^-?\d+(\.\d+)?$/;

function faultOfValue(text: string, metric: Metric | undefined): string | undefined {
  if (text === '') return 'the cell is empty';
  if (!NUMBER.test(text)) return `not a number: ${quoted(text)}. Write 1234.5, with a point and nothing else`;
  const value = Number(text);
  if (metric === undefined || (value >= metric.min && value <= metric.max)) return undefined;
  return `${text} is outside the bounds of ${metric.id}, ${metric.min} to ${metric.max}`;
}

/** The periods that were found sound: a few hundred, in hundreds of thousands of facts. */
const SOUND_PERIODS = new Set<string>();

/** ISO 8601: a year, month or day, or two of these as the ends of an interval. */
export function faultOfPeriod(period: string): string | undefined {
  if (SOUND_PERIODS.has(period)) return undefined;
  const fault = faultOfUnknownPeriod(period);
  if (fault === undefined) SOUND_PERIODS.add(period);
  return fault;
}

function faultOfUnknownPeriod(period: string): string | undefined {
  const ends = period.split('/');
  if (ends.length > 2 || !ends.every(isPointInTime))
    return `${quoted(period)} is no year, month, day or interval: 2026, 2026-05, 2026-05-31, 2026-01-01/2026-06-30`;
  const [start = '', end = start] = ends;
  return end.slice(0, start.length) < start.slice(0, end.length) ? 'it ends before it begins' : undefined;
}

function isPointInTime(text: string): boolean {
  if (/^\d{4}$/.test(text)) return true;
  const [, month, day = '01'] = /^(\d{4}-\d{2})(?:-(\d{2}))?$/.exec(text) ?? [];
  // Date reads 30 February as 2 March, and month 13 as NaN.
  return month !== undefined && new Date(`${month}-${day}`).getUTCDate() === Number(day);
}

function faultOfGrain(grain: string, place: string): string | undefined {
  if (!(GRAINS as readonly string[]).includes(grain))
    return `${quoted(grain)} is none of ${GRAINS.join(', ')}`;
  if (/^(country|currency)\//.test(place) && grain !== 'country')
    return `${quoted(grain)} for a whole ${place.split('/')[0]}`;
  if (place.startsWith('city/') && grain === 'country')
    return 'a figure of the country belongs to the country: name that as the place';
  return undefined;
}

function faultOfError(error: string): string | undefined {
  return error === '' || (NUMBER.test(error) && Number(error) >= 0)
    ? undefined
    : `no standard error: ${quoted(error)}`;
}

/** Only the exchange rates of currencies are about a currency instead of a place; other rates are about a country. */
function isOfCurrency({ place }: FactRow, metric: Metric | undefined): boolean {
  return (
    metric?.unit === 'currency_units_per_usd' &&
    place.startsWith('currency/') &&
    isCurrency(place.slice('currency/'.length))
  );
}

/** CLDR names every ISO 4217 code, also those no longer in force: a price of 2016 is in the money of 2016. */
const CURRENCY_NAMES = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });

function isCurrency(code: string): boolean {
  return /^[A-Z]{3}$/.test(code) && CURRENCY_NAMES.of(code) !== undefined;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
