import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import type { PublishedRow } from '../../building/files/published-file.ts';
import { readTable } from '../../building/files/table.ts';
import { type RowCondition, rowCondition } from './row-conditions.ts';

/** A figure in a publisher's file, and what it is in our terms. */
export interface Figure {
  /** The column that has it, or the publisher's code of its series. */
  column: string;
  /** The rows that have it. */
  when: RowCondition;
  /** An id of data/metrics.tsv. */
  metric: string;
  /** An id of data/units.tsv, an ISO 4217 code, or `=` and the column that has one. */
  unit: string;
  /** The publisher's marks for a figure that is missing, with EMPTY if the cell may be empty; none if every row must have it. */
  missing: readonly string[];
  /** The column with the publisher's standard error. */
  error?: string;
  note: string;
  /** If it is not that of the whole table. */
  source?: string;
  /** Instead of the column's number: the figure that follows from several columns, such as a rate from a count. */
  computed?(row: PublishedRow): Pick<Fact, 'value' | 'standard_error'>;
}

const COLUMNS = ['reader', 'column', 'when', 'metric', 'unit', 'missing', 'error', 'note'] as const;
const EMPTY = 'empty';

/** The figures that a reader takes from its files: its rows of data/readers/figures.tsv. */
export function readFigures(dataDirectory: string, reader: string): Figure[] {
  const file = join(dataDirectory, 'readers', 'figures.tsv');
  return readTable(file, COLUMNS)
    .filter((row) => row.reader === reader)
    .map((row) => ({ ...row, when: rowCondition(file, row, 'when') }))
    .map(({ column, when, metric, unit, missing, error, note }) => ({
      column,
      when,
      metric,
      unit,
      missing: missing === '' ? [] : missing.split('|'),
      ...(error !== '' && { error }),
      note,
    }));
}

/** The figures that the row has, without their place. */
export function figuresOf(
  row: PublishedRow,
  figures: readonly Figure[],
  of: Pick<Fact, 'source' | 'period'>,
): Omit<Fact, 'place' | 'grain'>[] {
  return figures.flatMap(({ column, when, metric, unit, missing, error, note, source, computed }) => {
    if (!when.holds(row)) return [];
    if (!missing.includes(EMPTY)) row.required(column);
    const value = row.number(column, missing);
    if (value === null) return [];
    const stated = error === undefined ? {} : { standard_error: row.requiredNumber(error) };
    const measured = computed?.(row) ?? { value, ...stated };
    return [
      {
        metric,
        unit: currencyOf(row, unit),
        note,
        ...of,
        ...(source !== undefined && { source }),
        ...measured,
      },
    ];
  });
}

/** The column that a cell names after an equals sign: its cells say what differs between rows. */
export function columnNamed(cell: string): string[] {
  return cell.startsWith('=') ? [cell.slice(1)] : [];
}

function currencyOf(row: PublishedRow, unit: string): string {
  const [column] = columnNamed(unit);
  return column === undefined ? unit : row.matching(column, /^[A-Z]{3}$/, 'an ISO 4217 code');
}
