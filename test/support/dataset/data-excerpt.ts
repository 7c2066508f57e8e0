import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readCountries } from '../../../src/dataset/building/places/countries.ts';
import { openGazetteer } from '../../../src/dataset/building/places/gazetteer.ts';
import { DATA_DIRECTORY, ROOT } from '../directories.ts';
import { draftOf, filesOf, keep, keptPath } from '../kept.ts';
import { temporaryDirectory } from '../service.ts';

/** Few countries, so that a build is fast, but with prices in euros and with cities that have their own figures. */
const COUNTRIES = ['PT', 'GI', 'AD'];

/**
 * A data directory like data/, but with three countries only. `changes` change the text of files, which are named by their path
 * in the directory. The other files are links to those that all tests share. Tests that write to them must have them copied,
 * which takes four times as long.
 */
export function dataExcerpt(
  changes: Readonly<Record<string, (text: string) => string>> = {},
  others: 'linked' | 'copied' = 'linked',
): string {
  const [directory, excerpt] = [temporaryDirectory(), sharedExcerpt()];
  const put = others === 'linked' ? linkOrCopy : copyFileSync;
  const files = filesOf(excerpt).map((path) => relative(excerpt, path));
  for (const folder of new Set(files.map(dirname))) mkdirSync(join(directory, folder), { recursive: true });
  for (const file of files) {
    const path = join(excerpt, file);
    const change = changes[file];
    if (change === undefined) put(path, join(directory, file));
    else writeFileSync(join(directory, file), change(readFileSync(path, 'utf8')));
  }
  return directory;
}

/** Copies the file if it cannot be linked, because the directories are on different file systems. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

let shared: string | undefined;

/** The excerpt without changes, for reading only. It takes two seconds, and is kept until data/ or the code for it changes. */
export function sharedExcerpt(): string {
  shared ??= keptExcerpt();
  return shared;
}

function keptExcerpt(): string {
  const path = keptPath('excerpt', [
    DATA_DIRECTORY,
    join(ROOT, 'src/dataset/building/places'),
    import.meta.dirname,
  ]);
  if (existsSync(path)) return path;
  const draft = draftOf(path);
  const keys = keysOfPlaces();
  for (const file of filesOf(DATA_DIRECTORY)) {
    const copy = join(draft, relative(DATA_DIRECTORY, file));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, excerptOf(file, keys));
  }
  leaveOutClimateOfOthers(join(draft, 'climate'));
  keep(draft, path);
  return path;
}

function excerptOf(path: string, keys: Keys): string {
  const text = readFileSync(path, 'utf8');
  if (!path.endsWith('.tsv')) return text;
  const [header = '', ...rows] = text.split('\n').slice(0, -1);
  const columns = header.split('\t');
  const kept = rows.filter((row) =>
    row.split('\t').every((cell, position) => isKept(keys, columns[position], cell)),
  );
  return `${[header, ...kept].join('\n')}\n`;
}

/** Keeps only the stations and grid points that the cities use, because reading all of them takes a third of a build. */
export function leaveOutClimateOfOthers(directory: string): void {
  const named = new Set(readFileSync(join(directory, 'cities.tsv'), 'utf8').split(/[\t\n]/));
  for (const table of ['stations.tsv', 'grid-points.tsv']) {
    const file = join(directory, table);
    const [header, ...rows] = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    const kept = rows.filter((row) => named.has(row.slice(0, row.indexOf('\t'))));
    writeFileSync(file, `${[header, ...kept].join('\n')}\n`);
  }
}

/** Whether a cell names one of the places that are kept, or no place at all. */
function isKept(keys: Keys, column = '', cell: string): boolean {
  if (['iso2', 'country', 'neighbour'].includes(column)) return COUNTRIES.includes(cell);
  if (['geonames_id', 'key', 'place'].includes(column)) return keys.has(cell) || cell.startsWith('currency/');
  return true;
}

type Keys = ReadonlySet<string | undefined>;

/** All names that our tables use for the places that are kept: codes, keys and GeoNames ids. */
function keysOfPlaces(): Keys {
  const gazetteer = openGazetteer(DATA_DIRECTORY);
  const countries = readCountries(DATA_DIRECTORY).filter(({ iso2 }) => COUNTRIES.includes(iso2));
  const cities = COUNTRIES.flatMap((iso2) => gazetteer.citiesOf(iso2));
  return new Set([
    ...COUNTRIES,
    ...COUNTRIES.map((iso2) => gazetteer.countryByCode(iso2)?.key),
    ...cities.map(({ key }) => key),
    ...[...countries, ...cities].map(({ geonamesId }) => String(geonamesId)),
  ]);
}
