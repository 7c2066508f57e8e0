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
  filterTable(join(directory, 'places', 'cities.tsv'), ({ geonames_id = '', population }) => {
    if (Number(population) >= LARGE) kept.add(geonames_id);
    return kept.has(geonames_id);
  });
  filterTable(join(directory, 'places', 'city-names.tsv'), ({ geonames_id = '' }) => kept.has(geonames_id));
  const places = new Set<string>();
  filterTable(join(directory, 'registry', 'cities.tsv'), ({ id, key = '' }) => {
    if (kept.has(key)) places.add(`city/${id}`);
    return kept.has(key);
  });
  filterTable(join(directory, 'climate', 'cities.tsv'), ({ geonames_id = '' }) => kept.has(geonames_id));
  leaveOutClimateOfOthers(join(directory, 'climate'));
  for (const table of ['areas', 'area-cities'])
    filterTable(join(directory, 'places', `${table}.tsv`), () => false);
  for (const file of readdirSync(join(directory, 'facts'))) {
    // This survey takes place only every few years, and without it there are no price levels.
    const since = file === 'world-bank-icp.tsv' ? '2021' : '2023';
    filterTable(
      join(directory, 'facts', file),
      ({ place = '', period = '' }) =>
        (places.has(place) || /^(country|currency)\//.test(place)) && period.slice(-10) >= since,
    );
  }
}

function filterTable(path: string, stays: (row: Record<string, string>) => boolean): void {
  const [header = '', ...lines] = readFileSync(path, 'utf8').replace(/\n$/, '').split('\n');
  const columns = header.split('\t');
  const rows = lines.filter((line) => {
    const cells = line.split('\t');
    return stays(Object.fromEntries(columns.map((column, position) => [column, cells[position] ?? ''])));
  });
  writeFileSync(path, `${[header, ...rows].join('\n')}\n`);
}
