import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Fact, factsPath, GRAINS, type Grain, readFacts, type Source } from './fact.ts';
import { type Metric, readMetrics, readUnits } from './metric.ts';
import { readSourceCatalogue } from './source-catalogue.ts';
import { SourceFileError } from './source-file-error.ts';

export interface CheckedFacts {
  facts: Fact[];
  metrics: Map<string, Metric>;
  units: Map<string, string>;
  sources: Map<string, Source>;
}

const PERIOD = /^\d{4}(-\d{2}(-\d{2})?)?(\/\d{4}(-\d{2}(-\d{2})?)?)?$/;
/** CLDR names every ISO 4217 code, also those no longer in force: a price of 2016 is in the money of 2016. */
const CURRENCY_NAMES = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });

/**
 * Every fact of `data/facts`, checked against the catalogues: known metric, unit and source, a value within its metric's
 * bounds, a place that exists, no fact twice. The first fault ends it with file and line.
 *
 * @param places every key that a fact may be about
 */
export function readCheckedFacts(dataDirectory: string, places: ReadonlySet<string>): CheckedFacts {
  const metrics = readMetrics(dataDirectory);
  const units = readUnits(dataDirectory);
  const sources = checkedSources(dataDirectory);
  for (const { id, kind, unit } of metrics.values()) {
    if (kind === 'indicator' && !units.has(unit))
      throw new SourceFileError(
        join(dataDirectory, 'metrics.tsv'),
        0,
        'unit',
        `${id} has the unknown unit ${unit}`,
      );
  }
  const seen = new Set<string>();
  const facts: Fact[] = [];
  for (const reader of factReaders(dataDirectory)) {
    const file = factsPath(dataDirectory, reader);
    for (const { line, ...row } of readFacts(dataDirectory, reader)) {
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
      const knownUnit = metric.kind === 'price' ? isCurrency(row.unit) : row.unit === metric.unit;
      if (!knownUnit) throw fault('unit', `unknown unit ${JSON.stringify(row.unit)} for ${metric.id}`);
      if (!(GRAINS as readonly string[]).includes(row.grain))
        throw fault('grain', `unknown grain ${row.grain}`);
      if (!PERIOD.test(row.period)) throw fault('period', `not ISO 8601: ${JSON.stringify(row.period)}`);
      if (!sources.has(row.source)) throw fault('source', `unknown source ${row.source}`);
      if (!places.has(row.place) && !isCurrencyKey(row.place))
        throw fault('place', `unresolved place ${row.place}`);
      const key = [row.place, row.metric, row.period, row.source, row.note].join('\t');
      if (seen.has(key)) throw fault('', 'the same fact is there twice');
      seen.add(key);
      facts.push({ ...row, value, grain: row.grain as Grain });
    }
  }
  return { facts, metrics, units, sources };
}

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

function checkedSources(dataDirectory: string): Map<string, Source> {
  const file = join(dataDirectory, 'sources.json');
  const sources = new Map<string, Source>();
  for (const source of [...readSourceCatalogue(dataDirectory).values()].flat()) {
    for (const field of ['id', 'publisher', 'title', 'url', 'licence', 'attribution', 'vintage'] as const) {
      if (!source[field])
        throw new SourceFileError(file, 0, field, `the source ${source.id} has no ${field}`);
    }
    const other = sources.get(source.id);
    if (other !== undefined && JSON.stringify(other) !== JSON.stringify(source)) {
      throw new SourceFileError(file, 0, 'id', `two different sources have the id ${source.id}`);
    }
    sources.set(source.id, source);
  }
  return sources;
}
