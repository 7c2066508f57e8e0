import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readCountries } from '../../../src/dataset/places/countries.ts';
import { DATA_DIRECTORY } from '../directories.ts';
import { temporaryDirectory } from '../service.ts';
import { gazetteer } from './excerpts.ts';

/** Few enough to build in a moment, and yet with prices in euros and cities that have figures of their own. */
const COUNTRIES = ['PT', 'GI', 'AD'];

/**
 * A data directory like data/, but of three countries only. `changes` are made to the text of its files, which are named
 * by their path in it.
 */
export function dataExcerpt(changes: Readonly<Record<string, (text: string) => string>> = {}): string {
  const directory = temporaryDirectory();
  for (const [file, text] of excerpt()) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), changes[file]?.(text) ?? text);
  }
  return directory;
}

let files: Map<string, string> | undefined;

function excerpt(): Map<string, string> {
  files ??= new Map(
    readdirSync(DATA_DIRECTORY, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(DATA_DIRECTORY, path), excerptOf(path)]),
  );
  return files;
}

function excerptOf(path: string): string {
  const text = readFileSync(path, 'utf8');
  if (!path.endsWith('.tsv')) return text;
  const [header = '', ...rows] = text.split('\n').slice(0, -1);
  const columns = header.split('\t');
  const kept = rows.filter((row) =>
    row.split('\t').every((cell, position) => isKept(columns[position], cell)),
  );
  return `${[header, ...kept].join('\n')}\n`;
}

/** Whether a cell names one of the places that are kept, or no place at all. */
function isKept(column = '', cell: string): boolean {
  if (['iso2', 'country', 'neighbour'].includes(column)) return COUNTRIES.includes(cell);
  if (['geonames_id', 'key', 'place'].includes(column)) return keys.has(cell) || cell.startsWith('currency/');
  return true;
}

const countries = readCountries(DATA_DIRECTORY).filter(({ iso2 }) => COUNTRIES.includes(iso2));
const places = [...countries, ...COUNTRIES.flatMap((iso2) => gazetteer.citiesOf(iso2))];
/** Whatever our tables call the places that are kept. */
const keys = new Set([
  ...COUNTRIES,
  ...COUNTRIES.map((iso2) => gazetteer.countryByCode(iso2)?.key),
  ...COUNTRIES.flatMap((iso2) => gazetteer.citiesOf(iso2)).map(({ key }) => key),
  ...places.map(({ geonamesId }) => String(geonamesId)),
]);
