import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Grain } from '../../../release/grain.ts';
import type { Source } from '../../../release/source.ts';
import { SourceFileError } from '../files/source-file-error.ts';
import { formerCurrencies } from '../places/country-details.ts';
import { checkCitedSources } from './cited-sources.ts';
import { type Fact, type FactRow, factsPath, readFacts } from './fact.ts';
import { factKey, faultOfMoney, faultsOf } from './fact-rules.ts';
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
 * Every fact of `data/facts`, checked by the rules of fact-rules.ts; no fact may be repeated, and no table may cite an unknown
 * source. Throws at the first fault, with file and line.
 *
 * @param places the keys of all places that a fact may be about
 */
export function readCheckedFacts(dataDirectory: string, places: { has(key: string): boolean }): CheckedFacts {
  const metrics = readMetrics(dataDirectory);
  const sources = readSources(dataDirectory);
  checkCitedSources(dataDirectory, sources);
  const catalogues = { metrics, sources, places };
  const former = formerCurrencies(dataDirectory);
  const seen = new Set<string>();
  const facts: Fact[] = [];
  for (const reader of factReaders(dataDirectory)) {
    const file = factsPath(dataDirectory, reader);
    for (const row of readFacts(dataDirectory, reader)) {
      const first = faultsOf(row, catalogues)[0] ?? faultOfMoney(row, former);
      if (first !== undefined) throw new SourceFileError(file, row.line, first.column, first.fault);
      const key = factKey(row);
      if (seen.has(key)) throw new SourceFileError(file, row.line, '', 'the same fact is there twice');
      seen.add(key);
      facts.push(toFact(row));
    }
  }
  return { facts, metrics, units: readUnits(dataDirectory), sources };
}

/** Copies cell by cell, because there are hundreds of thousands of facts. */
export function toFact(row: FactRow): Fact {
  const { place, metric, period, unit, source, note, standard_error: error } = row;
  const [grain, value] = [row.grain as Grain, Number(row.value)];
  const fact = { place, metric, period, grain, value, unit, source, note };
  return error === '' ? fact : { ...fact, standard_error: Number(error) };
}

/** Leaves out these sources and their figures. */
export function withoutSources(checked: CheckedFacts, excluded: readonly string[]): CheckedFacts {
  if (excluded.length === 0) return checked;
  const ids = new Set(excluded);
  return {
    ...checked,
    sources: new Map([...checked.sources].filter(([id]) => !ids.has(id))),
    facts: checked.facts.filter(({ source }) => !ids.has(source)),
  };
}

/** The facts that a release shows: all except the inputs of the estimates, which are not published figures. */
export function shownFacts({ facts, metrics, ...catalogues }: CheckedFacts): CheckedFacts {
  const shown = new Map([...metrics].filter(([, { resource }]) => resource !== 'model_input'));
  return { ...catalogues, metrics: shown, facts: facts.filter(({ metric }) => shown.has(metric)) };
}

/** The readers that have facts, in the order of their files. */
export function factReaders(dataDirectory: string): string[] {
  return readdirSync(join(dataDirectory, 'facts'))
    .filter((file) => file.endsWith('.tsv'))
    .map((file) => basename(file, '.tsv'))
    .sort();
}

/** The sources of all steps, by id. */
function readSources(dataDirectory: string): Map<string, Source> {
  const all = [...readSourceCatalogue(dataDirectory).values()].flat();
  return withSources(new Map(), all, catalogueFile(dataDirectory));
}

/** These sources and those of a file. Two that share an id must say the same. */
export function withSources(
  known: ReadonlyMap<string, Source>,
  further: readonly Source[],
  file: string,
): Map<string, Source> {
  const sources = new Map(known);
  for (const source of further) {
    const fault = `two different sources have the id ${source.id}`;
    if (JSON.stringify(sources.getOrInsert(source.id, source)) !== JSON.stringify(source))
      throw new SourceFileError(file, 0, 'id', fault);
  }
  return sources;
}
