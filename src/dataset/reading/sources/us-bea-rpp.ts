import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_YEAR } from '../../building/estimates/price-level-carry.ts';
import { decodeText, readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import type { RulesOfTables, TableRules } from './table-reader.ts';

export const BEA_FOLDER = 'us-bea-rpp';
const METRO_FILE = 'MARPP_MSA_2008_2024.csv';
const PORTION_FILE = 'PARPP_PORT_2008_2024.csv';

const FORMAT = { endsAt: (firstCell: string) => firstCell.startsWith('Note:') };

/** By the code of a line, the words by which the publisher describes it. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  1: 'RPPs: All items',
  2: 'RPPs: Goods',
  3: 'RPPs: Services: Housing',
  4: 'RPPs: Services: Utilities',
  5: 'RPPs: Services: Other',
};

/** The one that is read for every year since FIRST_YEAR: how areas move against the country. Of the others, the last year is read. */
const OVER_TIME = '1';

/** Regional price parities of the BEA: one line per area and category, one column per year. */
export const usBeaRpp: RulesOfTables = {
  'us-bea-rpp metros': parities(METRO_FILE),
  'us-bea-rpp portions': parities(PORTION_FILE),
};

function parities(file: string): TableRules {
  return {
    format: FORMAT,
    rows: (_rows, _gazetteer, directory) => readParities(directory, file),
    edition(rows) {
      const [first] = rows;
      const year = first?.text('(edition)');
      const other = rows.find((row) => row.text('(edition)') !== year);
      if (other !== undefined) throw other.fault(other.text('(edition)'), `${METRO_FILE} ends in ${year}`);
      return {
        id: `us-bea-rpp-${year}`,
        title: `Regional price parities by metropolitan area and portion of state, ${year}`,
        vintage: first?.text('(updated)') ?? '',
      };
    },
  };
}

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
  return areaNames(directory, METRO_FILE, / \(?Metropolitan Statistical Area\)?( \*)?$/);
}

/** Codes and names of the nonmetropolitan portions of states that have one: 01999 → `Alabama`. */
export function readNonmetropolitanPortions(directory: string): Map<string, string> {
  const present = new Set(readParities(directory, PORTION_FILE).map((row) => row.text('GeoFIPS')));
  const names = areaNames(directory, PORTION_FILE, / \(Nonmetropolitan Portion\)( \*)?$/);
  return new Map([...names].filter(([code]) => present.has(code)));
}

/** A row for each parity, with its year and that of the edition. */
function readParities(directory: string, file: string) {
  const { header, rows } = readPublishedTable(join(directory, file), FORMAT);
  const edition = header.at(-1) ?? '';
  if (!/^\d{4}$/.test(edition)) throw new SourceFileError(file, 1, edition, 'the last column is no year');
  const years = header.filter((name) => /^\d{4}$/.test(name) && Number(name) >= FIRST_YEAR);
  const updated = lastUpdated(directory, file);
  return rows.flatMap((row) => {
    const code = row.required('LineCode');
    if (row.required('Description') !== DESCRIPTIONS[code])
      throw row.fault('Description', `an unknown category: ${row.text('Description')}`);
    if (row.required('Unit') !== 'Index') throw row.fault('Unit', `${row.text('Unit')} instead of Index`);
    return (code === OVER_TIME ? years : [edition]).flatMap((year) => {
      row.required(year);
      // A state without a nonmetropolitan portion has a row nevertheless, with (NA) or 0.
      const value = row.number(year, ['(NA)']);
      const further = { '(parity)': value ?? 0, '(year)': year, '(edition)': edition, '(updated)': updated };
      return value === null || value === 0 ? [] : row.with(further);
    });
  });
}

function areaNames(directory: string, file: string, suffix: RegExp): Map<string, string> {
  const { rows } = readPublishedTable(join(directory, file), FORMAT);
  const areas = rows.filter((row) => suffix.test(row.text('GeoName')));
  return new Map(areas.map((row) => [row.required('GeoFIPS'), row.required('GeoName').replace(suffix, '')]));
}

/** The footer's date. It is at the very end, so a truncated file has none. */
function lastUpdated(directory: string, file: string): string {
  const text = decodeText(file, readFileSync(join(directory, file)));
  const date = /Last updated: ([A-Z][a-z]+ \d{1,2}, \d{4})/.exec(text)?.[1];
  if (date === undefined) {
    const lines = text.trimEnd().split('\n').length;
    throw new SourceFileError(file, lines, '', 'no "Last updated" below the table: truncated');
  }
  return new Date(`${date} UTC`).toISOString().slice(0, 10);
}
