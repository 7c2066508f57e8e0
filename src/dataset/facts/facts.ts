import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SourceFileError } from '../read/source-file-error.ts';
import { type Fact, factsPath, GRAINS, readFacts, type Source } from './fact.ts';
import { type Metric, readMetrics, readUnits } from './metric.ts';
import { catalogueFile, readSourceCatalogue } from './source-catalogue.ts';

export interface CheckedFacts {
  facts: Fact[];
  metrics: Map<string, Metric>;
  /** Id → title. */
  units: Map<string, string>;
  sources: Map<string, Source>;
}

/**
 * Every fact of `data/facts`, checked against the catalogues: known metric, unit, grain and source, a value within its
 * metric's bounds, a place that exists, no fact twice. The first fault ends it with file and line.
 *
 * @param places every key that a fact may be about
 */
export function readCheckedFacts(dataDirectory: string, places: { has(key: string): boolean }): CheckedFacts {
  const metrics = readMetrics(dataDirectory);
  const sources = readSources(dataDirectory);
  const seen = new Set<string>();
  const facts: Fact[] = [];
  for (const reader of factReaders(dataDirectory)) {
    const file = factsPath(dataDirectory, reader);
    for (const { line, standard_error, ...row } of readFacts(dataDirectory, reader)) {
      const fault = (column: string, text: string) => new SourceFileError(file, line, column, text);
      const metric = metrics.get(row.metric);
      if (metric === undefined) throw fault('metric', `unknown metric ${row.metric}`);
      const value = Number(row.value);
      if (row.value === '' || !Number.isFinite(value))
        throw fault('value', `not a number: ${JSON.stringify(row.value)}`);
      if (value < metric.min || value > metric.max)
        throw fault(
          'value',
          `${value} is outside the bounds of ${metric.id}, ${metric.min} to ${metric.max}`,
        );
      const isPrice = metric.kind === 'price';
      if (isPrice ? !isCurrency(row.unit) : row.unit !== metric.unit)
        throw fault('unit', `unknown unit ${JSON.stringify(row.unit)} for ${metric.id}`);
      const grain = GRAINS.find((known) => known === row.grain);
      if (grain === undefined) throw fault('grain', `unknown grain ${row.grain}`);
      if (!PERIOD.test(row.period)) throw fault('period', `not ISO 8601: ${JSON.stringify(row.period)}`);
      if (!sources.has(row.source)) throw fault('source', `unknown source ${row.source}`);
      if (!places.has(row.place) && (isPrice || !isCurrencyKey(row.place)))
        throw fault('place', `unresolved place ${row.place}`);
      const key = [row.place, row.metric, row.period, row.source, row.note].join('\t');
      if (seen.has(key)) throw fault('', 'the same fact is there twice');
      seen.add(key);
      const error = Number(standard_error);
      if (!(error >= 0 && Number.isFinite(error)))
        throw fault('standard_error', `no standard error: ${JSON.stringify(standard_error)}`);
      facts.push({ ...row, value, grain, ...(standard_error === '' ? {} : { standard_error: error }) });
    }
  }
  return { facts, metrics, units: readUnits(dataDirectory), sources };
}

/** What a release shows: all but the inputs of the estimates, which nobody has published as figures. */
export function shownFacts({ facts, metrics, ...catalogues }: CheckedFacts): CheckedFacts {
  const shown = new Map([...metrics].filter(([, { resource }]) => resource !== 'model_input'));
  return { ...catalogues, metrics: shown, facts: facts.filter(({ metric }) => shown.has(metric)) };
}

/** ISO 8601: a year, a month or a day, or two of them as the ends of an interval. */
const POINT = String.raw`\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?`;
const PERIOD = new RegExp(`^${POINT}(/${POINT})?$`);
/** CLDR names every ISO 4217 code, also those no longer in force: a price of 2016 is in the money of 2016. */
const CURRENCY_NAMES = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });

function factReaders(dataDirectory: string): string[] {
  return readdirSync(join(dataDirectory, 'facts'))
    .filter((file) => file.endsWith('.tsv'))
    .map((file) => basename(file, '.tsv'))
    .sort();
}

function isCurrencyKey(place: string): boolean {
  return place.startsWith('currency/') && isCurrency(place.slice('currency/'.length));
}

function isCurrency(code: string): boolean {
  return /^[A-Z]{3}$/.test(code) && CURRENCY_NAMES.of(code) !== undefined;
}

/** Of all steps, by id. Steps may share a source, and must then say the same of it. */
function readSources(dataDirectory: string): Map<string, Source> {
  const sources = new Map<string, Source>();
  for (const source of [...readSourceCatalogue(dataDirectory).values()].flat()) {
    const other = sources.get(source.id);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(source)) {
      const fault = `two different sources have the id ${source.id}`;
      throw new SourceFileError(catalogueFile(dataDirectory), 0, 'id', fault);
    }
    sources.set(source.id, source);
  }
  return sources;
}
