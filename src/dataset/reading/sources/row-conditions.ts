import type { PublishedRow } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';

/** What cells of a row must be: `year=2016; level=2|3; state≠All-India; year≥2020`, where `|` separates alternatives. */
export interface RowCondition {
  /** Those that are compared. */
  columns: readonly string[];
  holds(row: PublishedRow): boolean;
  /** Throws if it does not hold. */
  require(row: PublishedRow): void;
}

/**
 * The condition in a cell of data/readers. Only cells that may be empty by it may be. A cell that is compared with years must
 * be a year.
 */
export function rowCondition<Column extends string>(
  file: string,
  row: Record<Column, string> & { line: number },
  column: Column,
): RowCondition {
  const text: string = row[column];
  const parts =
    text === ''
      ? []
      : text.split('; ').map((part) => {
          const compared = comparison(part);
          if (compared !== undefined) return compared;
          const fault = `${JSON.stringify(part)} is no condition such as year=2016, level=2|3 or year≥2020`;
          throw new SourceFileError(file, row.line, column, fault);
        });
  return {
    columns: parts.map(({ column }) => column),
    holds: (row) => parts.every(({ holds }) => holds(row)),
    require(row) {
      const { column, wanted } = parts.find(({ holds }) => !holds(row)) ?? {};
      if (column !== undefined) throw row.fault(column, `${row.text(column)} instead of ${wanted}`);
    },
  };
}

/** Undefined if it is none. */
function comparison(text: string) {
  const [, column = '', relation, wanted = ''] = /^(.+?)([=≠≥])(.*)$/.exec(text) ?? [];
  if (relation === undefined) return undefined;
  const values = wanted.split('|');
  const ofYears = values.every((value) => /^\d{4}$/.test(value));
  const holds = (row: PublishedRow) => {
    const cell = values.includes('') ? row.text(column) : ofYears ? row.year(column) : row.required(column);
    return relation === '≥' ? cell >= wanted : values.includes(cell) === (relation === '=');
  };
  return { column, wanted: values.filter((value) => value !== '').join(' or '), holds };
}
