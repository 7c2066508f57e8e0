import type { Citation } from './citation.ts';

/**
 * An answer of the API in a few lines: sentences of conclusion, small tables, one line to cite. Its numbers are those of the answer.
 * `markdown`, `terminalText`, `csv` and `lean` write it.
 */
export interface CompactDocument {
  title: string;
  /** What to take from it, a sentence or two each: with the interval, and what it rests on. */
  conclusion: readonly string[];
  tables: readonly CompactTable[];
  /** Absent where nothing is cited: a refusal. */
  citation?: Citation;
}

export interface CompactTable {
  /** In lean JSON and CSV: `price_levels`. */
  id: string;
  title: string;
  columns: readonly Column[];
  /** Cells by the id of their column; without one, the cell is empty. */
  rows: readonly Row[];
  /** For people who compare at a glance; CSV has one row for each place or figure, and leaves it out. */
  omitFromCsv?: true;
}

export type Row = Readonly<Record<string, Cell>>;

/** Null: not known. A list is one of ids. */
export type Cell = string | number | readonly string[] | Estimate | Difference | Money | null | undefined;

/** With the ends of its 80 % interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** To the first place. Not significant: the interval has 0 in it, so that the two cannot be told apart. */
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
  /** Name in lean JSON and CSV. In CSV, an estimate `cost` has `cost_low` and `cost_high` beside it, and `value` has `low` and `high`. */
  id: string;
  /** What people read above it. */
  title: string;
  /** A unit is an id that people read without underscores. */
  kind: 'text' | 'unit' | 'number' | 'estimate' | 'difference' | 'money';
  /** For people, in place of an id: `official_local` is `local`. */
  words?: Readonly<Record<string, string>>;
  /** Only in lean JSON and CSV. */
  dataOnly?: true;
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
