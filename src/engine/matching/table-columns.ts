import type { CsvError } from 'csv-parse';
import type { Wanted } from './matching.ts';

/** Which columns of a table say what, by position. */
export interface TableColumns {
  city: number;
  country: number | undefined;
  region: number | undefined;
}

/** Names of columns, folded to small letters, by what they usually say. */
const USUAL: Readonly<Record<keyof TableColumns, readonly string[]>> = {
  city: ['city', 'town', 'place', 'location', 'office', 'name', 'ville', 'stadt', 'ciudad', 'cidade'],
  country: ['country', 'country_code', 'country code', 'nation', 'pays', 'land', 'pais', 'país'],
  region: ['region', 'state', 'province', 'state/province', 'county'],
};

/**
 * The columns by their names in the header, in any case; those that are not named by what they are usually called.
 *
 * @returns the name of a column that there is not, or the columns
 */
export function columnsOf(
  header: readonly string[],
  named: { readonly [Part in keyof TableColumns]?: string | undefined },
): TableColumns | { missing: string } {
  const names = header.map((name) => name.trim().toLowerCase());
  const found: Partial<Record<keyof TableColumns, number>> = {};
  for (const part of ['city', 'country', 'region'] as const) {
    const wanted = named[part];
    const at =
      wanted === undefined
        ? USUAL[part].map((name) => names.indexOf(name)).find((each) => each >= 0)
        : names.indexOf(wanted.trim().toLowerCase());
    if (at === -1) return { missing: wanted ?? part };
    if (at !== undefined) found[part] = at;
  }
  // A table of one column needs no name for it.
  const { city = header.length === 1 ? 0 : undefined, country, region } = found;
  return city === undefined ? { missing: 'city' } : { city, country, region };
}

/** What a row says about its city. */
export function wantedIn(cells: readonly string[], { city, country, region }: TableColumns): Wanted {
  const cell = (at: number | undefined) => (at === undefined ? '' : (cells[at] ?? '').trim());
  const [text, countryName, regionName] = [cell(city), cell(country), cell(region)];
  return {
    text,
    ...(countryName === '' ? {} : { countries: [countryName] }),
    ...(regionName === '' ? {} : { regions: [regionName] }),
  };
}

/** How tables of people are read: rows of different lengths and stray quotation marks do not matter. Options of csv-parse. */
export const LENIENT = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
} as const;

/** Where csv-parse stopped and why, in words: `line 3: …`. Undefined for an error that is not about the table. */
export function faultOf(error: unknown): string | undefined {
  const { code, lines, message } = error as CsvError;
  if (!code?.startsWith('CSV_')) return undefined;
  // An opened quotation mark takes everything after it into one record.
  const isOpen = code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE';
  return `line ${lines}: ${isOpen ? 'a quotation mark is opened and never closed.' : message}`;
}

/** What separates the cells of a table, by its first line: a comma, a semicolon, a tab or a vertical line. */
export function delimiterOf(start: string): string {
  const [line = ''] = start.split(/\r?\n/, 1);
  const bare = line.replaceAll(/"(?:[^"]|"")*"/g, '');
  const counts = [',', ';', '\t', '|'].map((each) => ({ each, count: bare.split(each).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.each ?? ',';
}
