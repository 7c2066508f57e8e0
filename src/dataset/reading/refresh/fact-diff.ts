import { existsSync } from 'node:fs';
import { type Amount, distance, hasMoved, relativeChange } from '../../../release/moved.ts';
import { type FactRow, factsPath, readFacts } from '../../building/facts/fact.ts';
import { factReaders } from '../../building/facts/facts.ts';
import { readSourceCatalogue } from '../../building/facts/source-catalogue.ts';
import { readRegistry } from '../../building/places/registry.ts';

export type DataDiff = ReturnType<typeof compareData>;

/**
 * The changes from the directory `before` to the directory `after`. A new edition has a new source id, so a fact is the
 * same if place, metric, period and note are; facts that also have the same source are paired first.
 *
 * @param threshold how far apart two values must be for their figure to count as moved: 0.05 is 5 per cent
 */
export function compareData(before: string, after: string, threshold: number) {
  /** `changed`: the same fact with another value, unit, grain or standard error; `moved`: by more than the threshold. */
  const metrics = new Map<string, ReturnType<typeof noDifference>>();
  const countersOf = (metric: string) => metrics.getOrInsertComputed(metric, noDifference);
  const readers = [...new Set([...factReaders(before), ...factReaders(after)])].sort().map((reader) => {
    const old = rowsOf(before, reader);
    const fresh = rowsOf(after, reader);
    const { pairs, onlyOld, onlyFresh } = pairUp(old, fresh);
    const changed = pairs.filter(([was, is]) => SAID.some((column) => was[column] !== is[column]));
    const moved = changed.flatMap(([was, is]) => {
      const [from, to] = [amountOf(was), amountOf(is)];
      if (!hasMoved(from, to, threshold)) return [];
      const { place, metric, period, note } = is;
      const change = { distance: distance(from, to), relativeChange: relativeChange(from, to) };
      return { place, metric, period, note, before: was.value, after: is.value, ...change };
    });
    const counted = { before: old, after: fresh, appeared: onlyFresh, vanished: onlyOld, moved };
    const kinds = { ...counted, changed: changed.map(([, is]) => is) };
    for (const kind of KINDS) for (const { metric } of kinds[kind]) countersOf(metric)[kind]++;
    // What a place loses when it vanishes: one metric from one reader, whatever the period.
    const [series, remaining] = [new Set(old.map(seriesOf)), new Set(fresh.map(seriesOf))];
    return {
      reader,
      seriesBefore: series.size,
      seriesVanished: series.difference(remaining).size,
      moved,
    };
  });
  return {
    /** Those with any difference. */
    metrics: [...metrics]
      .map(([metric, counts]) => ({ metric, ...counts }))
      .filter(({ appeared, vanished, changed }) => appeared + vanished + changed > 0)
      .sort((left, right) => compareText(left.metric, right.metric)),
    /** Those that moved furthest first. */
    moved: readers
      .flatMap(({ moved }) => moved)
      .sort((left, right) => right.distance - left.distance || compareText(left.place, right.place)),
    readers: readers.map(({ moved: _, ...reader }) => reader),
    registries: (['countries', 'cities'] as const).map((name) => compareRegistry(before, after, name)),
    sources: compareSources(before, after),
  };
}

const KINDS = ['before', 'after', 'appeared', 'vanished', 'moved', 'changed'] as const;

function noDifference() {
  return { before: 0, after: 0, appeared: 0, vanished: 0, moved: 0, changed: 0 };
}

/** The contents of a fact, without its key. */
const SAID = ['value', 'unit', 'grain', 'standard_error'] as const;

function rowsOf(dataDirectory: string, reader: string): FactRow[] {
  return existsSync(factsPath(dataDirectory, reader)) ? readFacts(dataDirectory, reader) : [];
}

function pairUp(old: readonly FactRow[], fresh: readonly FactRow[]) {
  const pairs: [FactRow, FactRow][] = [];
  let onlyOld = [...old];
  let onlyFresh = [...fresh];
  for (const keyOf of [(row: FactRow) => `${anySource(row)}\t${row.source}`, anySource]) {
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

function anySource({ place, metric, period, note }: FactRow): string {
  return `${place}\t${metric}\t${period}\t${note}`;
}

function amountOf({ value, unit }: FactRow): Amount {
  return { value: Number(value), unit };
}

function seriesOf({ place, metric }: FactRow): string {
  return `${place}\t${metric}`;
}

function compareRegistry(before: string, after: string, registry: 'countries' | 'cities') {
  const wasActive = new Map(
    readRegistry(before, registry).map(({ id, status }) => [id, status === 'active']),
  );
  const fresh = readRegistry(after, registry).map(({ id, status }) => ({
    id,
    isActive: status === 'active',
  }));
  const idsOf = (was: boolean | undefined, isActive?: boolean) =>
    fresh
      .filter((row) => wasActive.get(row.id) === was && row.isActive === (isActive ?? row.isActive))
      .map(({ id }) => id);
  return { registry, added: idsOf(undefined), withdrawn: idsOf(true, false), returned: idsOf(false, true) };
}

/** `changed`: those with another title, vintage or terms. */
function compareSources(before: string, after: string) {
  const [old, fresh] = [before, after].map((directory) => {
    const sources = [...readSourceCatalogue(directory).values()].flat();
    return new Map(sources.map((source) => [source.id, JSON.stringify(source)]));
  }) as [Map<string, string>, Map<string, string>];
  const [ofOld, ofFresh] = [new Set(old.keys()), new Set(fresh.keys())];
  return {
    appeared: [...ofFresh.difference(ofOld)].sort(),
    vanished: [...ofOld.difference(ofFresh)].sort(),
    changed: [...ofFresh.intersection(ofOld)].filter((id) => old.get(id) !== fresh.get(id)).sort(),
  };
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
