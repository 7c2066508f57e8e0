import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../../process/operator-error.ts';
import { type CataloguedSource, readSourceCatalogue } from '../../building/facts/source-catalogue.ts';
import { WMO_FOLDER } from '../climate/wmo-normals.ts';
import { GEOGRAPHY_READERS } from '../geography/geography-readers.ts';
import { readSteps } from '../read/read.ts';
import { readersOf } from '../read/readers.ts';
import { AGGLOMERATIONS_FOLDER } from '../sources/un-agglomerations.ts';
import { KEY_ADDRESS, stagedFiles } from './download-catalogue.ts';

export type RefreshPlan = ReturnType<typeof planRefresh>;

export interface PlanRequest {
  dataDirectory: string;
  /** Empty: everything that can be downloaded. */
  sources: readonly string[];
  /** Directory with files that a person fetched, laid out as for `data read`. */
  from: string | undefined;
  censusKey: string | undefined;
}

/** More are not a message that anybody reads. */
const MOST_REASONS = 3;

export function refreshable(dataDirectory: string): string[] {
  return [...new Set(stagedFiles(dataDirectory).map(({ source }) => source))];
}

/** Steps that need no files of their own: what they compute changes with the cities. */
const OF_CITIES = [...GEOGRAPHY_READERS.map(({ id }) => id), 'airports'];

/** What areas are made from: a refresh of these leaves the areas as they are. */
const MAKING_AREAS = ['places', 'us-hud-fmr', 'us-census-acs-rent', 'us-bea-rpp', 'us-gsa-per-diem'];

/** Steps whose files a program cannot fetch; the other steps compute from what these read. */
export function notDownloaded(dataDirectory: string): string[] {
  const others = [...refreshable(dataDirectory), 'areas', ...OF_CITIES];
  return readSteps(dataDirectory).filter((step) => !others.includes(step));
}

/**
 * The work of a refresh, for the requested sources.
 *
 * @returns what has to be downloaded; the steps of `data read` whose files are then complete; and the sources that a refresh of
 *   everything leaves out, each with the reason in one line
 */
export function planRefresh({ dataDirectory, sources, from, censusKey }: PlanRequest) {
  const catalogue = readSourceCatalogue(dataDirectory);
  const everything = sources.length === 0;
  const staged = stagedFiles(dataDirectory);
  const automatic = refreshable(dataDirectory);
  const known = [...automatic, ...notDownloaded(dataDirectory)];
  const unknown = sources.filter((source) => !known.includes(source));
  if (unknown.length > 0)
    throw new OperatorError(`Unknown: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  if (from !== undefined && !existsSync(from)) throw new OperatorError(`There is no directory ${from}.`);
  const leftOut: string[] = [];

  const isInFolder = (source: string) =>
    from !== undefined && existsSync(join(from, folderOf(source, dataDirectory)));
  const obstacle = (source: string) => {
    if (!automatic.includes(source))
      return isInFolder(source)
        ? undefined
        : `${source}: not downloaded. ${reasonsOf(catalogue.get(source) ?? [])}`;
    const keys = staged.filter((file) => file.source === source).flatMap((file) => file.from);
    const service = keys.map(({ key }) => key).find((needed) => needed !== '' && censusKey === undefined);
    if (!service) return undefined;
    const how = everything ? '' : '; then pass the file with the key as --census-key.';
    return `${source}: needs a key, free at ${KEY_ADDRESS[service]}${how}`;
  };
  const read = known.filter((source) => {
    if (!everything && !sources.includes(source)) return false;
    const reason = obstacle(source);
    if (reason === undefined) return true;
    if (!everything) throw new OperatorError(reason);
    leftOut.push(reason);
    return false;
  });
  const steps = [...read];
  if (read.includes('places')) steps.push(...OF_CITIES);
  if (MAKING_AREAS.some((source) => read.includes(source)))
    leftOut.push(
      'areas: they stay as they are; `lds data read areas`, which needs all published files, draws them anew',
    );
  return { files: staged.filter(({ source }) => read.includes(source)), steps, leftOut };
}

/** What a person can do, or why nobody can; of a step with many sources, where to read it. */
function reasonsOf(sources: readonly CataloguedSource[]): string {
  const reasons = [...new Set(sources.map(({ refresh_how: how }) => how))];
  return reasons.length > MOST_REASONS
    ? `It has ${sources.length} sources, which \`lds data refresh --list\` lists.`
    : reasons.join(' ');
}

function folderOf(source: string, dataDirectory: string): string {
  if (source === 'climate') return WMO_FOLDER;
  if (source === 'agglomerations') return AGGLOMERATIONS_FOLDER;
  const folder = readersOf(dataDirectory).find(({ id }) => id === source)?.folder;
  if (folder === undefined) throw new Error(`no reader ${source}`);
  return folder;
}
