import { stringify } from 'csv-stringify/sync';

/** A table as CSV (RFC 4180): a column per property, in the order of the first row. */
export function csvOf(rows: readonly object[]): string {
  return stringify([...rows], { header: true, record_delimiter: 'windows' });
}
