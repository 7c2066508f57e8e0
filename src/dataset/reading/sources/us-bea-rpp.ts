import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Grain } from '../../../release/grain.ts';
import { FIRST_YEAR } from '../../building/estimates/price-level-carry.ts';
import type { Fact } from '../../building/facts/fact.ts';
import { decodeText, type PublishedTable, readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { areaKey, readAreaIds } from '../../building/places/areas.ts';
import { citeEdition } from './citations.ts';
import type { SourceReader } from './reader.ts';

const METRO_FILE = 'MARPP_MSA_2008_2024.csv';
const PORTION_FILE = 'PARPP_PORT_2008_2024.csv';

/** Line code to metric, with the words by which the publisher describes the line. */
const LINES: ReadonlyMap<string, { metric: string; description: string }> = new Map([
  ['1', { metric: 'regional_price_parity_all_items', description: 'RPPs: All items' }],
  ['2', { metric: 'regional_price_parity_goods', description: 'RPPs: Goods' }],
  ['3', { metric: 'regional_price_parity_housing', description: 'RPPs: Services: Housing' }],
  ['4', { metric: 'regional_price_parity_utilities', description: 'RPPs: Services: Utilities' }],
  ['5', { metric: 'regional_price_parity_other_services', description: 'RPPs: Services: Other' }],
]);

/** The one that is read for every year since FIRST_YEAR: how areas move against the country. Of the others, the last year is read. */
const OVER_TIME = 'regional_price_parity_all_items';

/** Regional price parities of the BEA: one line per area and category, one column per year, United States = 100. */
export const usBeaRpp: SourceReader = {
  id: 'us-bea-rpp',
  folder: 'us-bea-rpp',
  read(directory, gazetteer) {
    const ours = readAreaIds(gazetteer.dataDirectory);
    const metro = readParities(directory, METRO_FILE);
    const portions = readParities(directory, PORTION_FILE);
    if (metro.year !== portions.year)
      throw new SourceFileError(PORTION_FILE, 1, portions.year, `${METRO_FILE} ends in ${metro.year}`);
    const source = `us-bea-rpp-${metro.year}`;
    const factsOf = (parities: Parities, grain: Grain, idOf: (code: string) => string): Fact[] =>
      parities.rows
        .filter(({ code }) => ours.has(idOf(code)))
        .map(({ code, ...parity }) => {
          return {
            ...parity,
            place: areaKey(idOf(code)),
            grain,
            unit: 'united_states_100',
            source,
            note: '',
          };
        });
    return {
      sources: [
        citeEdition(gazetteer.dataDirectory, 'us-bea-rpp', {
          id: source,
          title: `Regional price parities by metropolitan area and portion of state, ${metro.year}`,
          vintage: metro.updated,
        }),
      ],
      facts: [...factsOf(metro, 'metro', cbsaId), ...factsOf(portions, 'region', statePortionId)],
      matches: [],
    };
  },
};

/** The Census Bureau's and OMB's five digits of a metropolitan area. */
export function cbsaId(code: string): string {
  return `us-cbsa-${code}`;
}

/** FIPS of the state, and 998 for its metropolitan or 999 for its nonmetropolitan portion. */
export function statePortionId(code: string): string {
  return `us-state-portion-${code}`;
}

/** Codes and names of the metropolitan areas: 35620 → `New York-Newark-Jersey City, NY-NJ`. */
export function readMetros(directory: string): Map<string, string> {
  return areaNames(readTable(directory, METRO_FILE), / \(?Metropolitan Statistical Area\)?( \*)?$/);
}

/** Codes and names of the nonmetropolitan portions of states that have one: 01999 → `Alabama`. */
export function readNonmetropolitanPortions(directory: string): Map<string, string> {
  const present = new Set(readParities(directory, PORTION_FILE).rows.map(({ code }) => code));
  const names = areaNames(readTable(directory, PORTION_FILE), / \(Nonmetropolitan Portion\)( \*)?$/);
  return new Map([...names].filter(([code]) => present.has(code)));
}

type Parities = ReturnType<typeof readParities>;

function readParities(directory: string, file: string) {
  const table = readTable(directory, file);
  const year = table.header.at(-1) ?? '';
  if (!/^\d{4}$/.test(year)) throw new SourceFileError(file, 1, year, 'the last column is no year');
  const years = table.header.filter((name) => /^\d{4}$/.test(name) && Number(name) >= FIRST_YEAR);
  const rows = table.rows.flatMap((row) => {
    const line = LINES.get(row.required('LineCode'));
    if (line === undefined || row.required('Description') !== line.description)
      throw row.fault('Description', `an unknown category: ${row.text('Description')}`);
    if (row.required('Unit') !== 'Index') throw row.fault('Unit', `${row.text('Unit')} instead of Index`);
    const { metric } = line;
    return years.flatMap((period) => {
      if (period !== year && metric !== OVER_TIME) return [];
      row.required(period);
      // A state without a nonmetropolitan portion has a row nevertheless, with (NA) or 0.
      const value = row.number(period, ['(NA)']);
      return value === null || value === 0 ? [] : [{ code: row.required('GeoFIPS'), metric, period, value }];
    });
  });
  return { year, updated: lastUpdated(directory, file), rows };
}

function readTable(directory: string, file: string): PublishedTable {
  return readPublishedTable(join(directory, file), {
    columns: ['GeoFIPS', 'GeoName', 'LineCode', 'Description', 'Unit'],
    endsAt: (firstCell) => firstCell.startsWith('Note:'),
  });
}

function areaNames(table: PublishedTable, suffix: RegExp): Map<string, string> {
  const areas = table.rows.filter((row) => suffix.test(row.text('GeoName')));
  return new Map(areas.map((row) => [row.required('GeoFIPS'), row.required('GeoName').replace(suffix, '')]));
}

/** The footer's date. It is at the very end, so a truncated file has none. */
function lastUpdated(directory: string, file: string): string {
  const text = decodeText(file, readFileSync(join(directory, file)));
  const date = /Last updated: ([A-Z][a-z]+ \d{1,2}, \d{4})/.exec(text)?.[1];
  if (date === undefined)
    throw new SourceFileError(
      file,
      text.trimEnd().split('\n').length,
      '',
      'no "Last updated" below the table: truncated',
    );
  return new Date(`${date} UTC`).toISOString().slice(0, 10);
}
