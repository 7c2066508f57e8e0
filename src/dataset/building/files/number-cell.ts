import { SourceFileError } from './source-file-error.ts';
import type { TableRow } from './table.ts';

/** The number in a cell of one of our tables. An empty cell is a fault. */
export function numberCell<Column extends string>(
  file: string,
  row: TableRow<Column> & { line: number },
  column: Column,
): number {
  const value = optionalNumberCell(file, row, column);
  if (value === null) throw new SourceFileError(file, row.line, column, 'the cell is empty');
  return value;
}

/** As numberCell; null when the cell is empty. */
export function optionalNumberCell<Column extends string>(
  file: string,
  row: TableRow<Column> & { line: number },
  column: Column,
): number | null {
  const text = row[column];
  if (text === '') return null;
  const value = Number(text);
  if (!Number.isFinite(value))
    throw new SourceFileError(file, row.line, column, `not a number: ${JSON.stringify(text)}`);
  return value;
}
