import { stringify } from 'csv-stringify/sync';

/** A table as CSV (RFC 4180): a column per property, in the order of the first row, or only the named ones. */
export function csvOf(
  rows: readonly object[],
  { columns, header = true }: { columns?: readonly string[]; header?: boolean } = {},
): string {
  return stringify([...rows], {
    header,
    record_delimiter: 'windows',
    ...(columns === undefined ? {} : { columns: [...columns] }),
    // As OWASP recommends, and as in the CSV of the API: text that a spreadsheet would read as a formula gets an apostrophe.
    escape_formulas: true,
    cast: { boolean: String },
  });
}
