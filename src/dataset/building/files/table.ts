import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readBytes } from './file-bytes.ts';
import { SourceFileError } from './source-file-error.ts';

/**
 * The text tables under `data/`: UTF-8, one header line, cells separated by tabs, no quoting, rows sorted.
 * Our readers or people write them, and changes are reviewed as diffs, so a row is always one line.
 */
export type TableRow<Column extends string> = Record<Column, string>;

/** @param optional columns that follow the others, and are left out if they are empty in every row */
export function readTable<Column extends string>(
  path: string,
  required: readonly Column[],
  optional: readonly Column[] = [],
): (TableRow<Column> & { line: number })[] {
  const fault = (line: number, column: string, text: string) => new SourceFileError(path, line, column, text);
  const lines = readBytes(path).toString().split('\n');
  if (lines.at(-1) !== '') throw fault(lines.length, '', 'the last line has no line end: truncated');
  lines.pop();
  const header = lines[0]?.split('\t') ?? [];
  const columns = header.length > required.length ? [...required, ...optional] : required;
  const wrong = columns.findIndex((column, position) => header[position] !== column);
  if (wrong >= 0 || header.length !== columns.length) {
    const position = wrong >= 0 ? wrong : columns.length;
    throw fault(1, String(position + 1), `the header is not ${JSON.stringify(columns.join(' '))}`);
  }
  // A copy of one object takes less time than adding the columns to an empty one.
  const blank: Record<string, string | number> = { line: 0 };
  for (const column of [...required, ...optional]) blank[column] = '';
  let before: readonly string[] = [];
  return lines.slice(1).map((text, index) => {
    const cells = text.split('\t');
    const line = index + 2;
    if (cells.length !== columns.length)
      throw fault(line, String(cells.length), `${cells.length} cells instead of ${columns.length}`);
    const row: Record<string, string | number> = { ...blank, line };
    for (let position = 0; position < columns.length; position++) {
      // Rows are sorted, so repeated cells are adjacent and share one string.
      if (cells[position] === before[position]) cells[position] = before[position] ?? '';
      row[columns[position] as Column] = cells[position] ?? '';
    }
    before = cells;
    return row as TableRow<Column> & { line: number };
  });
}

/** Writes the rows sorted by their columns from left to right, so that writing again changes nothing. */
export function writeTable<Column extends string>(
  path: string,
  columns: readonly Column[],
  rows: readonly TableRow<Column>[],
): void {
  const lines = rows.map((row) =>
    columns
      .map((column) => {
        const cell = row[column];
        if (/[\t\n\r]/.test(cell))
          throw new Error(`${path}: the cell ${column} holds a tab or a line end: ${JSON.stringify(cell)}`);
        return cell;
      })
      .join('\t'),
  );
  lines.sort();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${[columns.join('\t'), ...lines].join('\n')}\n`);
}
