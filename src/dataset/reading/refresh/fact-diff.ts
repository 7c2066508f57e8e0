import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Amount, distance, hasMoved, relativeChange } from '../../../release/moved.ts';
import { type FactRow, readFacts } from '../../building/facts/fact.ts';
import { readSourceCatalogue } from '../../building/facts/source-catalogue.ts';
import { readRegistry } from '../../building/places/registry.ts';

/** The differences between the facts of two data directories. */
export interface DataDiff {
  /** Metrics with any difference, by id. */
  metrics: MetricDiff[];
  /** Figures that moved, those that moved furthest first. */
  moved: MovedFact[];
  /** By the reader's id. */
  readers: ReaderDiff[];
  registries: RegistryDiff[];
  sources: SourceDiff;
}

interface MetricDiff {
  metric: string;
  before: number;
  after: number;
  appeared: number;
  vanished: number;
  /** How many of those in `changed` moved by more than the threshold. */
  moved: number;
  /** The same fact with another value, unit, grain or standard error. */
  changed: number;
}

interface MovedFact {
  place: string;
  metric: string;
  period: string;
  note: string;
  before: string;
  after: string;
  /** As in release/moved.ts. */
  distance: number;
  relativeChange: number | null;
}

/** A series is one metric of one place from one reader, whatever the period: what a place loses when it vanishes. */
interface ReaderDiff {
  reader: string;
  seriesBefore: number;
  seriesVanished: number;
}

interface RegistryDiff {
  registry: 'countries' | 'cities';
  added: string[];
  /** No longer active. */
  withdrawn: string[];
  /** Active again. */
  returned: string[];
}

interface SourceDiff {
  appeared: string[];
  vanished: string[];
  /** Ids of those with a changed title, vintage or terms. */
  changed: string[];
}

/**
 * The changes from the directory `before` to the directory `after`. A new edition has a new source id, so a fact is the
 * same if place, metric, period and note are; facts that also have the same source are paired first.
 *
 * @param threshold how far apart two values must be for their figure to count as moved: 0.05 is 5 per cent
 */
export function compareData(before: string, after: string, threshold: number): DataDiff {
  const metrics = new Map<string, MetricDiff>();
  const moved: MovedFact[] = [];
  const readers: ReaderDiff[] = [];
  const countersOf = (metric: string): MetricDiff => {
    const known = metrics.get(metric);
    if (known !== undefined) return known;
    const fresh = { metric, before: 0, after: 0, appeared: 0, vanished: 0, moved: 0, changed: 0 };
    metrics.set(metric, fresh);
    return fresh;
  };
  for (const reader of [...new Set([...readersOf(before), ...readersOf(after)])].sort()) {
    const old = rowsOf(before, reader);
    const fresh = rowsOf(after, reader);
    for (const { metric } of old) countersOf(metric).before++;
    for (const { metric } of fresh) countersOf(metric).after++;
    const { pairs, onlyOld, onlyFresh } = pairUp(old, fresh);
    for (const { metric } of onlyOld) countersOf(metric).vanished++;
    for (const { metric } of onlyFresh) countersOf(metric).appeared++;
    for (const [was, is] of pairs) {
      if (SAID.every((column) => was[column] === is[column])) continue;
      const { place, metric, period, note } = is;
      const counters = countersOf(metric);
      counters.changed++;
      const from = amountOf(was);
      const to = amountOf(is);
      if (!hasMoved(from, to, threshold)) continue;
      counters.moved++;
      moved.push({
        ...{ place, metric, period, note, before: was.value, after: is.value },
        distance: distance(from, to),
        relativeChange: relativeChange(from, to),
      });
    }
    const remaining = new Set(fresh.map(seriesOf));
    const series = new Set(old.map(seriesOf));
    readers.push({
      reader,
      seriesBefore: series.size,
      seriesVanished: [...series].filter((key) => !remaining.has(key)).length,
    });
  }
  return {
    metrics: [...metrics.values()]
      .filter(({ appeared, vanished, changed }) => appeared + vanished + changed > 0)
      .sort((left, right) => (left.metric < right.metric ? -1 : 1)),
    moved: moved.sort(
      (left, right) => right.distance - left.distance || compareText(left.place, right.place),
    ),
    readers,
    registries: [compareRegistry(before, after, 'countries'), compareRegistry(before, after, 'cities')],
    sources: compareSources(before, after),
  };
}

/** The contents of a fact, without its key. */
const SAID = ['value', 'unit', 'grain', 'standard_error'] as const;

function readersOf(dataDirectory: string): string[] {
  const folder = join(dataDirectory, 'facts');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.tsv'))
    .map((file) => basename(file, '.tsv'));
}

function rowsOf(dataDirectory: string, reader: string): FactRow[] {
  return readersOf(dataDirectory).includes(reader) ? readFacts(dataDirectory, reader) : [];
}

function pairUp(
  old: readonly FactRow[],
  fresh: readonly FactRow[],
): { pairs: [FactRow, FactRow][]; onlyOld: FactRow[]; onlyFresh: FactRow[] } {
  const pairs: [FactRow, FactRow][] = [];
  let onlyOld = [...old];
  let onlyFresh = [...fresh];
  for (const keyOf of [sameSource, anySource]) {
    const waiting = Map.groupBy(onlyOld, keyOf);
    onlyFresh = onlyFresh.filter((row) => {
      const partner = waiting.get(keyOf(row))?.shift();
      if (partner !== undefined) pairs.push([partner, row]);
      return partner === undefined;
    });
    onlyOld = [...waiting.values()].flat();
  }
  return { pairs, onlyOld, onlyFresh };
}

function sameSource(row: FactRow): string {
  return `${anySource(row)}\t${row.source}`;
}

function anySource({ place, metric, period, note }: FactRow): string {
  return `${place}\t${metric}\t${period}\t${note}`;
}

function amountOf({ value, unit }: FactRow): Amount {
  return { value: Number(value), unit };
}

function seriesOf({ place, metric }: FactRow): string {
  return `${place}\t${metric}`;
}

function compareRegistry(before: string, after: string, registry: 'countries' | 'cities'): RegistryDiff {
  const old = new Map(readRegistry(before, registry).map(({ id, status }) => [id, status]));
  const fresh = readRegistry(after, registry);
  const turned = (from: boolean) =>
    fresh
      .filter(
        ({ id, status }) =>
          old.has(id) && (old.get(id) === 'active') === from && (status === 'active') !== from,
      )
      .map(({ id }) => id);
  return {
    registry,
    added: fresh.filter(({ id }) => !old.has(id)).map(({ id }) => id),
    withdrawn: turned(true),
    returned: turned(false),
  };
}

function compareSources(before: string, after: string): SourceDiff {
  const byId = (directory: string) =>
    new Map(
      [...readSourceCatalogue(directory).values()]
        .flat()
        .map((source) => [source.id, JSON.stringify(source)]),
    );
  const old = byId(before);
  const fresh = byId(after);
  return {
    appeared: [...fresh.keys()].filter((id) => !old.has(id)).sort(),
    vanished: [...old.keys()].filter((id) => !fresh.has(id)).sort(),
    changed: [...fresh.keys()].filter((id) => old.has(id) && old.get(id) !== fresh.get(id)).sort(),
  };
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
