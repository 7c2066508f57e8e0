import { existsSync } from 'node:fs';
import { placesOfFigures } from '../../building/build/release-observations.ts';
import { readReleasePlaces } from '../../building/build/release-places.ts';
import { factsPath, readFacts } from '../../building/facts/fact.ts';
import { factReaders, toFact } from '../../building/facts/facts.ts';
import {
  type LeftOut,
  leftOutLines,
  regionalFigures,
  SPREADS,
} from '../../building/scores/regional-figures.ts';

/** Lines about the figures of regions that these steps read and that count for nothing beside the other facts; as a rule none. */
export function leftOutOf(dataDirectory: string, steps: readonly string[]): string[] {
  const facts = steps
    .filter((step) => existsSync(factsPath(dataDirectory, step)))
    .flatMap((step) => readFacts(dataDirectory, step));
  const regional = facts.filter(({ metric }) => SPREADS.some(({ by }) => by === metric));
  // Opening the places takes seconds.
  if (regional.length === 0) return [];
  const sources = new Set(regional.map(({ source }) => source));
  const used = new Set(SPREADS.flatMap(({ metric, by }) => [metric, by]));
  const observed = factReaders(dataDirectory).flatMap((reader) =>
    readFacts(dataDirectory, reader)
      .filter(({ metric }) => used.has(metric))
      .map((row) => ({ standard_error: null, ...toFact(row) })),
  );
  const leftOut: LeftOut[] = [];
  regionalFigures(observed, placesOfFigures(readReleasePlaces(dataDirectory)), (one) => leftOut.push(one));
  return leftOutLines(leftOut.filter(({ region }) => sources.has(region.source)));
}
