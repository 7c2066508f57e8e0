import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { Release } from '../../engine/catalogue/release.ts';
import type { Steps } from '../../engine/catalogue/steps.ts';
import { matchedRow } from '../../engine/matching/matched-row.ts';
import { ADDED_COLUMNS, filledRow, type MatchedRow } from '../../engine/matching/reconciled-rows.ts';
import { columnsOf, delimiterOf, faultOf, LENIENT, wantedIn } from '../../engine/matching/table-columns.ts';
import { Problem } from '../../engine/problems.ts';

/* The form of the page /match: a table as text, which comes back with ids and figures. Nothing of it is kept. */

/** Larger tables are for OpenRefine and the command line. */
export const MOST_ROWS = 500;
/** Each typed character may be nine in the body: three bytes, each percent-encoded. */
export const MOST_FORM_BYTES = 512 * 1024;

export type TypedTable = ReturnType<typeof readTable>;

/** @throws Problem that says in words for people what is wrong with the table */
export function readTable(form: URLSearchParams) {
  const [header = [], ...rows] = recordsIn(form.get('table') ?? '');
  if (rows.length === 0)
    throw refused('Paste a table: a line with the names of the columns, then a line per place.');
  if (rows.length > MOST_ROWS)
    throw refused(
      `The table has ${rows.length} rows, and this page takes ${MOST_ROWS}. Use OpenRefine or the command line.`,
    );
  const named = (field: string) => form.get(field)?.trim() || undefined;
  const columns = columnsOf(header, {
    city: named('column'),
    country: named('country_column'),
    region: named('region_column'),
  });
  if (!('missing' in columns)) return { header, rows, columns };
  throw refused(
    `The table has no column ${columns.missing}. It has ${header.join(', ')}. Write which one has the city.`,
  );
}

export function matchTyped(release: Release, { rows, columns }: TypedTable, at: number): Steps<MatchedRow> {
  return matchedRow(release, wantedIn(rows[at] ?? [], columns));
}

/** With a byte order mark, without which Excel breaks “São Paulo”. */
export function tableAsCsv({ header, rows }: TypedTable, matched: readonly MatchedRow[]): string {
  const body = matched.map((row, at) => filledRow(header, rows[at] ?? [], row));
  return stringify([[...header, ...ADDED_COLUMNS], ...body], { bom: true, record_delimiter: 'windows' });
}

/** What the script of the page shows. */
export function tableAsJson({ header, rows }: TypedTable, matched: readonly MatchedRow[]): string {
  return JSON.stringify({
    header,
    added: ADDED_COLUMNS,
    rows: rows.map((cells, at) => ({ cells, match: matched[at] })),
  });
}

function recordsIn(text: string): string[][] {
  try {
    return parse(text, { ...LENIENT, delimiter: delimiterOf(text) }) as string[][];
  } catch (error) {
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    throw refused(`The table cannot be read in ${fault}`);
  }
}

function refused(detail: string): Problem {
  return new Problem('invalid_request', detail);
}
