import { type Options, stringify } from 'csv-stringify/sync';

/** A table as CSV (RFC 4180): a column per property, in the order of the first row, or only the named ones. */
export function csvOf(
  rows: readonly object[],
  options: Pick<Options, 'bom' | 'columns' | 'header'> = {},
): string {
  return stringify([...rows], {
    header: true,
    record_delimiter: 'windows',
    // As OWASP recommends, because anyone can edit GeoNames: text that a spreadsheet would read as a formula gets an apostrophe.
    escape_formulas: true,
    cast: { boolean: String },
    ...options,
  });
}
