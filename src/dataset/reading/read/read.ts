import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../../process/operator-error.ts';
import { writeFacts } from '../../building/facts/fact.ts';
import {
  readSourceCatalogue,
  type SourceCatalogue,
  writeSourceCatalogue,
} from '../../building/facts/source-catalogue.ts';
import { writeTable } from '../../building/files/table.ts';
import { writeAgglomerations } from '../../building/places/agglomerations.ts';
import { writeAirports } from '../../building/places/airports.ts';
import { writeAreas } from '../../building/places/areas.ts';
import { type Gazetteer, openGazetteer } from '../../building/places/gazetteer.ts';
import { readRegions } from '../../building/places/regions.ts';
import { divisionAreas } from '../areas/division-areas.ts';
import { europeanAreas } from '../areas/european-areas.ts';
import { firstLevelAreas } from '../areas/first-level-areas.ts';
import { mexicoSizeAreas } from '../areas/mexico-size-areas.ts';
import { municipalAreas } from '../areas/municipal-areas.ts';
import { secondLevelAreas } from '../areas/second-level-areas.ts';
import { readUsAreas } from '../areas/us-areas.ts';
import { readClimate } from '../climate/read-climate.ts';
import { airportsOfCities } from '../geography/airports-of-cities.ts';
import { GEOGRAPHY_READERS } from '../geography/geography-readers.ts';
import { scheduledAirports } from '../geography/nearest-airport.ts';
import type { Match } from '../places/match.ts';
import { readPlaces } from '../places/read-places.ts';
import { type CitedSource, citedSource } from '../sources/citations.ts';
import type { SourceReading } from '../sources/reader.ts';
import { AGGLOMERATIONS_FOLDER, unAgglomerations } from '../sources/un-agglomerations.ts';
import { catalogued } from './catalogued.ts';
import { leftOutOf } from './left-out.ts';
import { readersOf } from './readers.ts';

export interface ReadReport {
  step: string;
  facts: number;
  matched: number;
  unmatched: number;
}

/** The steps of `data read` in the order in which they must run: each uses the results of those before. */
export function readSteps(dataDirectory: string): string[] {
  const ids = [...readersOf(dataDirectory), ...GEOGRAPHY_READERS].map(({ id }) => id);
  return ['places', 'areas', ...ids, 'climate', 'agglomerations', 'airports'];
}

/**
 * Reads published files (below `directory`, one folder per source) and writes what they say to `dataDirectory`. Nothing is
 * written for a step whose files have a fault.
 *
 * @returns lines about figures that count for nothing
 */
