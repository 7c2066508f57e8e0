import type { PublishedRow } from '../../building/files/published-file.ts';

/**
 * What cells of a row must be: `year=2016; level=2|3; state≠All-India; year≥2020`, where `|` separates alternatives, `#` stands for
 * a digit, and `*` at the end for anything. `>` and `≤` compare numbers: `value>0`.
 */
export interface RowCondition {
  /** Those that are compared. */
  columns: readonly string[];
  holds(row: PublishedRow): boolean;
  /** Throws if it does not hold. */
  require(row: PublishedRow): void;
}

/**
 * Only cells that may be empty by the condition may be. A cell that is compared with years must be a year.
 *
 * @param refusal of a text that is no condition
 */
export function rowCondition(text: string, refusal = (fault: string) => new Error(fault)): RowCondition {
  const parts = (text === '' ? [] : text.split('; ')).map((part) => {
    const compared = comparison(part);
    if (compared !== undefined) return compared;
    throw refusal(`${JSON.stringify(part)} is no condition such as year=2016, level=2|3 or year≥2020`);
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
  const [, column = '', relation, wanted = ''] = /^(.+?)([=≠≥>≤])(.*)$/.exec(text) ?? [];
  if (relation === undefined) return undefined;
  if (relation === '>' || relation === '≤') {
    const isAbove = (row: PublishedRow) => (row.number(column) ?? Number.NaN) > Number(wanted);
    const holds = (row: PublishedRow) => row.text(column) === '' || isAbove(row) === (relation === '>');
    return { column, wanted: `${relation === '>' ? 'more than' : 'at most'} ${wanted}`, holds };
  }
  const values = wanted.split('|');
  const patterns = values.filter((value) => /[#*]/.test(value)).map(patternOf);
  const ofYears = values.every((value) => /^\d{4}$/.test(value));
  const holds = (row: PublishedRow) => {
    const cell = values.includes('') ? row.text(column) : ofYears ? row.year(column) : row.required(column);
    const isOne = values.includes(cell) || patterns.some((pattern) => pattern.test(cell));
    return relation === '≥' ? cell >= wanted : isOne === (relation === '=');
  };
  return { column, wanted: values.filter((value) => value !== '').join(' or '), holds };
}

function patternOf(value: string): RegExp {
  const escaped = value.replaceAll(/[$()+.?[\\\]^{}]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('#', '\\d').replaceAll('*', '.*')}$`);
}
