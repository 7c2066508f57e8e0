import { join } from 'node:path';
import { readTable, type TableRow, writeTable } from '../files/table.ts';

/** A table of data/places whose cells are all read as text. */
export interface PlaceTable<Column extends string> {
  path(dataDirectory: string): string;
  read(dataDirectory: string): (TableRow<Column> & { line: number })[];
  write(dataDirectory: string, rows: readonly TableRow<Column>[]): void;
}

/** `placeTable('regions', ['country', 'admin1', 'name'])` is data/places/regions.tsv. */
export function placeTable<const Column extends string>(
  name: string,
  columns: readonly Column[],
): PlaceTable<Column> {
  const path = (dataDirectory: string) => join(dataDirectory, 'places', `${name}.tsv`);
  return {
    path,
    read: (dataDirectory) => readTable(path(dataDirectory), columns),
    write: (dataDirectory, rows) => writeTable(path(dataDirectory), columns, rows),
  };
}
