import type { Citation } from './citation.ts';

/**
 * An answer of the API in a few lines: conclusions, small tables, and one line to cite. Its numbers are those of the answer.
 * `markdown`, `terminalText`, `csv` and `lean` write it.
 */
export interface SummaryDocument {
  title: string;
  /** The conclusions, a sentence or two each, with the interval and what it is based on. */
  conclusion: readonly string[];
  tables: readonly SummaryTable[];
  /** Absent for a refusal, which cites nothing. */
  citation?: Citation;
}

export interface SummaryTable {
  /** In lean JSON and CSV: `price_levels`. */
  id: string;
  title: string;
  columns: readonly Column[];
  /** Cells by the id of their column; without one, the cell is empty. */
  rows: readonly Row[];
  /** For people who compare at a glance; left out of CSV, which has one row for each place or figure. */
  omitFromCsv?: true;
}

export type Row = Readonly<Record<string, Cell>>;

/** Null: unknown. A list contains ids. */
export type Cell = string | number | readonly string[] | Estimate | Difference | Money | null | undefined;

/** With the ends of its 80 % interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** Relative to the first place. Not significant: the interval includes 0, so the two cannot be told apart. */
export interface Difference extends Estimate {
  significant: boolean;
}

export interface Money {
  amount: number;
  currency: string;
  low?: number;
  high?: number;
}

export interface Column {
  /**
   * Name in lean JSON and CSV. In CSV, an estimate `cost` has `cost_low` and `cost_high` beside it, and `value` has `low` and
   * `high`.
   */
  id: string;
  /** The heading for people. */
  title: string;
  /** A unit is an id, shown to people without underscores. */
  kind: 'text' | 'unit' | 'number' | 'estimate' | 'difference' | 'money';
  /** The text for people instead of an id: `local` for `official_local`. */
  words?: Readonly<Record<string, string>>;
  /** Only in lean JSON and CSV. */
  dataOnly?: true;
}

/** A table of facts; those without a value are left out. */
export function factsTable(
  id: string,
  title: string,
  facts: readonly (readonly [fact: string, value: string | null | undefined])[],
): SummaryTable {
  return {
    id,
    title,
    columns: [
      { id: 'fact', title: 'Fact', kind: 'text' },
      { id: 'value', title: 'Value', kind: 'text' },
    ],
    rows: facts.flatMap(([fact, value]) => (value == null || value === '' ? [] : [{ fact, value }])),
  };
}

/** An estimated amount of money. */
export function moneyOf({ value, low, high }: Estimate, currency: string): Money {
  return { amount: value, currency, low, high };
}

/** A range of a score that may be unknown. */
export function estimateOf(figure: {
  value: number | null;
  low: number | null;
  high: number | null;
}): Estimate | null {
  const { value, low, high } = figure;
  return value === null || low === null || high === null ? null : { value, low, high };
}
