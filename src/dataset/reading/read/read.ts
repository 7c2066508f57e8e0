import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../../process/operator-error.ts';
import { type Fact, writeFacts } from '../../building/facts/fact.ts';
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
import { firstLevelAreas } from '../areas/first-level-areas.ts';
import { mexicoSizeAreas } from '../areas/mexico-size-areas.ts';
import { municipalAreas } from '../areas/municipal-areas.ts';
import { readNutsAreas } from '../areas/nuts-areas.ts';
import { oecdAreas } from '../areas/oecd-areas.ts';
import { secondLevelAreas } from '../areas/second-level-areas.ts';
import { readUsAreas } from '../areas/us-areas.ts';
import { readClimate } from '../climate/read-climate.ts';
import { airportsOfCities } from '../geography/airports-of-cities.ts';
import { scheduledAirports } from '../geography/nearest-airport.ts';
import type { Match } from '../places/match.ts';
import { readPlaces } from '../places/read-places.ts';
import { type CitedSource, citedSource } from '../sources/citations.ts';
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
  const ids = readersOf(dataDirectory).map(({ id }) => id);
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

/** What a step has read, besides the tables that it writes itself. */
interface StepReading {
  /** Undefined for a step without facts. */
  facts?: readonly Fact[];
  /** By the name of their table. */
  matches: Readonly<Record<string, readonly Match[]>>;
  /** Undefined if the sources stay as they are. */
  sources?: readonly CitedSource[] | undefined;
  /** Of the published files; undefined if they are in several. */
  folder?: string;
}

async function runStep(
  step: string,
  directory: string,
  gazetteer: Gazetteer,
  catalogue: SourceCatalogue,
): Promise<Omit<ReadReport, 'step'>> {
  const { dataDirectory } = gazetteer;
  const own = OTHER_STEPS[step];
  const reading = own?.(directory, gazetteer) ?? (await readFacts(step, directory, gazetteer));
  const { facts, sources, folder } = reading;
  const matches = Object.values(reading.matches).flat();
  if (facts?.length === 0) throw new OperatorError(withoutFacts(step, matches));
  if (sources !== undefined) catalogue.set(step, catalogued(step, sources, folder, directory, dataDirectory));
  if (facts !== undefined) writeFacts(dataDirectory, step, facts);
  for (const [table, ofTable] of Object.entries(reading.matches)) {
    const rows = ofTable.map((match) => ({ ...match }));
    const file = join(dataDirectory, 'matches', `${table}.tsv`);
    if (rows.length > 0) writeTable(file, ['published', 'place', 'how'], rows);
  }
  const matched = matches.filter(({ place }) => place !== '').length;
  return { facts: facts?.length ?? 0, matched, unmatched: matches.length - matched };
}

async function readFacts(step: string, directory: string, gazetteer: Gazetteer): Promise<StepReading> {
  const { dataDirectory } = gazetteer;
  const reader = readersOf(dataDirectory).find(({ id }) => id === step);
  if (reader === undefined) throw new Error(`no reader ${step}`);
  const { folder } = reader;
  const { facts, matches, sources } = await reader.read(join(directory, folder), gazetteer);
  const all = sources ?? cited(dataDirectory, reader.sources ?? []);
  return { facts, matches: { [step]: matches }, sources: all, ...(folder !== '' && { folder }) };
}

/** The steps that write tables of their own. */
const OTHER_STEPS: Readonly<Record<string, (directory: string, gazetteer: Gazetteer) => StepReading>> = {
  areas(directory, gazetteer) {
    const { dataDirectory } = gazetteer;
    const unitedStates = readUsAreas(directory, gazetteer);
    const regions = readRegions(dataDirectory);
    const { areas, nutsOf, sources, matches } = readNutsAreas(directory, gazetteer);
    writeAreas(dataDirectory, [
      ...unitedStates.areas,
      ...firstLevelAreas(regions, gazetteer),
      ...areas,
      // Some of the OECD's large regions consist of NUTS regions.
      ...oecdAreas(gazetteer, nutsOf),
      ...secondLevelAreas(directory, gazetteer),
      ...mexicoSizeAreas(regions, gazetteer),
      ...divisionAreas(gazetteer),
      ...municipalAreas(directory, gazetteer),
    ]);
    return {
      matches: { 'us-areas': unitedStates.matches, 'nuts-areas': matches },
      sources: cited(dataDirectory, sources),
    };
  },
  climate(directory, gazetteer) {
    const { sources, matches } = readClimate(directory, gazetteer.dataDirectory, gazetteer);
    return { matches: { climate: matches }, sources: cited(gazetteer.dataDirectory, sources) };
  },
  agglomerations(directory, gazetteer) {
    const folder = AGGLOMERATIONS_FOLDER;
    const { agglomerations, matches, sources } = unAgglomerations(join(directory, folder), gazetteer);
    writeAgglomerations(gazetteer.dataDirectory, agglomerations);
    return { matches: { agglomerations: matches }, sources: cited(gazetteer.dataDirectory, sources), folder };
  },
  airports(_, gazetteer) {
    const { airports, matches } = airportsOfCities(gazetteer, scheduledAirports());
    writeAirports(gazetteer.dataDirectory, airports);
    // The list is that of `nearest-airport`, which cites it.
    return { matches: { airports: matches } };
  },
};

function cited(dataDirectory: string, ids: readonly string[]): CitedSource[] {
  return ids.map((id) => citedSource(dataDirectory, id));
}

function withoutFacts(step: string, matches: readonly Match[]): string {
  const [open] = matches.filter(({ place }) => place === '');
  const why = open === undefined ? '' : ` "${open.published}", for one, has no place of ours: ${open.how}.`;
  return `${step}: the files have none of the figures that it reads.${why}`;
}