export async function readPublished(
  directory: string,
  dataDirectory: string,
  steps: readonly string[],
  report: (done: ReadReport) => void,
): Promise<string[]> {
  if (!existsSync(directory))
    throw new OperatorError(
      `There is no directory ${directory}: pass the one with the published files as --from.`,
    );
  const known = readSteps(dataDirectory);
  const unknown = steps.filter((step) => !known.includes(step));
  if (unknown.length > 0)
    throw new OperatorError(`Unknown: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  const catalogue = readSourceCatalogue(dataDirectory);
  let gazetteer: Gazetteer | undefined;
  const wanted = known.filter((candidate) => steps.length === 0 || steps.includes(candidate));
  for (const step of wanted) {
    if (step === 'places') {
      const { sources } = await readPlaces(directory, dataDirectory);
      catalogue.set(step, catalogued(step, sources, undefined, directory, dataDirectory));
      report({ step, facts: 0, matched: 0, unmatched: 0 });
    } else {
      // Only `places`, the first step, writes the tables that it is opened from.
      gazetteer ??= openGazetteer(dataDirectory);
      report({ step, ...(await runStep(step, directory, gazetteer, catalogue)) });
    }
    writeSourceCatalogue(dataDirectory, catalogue);
  }
  return leftOutOf(dataDirectory, wanted);
}

/** What a step writes besides its own tables. */
interface StepReading extends Omit<SourceReading, 'facts' | 'sources'> {
  /** Undefined for a step without facts. */
  facts?: SourceReading['facts'];
  /** Undefined if the sources stay as they are. */
  sources: readonly CitedSource[] | undefined;
  folder?: string;
}

async function runStep(
  step: string,
  directory: string,
  gazetteer: Gazetteer,
  catalogue: SourceCatalogue,
): Promise<Omit<ReadReport, 'step'>> {
  const { dataDirectory } = gazetteer;
  if (step === 'areas') return readAllAreas(directory, gazetteer, catalogue);
  const { facts, matches, sources, folder } = await readStep(step, directory, gazetteer);
  if (facts?.length === 0) throw new OperatorError(withoutFacts(step, matches));
  if (sources !== undefined) catalogue.set(step, catalogued(step, sources, folder, directory, dataDirectory));
  if (facts !== undefined) writeFacts(dataDirectory, step, facts);
  return { facts: facts?.length ?? 0, ...writeMatches(dataDirectory, step, matches) };
}

async function readStep(step: string, directory: string, gazetteer: Gazetteer): Promise<StepReading> {
  const { dataDirectory } = gazetteer;
  const cited = (ids: readonly string[]) => ids.map((id) => citedSource(dataDirectory, id));
  if (step === 'climate') {
    const { sources, matches } = readClimate(directory, dataDirectory, gazetteer);
    return { sources: cited(sources), matches };
  }
  if (step === 'agglomerations') {
    const folder = AGGLOMERATIONS_FOLDER;
    const { agglomerations, matches, sources } = unAgglomerations(join(directory, folder), gazetteer);
    writeAgglomerations(dataDirectory, agglomerations);
    return { sources: cited(sources), matches, folder };
  }
  if (step === 'airports') {
    const { airports, matches } = airportsOfCities(gazetteer, scheduledAirports());
    writeAirports(dataDirectory, airports);
    // The list is that of `nearest-airport`, which cites it.
    return { sources: undefined, matches };
  }
  const computed = GEOGRAPHY_READERS.find(({ id }) => id === step);
  if (computed !== undefined) return { ...computed.read(gazetteer), sources: cited(computed.sources) };
  const reader = readersOf(dataDirectory).find(({ id }) => id === step);
  if (reader === undefined) throw new Error(`no reader ${step}`);
  const { folder } = reader;
  const reading = await reader.read(join(directory, folder), gazetteer);
  return { ...reading, sources: reading.sources ?? cited(reader.sources ?? []), folder };
}

function withoutFacts(step: string, matches: readonly Match[]): string {
  const [open] = matches.filter(({ place }) => place === '');
  const why = open === undefined ? '' : ` "${open.published}", for one, has no place of ours: ${open.how}.`;
  return `${step}: the files have none of the figures that it reads.${why}`;
}

/** The sources are those of the files of Europe's regions, if they are there. */
function readAllAreas(
  directory: string,
  gazetteer: Gazetteer,
  catalogue: SourceCatalogue,
): Omit<ReadReport, 'step'> {
  const { dataDirectory } = gazetteer;
  const unitedStates = readUsAreas(directory, gazetteer);
  const regions = readRegions(dataDirectory);
  const { areas, published } = europeanAreas(directory, gazetteer);
  writeAreas(dataDirectory, [
    ...unitedStates.areas,
    ...firstLevelAreas(regions, gazetteer),
    ...areas,
    ...secondLevelAreas(directory, gazetteer),
    ...mexicoSizeAreas(regions, gazetteer),
    ...divisionAreas(gazetteer),
    ...municipalAreas(directory, gazetteer),
  ]);
  if (published !== undefined) {
    const sources = published.sources.map((id) => citedSource(dataDirectory, id));
    catalogue.set('areas', catalogued('areas', sources, undefined, directory, dataDirectory));
  }
  const american = writeMatches(dataDirectory, 'us-areas', unitedStates.matches);
  const nuts = writeMatches(dataDirectory, 'nuts-areas', published?.matches ?? []);
  return {
    facts: 0,
    matched: american.matched + nuts.matched,
    unmatched: american.unmatched + nuts.unmatched,
  };
}

function writeMatches(
  dataDirectory: string,
  id: string,
  matches: readonly Match[],
): { matched: number; unmatched: number } {
  if (matches.length > 0) {
    const rows = matches.map((match) => ({ ...match }));
    writeTable(join(dataDirectory, 'matches', `${id}.tsv`), ['published', 'place', 'how'], rows);
  }
  const matched = matches.filter(({ place }) => place !== '').length;
  return { matched, unmatched: matches.length - matched };
}
