import type { Fact } from '../../building/facts/fact.ts';
import { faultOfMeasure } from '../../building/facts/fact-rules.ts';
import { readMetrics } from '../../building/facts/metric.ts';
import type { PublishedRow } from '../../building/files/published-file.ts';
import { list, recordTable, text } from '../../building/files/records.ts';
import { type RowCondition, rowCondition } from './row-conditions.ts';

/** The figures in publishers' files, and what they are in our terms. */
const FIGURES = recordTable('readers/figures', {
  reader: text,
  /** '' for all tables of the reader. */
  table: text,
  /** The column that has it, or in parentheses one that the reader's rules compute. */
  column: text,
  /** The rows that have it: a RowCondition. */
  when: text,
  /** An id of data/metrics.tsv. */
  metric: text,
  /** An id of data/units.tsv, or an ISO 4217 code; after an equals sign, the column with the code. */
  unit: text,
  /** ISO 8601; after an equals sign, the column with the year, or in parentheses one that the rules compute. */
  period: text,
  /** The publisher's marks for a figure that is missing, with EMPTY if the cell may be empty; none if every row must have it. */
  missing: list('|'),
  /** The column with the standard error. */
  error: text,
  /** After an equals sign, the column that has it. */
  note: text,
  /** If it is not that of the table. */
  source: text,
});
export type Figure = Omit<ReturnType<typeof FIGURES.read>[number], 'when'> & { when: RowCondition };

const EMPTY = 'empty';
/** Stands for the codes that a column has. */
const ANY_CURRENCY = 'EUR';

/**
 * The figures that a reader takes from one of its tables. If a period is `{year}=2015–2023`, the columns are those of each of these
 * years: `hdi_{year}`.
 *
 * @param of.period of the figures that state none of their own
 */
export function readFigures(
  dataDirectory: string,
  { reader, table, period }: Readonly<Record<'reader' | 'table' | 'period', string>>,
): Figure[] {
  const metrics = readMetrics(dataDirectory);
  return FIGURES.read(dataDirectory).flatMap((row, index) => {
    if (row.reader !== reader || (row.table !== '' && row.table !== table)) return [];
    const faultOf = (column: string, fault: string) => FIGURES.fault(dataDirectory, index, column, fault);
    const unit = columnNamed(row.unit).length > 0 ? ANY_CURRENCY : row.unit;
    const wrong = faultOfMeasure(row.metric, unit, metrics);
    if (wrong !== undefined) throw faultOf(wrong.column, wrong.fault);
    const when = rowCondition(row.when, (fault) => faultOf('when', fault));
    const figure = { ...row, when, period: row.period || period };
    const [, first, last] = /^\{year\}=(\d{4})–(\d{4})$/.exec(figure.period) ?? [];
    if (first === undefined) return [figure];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, position) => {
      const year = String(Number(first) + position);
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
