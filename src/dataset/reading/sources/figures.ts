import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import type { PublishedRow } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { readTable } from '../../building/files/table.ts';
import { type RowCondition, rowCondition } from './row-conditions.ts';

/** A figure in a publisher's file, and what it is in our terms. */
export interface Figure {
  /** The column that has it, or in parentheses one that the reader's rules compute. */
  column: string;
  /** The rows that have it. */
  when: RowCondition;
  /** An id of data/metrics.tsv. */
  metric: string;
  /** An id of data/units.tsv, or an ISO 4217 code; after an equals sign, the column with the code. */
  unit: string;
  /** ISO 8601; after an equals sign, the column with the year, or in parentheses one that the rules compute. */
  period: string;
  /** The publisher's marks for a figure that is missing, with EMPTY if the cell may be empty; none if every row must have it. */
  missing: readonly string[];
  /** The column with the standard error. */
  error: string;
  /** After an equals sign, the column that has it. */
  note: string;
  /** If it is not that of the table. */
  source: string;
}

const COLUMNS = [
  'reader',
  'table',
  'column',
  'when',
  'metric',
  'unit',
  'period',
  'missing',
  'error',
  'note',
  'source',
] as const;
const EMPTY = 'empty';

/**
 * The figures that a reader takes from one of its tables, by data/readers/figures.tsv, where rows without a table are about all
 * of them. If a period is `{year}=2015–2023`, the columns are those of each of these years: `hdi_{year}`.
 *
 * @param of.period of the figures that state none of their own
 */
export function readFigures(
  dataDirectory: string,
  { reader, table, period }: Readonly<Record<'reader' | 'table' | 'period', string>>,
): Figure[] {
  const file = join(dataDirectory, 'readers', 'figures.tsv');
  return readTable(file, COLUMNS)
    .filter((row) => row.reader === reader && (row.table === '' || row.table === table))
    .flatMap((row) => {
      const figure = {
        ...row,
        when: rowCondition(row.when, (fault) => new SourceFileError(file, row.line, 'when', fault)),
        period: row.period || period,
        missing: row.missing === '' ? [] : row.missing.split('|'),
      };
      const [, first, last] = /^\{year\}=(\d{4})–(\d{4})$/.exec(figure.period) ?? [];
      if (first === undefined) return [figure];
      return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => {
        const year = String(Number(first) + index);
        return { ...figure, column: figure.column.replace('{year}', year), period: year };
      });
    });
}

/** The columns of the file that the figures use. */
export function columnsOf(figures: readonly Figure[]): string[] {
  return figures
    .flatMap(({ column, error, unit, period, note, when }) => [
      ...[column, error, ...[unit, period, note].flatMap(columnNamed)],
      ...when.columns,
    ])
    .filter((column) => column !== '' && !isComputed(column));
}

/** A fact without its place. */
export type MeasuredFigure = Omit<Fact, 'place' | 'grain'>;

/** What the row has of a figure; null if nothing. `ofTable` is the source of figures that state none. */
export function measuredIn(row: PublishedRow, figure: Figure, ofTable: string): MeasuredFigure | null {
  const { column, when, missing, error } = figure;
  if (!when.holds(row)) return null;
  if (!missing.includes(EMPTY)) row.required(column);
  const value = row.number(column, missing);
  if (value === null) return null;
  return {
    metric: figure.metric,
    period: ofRow(figure.period, (stated) =>
      isComputed(stated)
        ? row.required(stated)
        : row.matching(stated, /^\d{4}(-\d\d-\d\d)?$/, 'a year or a day'),
    ),
    value,
    unit: ofRow(figure.unit, (stated) => row.matching(stated, /^[A-Z]{3}$/, 'an ISO 4217 code')),
    source: figure.source || ofTable,
    note: ofRow(figure.note, (stated) => row.text(stated)),
    ...(error !== '' && { standard_error: row.requiredNumber(error) }),
  };
}

function ofRow(cell: string, read: (column: string) => string): string {
  const [column] = columnNamed(cell);
  return column === undefined ? cell : read(column);
}

/** The column that a cell names after an equals sign: its cells say what differs between rows. */
function columnNamed(cell: string): string[] {
  return cell.startsWith('=') ? [cell.slice(1)] : [];
}

/** Whether the rules of a reader make the column, as `(rate)`. */
export function isComputed(column: string): boolean {
  return column.startsWith('(');
}
