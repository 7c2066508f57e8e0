import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCountries } from '../../../src/dataset/building/places/countries.ts';
import { leaveOutClimateOfOthers } from '../dataset/data-excerpt.ts';
import { DATA_DIRECTORY, ROOT } from '../directories.ts';
import { draftOf, keep, keptPath } from '../kept.ts';

const LARGE = 1_000_000;

/**
 * Writes a small copy of data/, from which a release is built in a moment: every country and capital, every city of at least
 * a million people, no areas, and the facts about these places since 2023.
 */
export function writeMiniature(directory: string): void {
  cpSync(keptMiniature(), directory, { recursive: true });
}

/** All processes share one copy, which is made again when data/ or the code that makes it changes. */
function keptMiniature(): string {
  const path = keptPath('miniature', [
    DATA_DIRECTORY,
    join(ROOT, 'src/dataset/building/places'),
    import.meta.dirname,
  ]);
  if (existsSync(path)) return path;
  const draft = draftOf(path);
  reduce(draft);
  keep(draft, path);
  return path;
}

function reduce(directory: string): void {
  cpSync(DATA_DIRECTORY, directory, { recursive: true });
  const kept = new Set(readCountries(directory).map(({ capital }) => String(capital)));
  filterTable(join(directory, 'places', 'cities.tsv'), (cell) => {
    if (Number(cell('population')) >= LARGE) kept.add(cell('geonames_id'));
    return kept.has(cell('geonames_id'));
  });
  filterTable(join(directory, 'places', 'city-names.tsv'), (cell) => kept.has(cell('geonames_id')));
  const places = new Set<string>();
  filterTable(join(directory, 'registry', 'cities.tsv'), (cell) => {
    if (kept.has(cell('key'))) places.add(`city/${cell('id')}`);
    return kept.has(cell('key'));
  });
  filterTable(join(directory, 'climate', 'cities.tsv'), (cell) => kept.has(cell('geonames_id')));
  leaveOutClimateOfOthers(join(directory, 'climate'));
  for (const table of ['areas', 'area-cities'])
    filterTable(join(directory, 'places', `${table}.tsv`), () => false);
  for (const file of readdirSync(join(directory, 'facts'))) {
    // This survey takes place only every few years, and without it there are no price levels.
    const since = file === 'world-bank-icp.tsv' ? '2021' : '2023';
    filterTable(
      join(directory, 'facts', file),
      (cell) =>
        (places.has(cell('place')) || /^(country|currency)\//.test(cell('place'))) &&
        cell('period').slice(-10) >= since,
    );
  }
}

/** @param stays is asked for each row, and may read its cells by column; an object for each of a million rows would take seconds */
function filterTable(path: string, stays: (cell: (column: string) => string) => boolean): void {
  const [header = '', ...lines] = readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');
  const columns = header.split('\t');
  let cells: readonly string[] = [];
  const cell = (column: string) => cells[columns.indexOf(column)] ?? '';
  const rows = lines.filter((line) => {
    cells = line.split('\t');
    return stays(cell);
  });
  writeFileSync(path, `${[header, ...rows].join('\n')}\n`);
}
