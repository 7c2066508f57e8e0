import type { Cell, Column, Money, SummaryDocument, SummaryTable } from './document.ts';
import { roughAmount } from './numbers.ts';
import { decimals, signed, tenths, unitInWords, whole } from './words.ts';

/** Cells as people read them, and as columns of data. */

export function filledTables({ tables }: SummaryDocument): SummaryTable[] {
  return tables.filter(({ rows }) => rows.length > 0);
}

/** The columns that people see: those with at least one value. */
export function shownColumns({ columns, rows }: SummaryTable): Column[] {
  return columns.filter(({ id, dataOnly }) => !dataOnly && rows.some((row) => row[id] != null));
}

/** `54.5 (48.0–61.2)`, and `100` without uncertainty; `+3.2 (+1.0 to +5.4)`; `≈` before a difference that is not significant; `–` for an unknown value. */
export function cellText(cell: Cell, { kind, words }: Column): string {
  if (cell == null) return '–';
  if (typeof cell === 'string') return words?.[cell] ?? (kind === 'unit' ? unitInWords(cell) : cell);
  if (typeof cell === 'number') return numberText(cell);
  if (isList(cell)) return cell.join(', ');
  if ('amount' in cell) return moneyText(cell);
  if (kind !== 'difference' && cell.low === cell.high) return numberText(cell.value);
  if (kind !== 'difference') {
    const written = [cell.value, cell.low, cell.high].every(Number.isInteger) ? whole : tenths;
    return `${written(cell.value)} (${written(cell.low)}–${written(cell.high)})`;
  }
  const sign = 'significant' in cell && !cell.significant ? '≈ ' : '';
  return `${sign}${signed(cell.value)} (${signed(cell.low)} to ${signed(cell.high)})`;
}

/** Estimated amounts from 100 up, and the ends of their interval, without decimals, because their interval is much wider. */
export function moneyText({ amount, currency, low = amount, high = amount }: Money): string {
  const isSmall = Math.max(...[amount, low, high].map(Math.abs)) < 100;
  const written = (each: number) => numberText(isSmall || Number.isInteger(each) ? each : roughAmount(each));
  return `${written(amount)} ${currency}${low === high ? '' : ` (${written(low)} to ${written(high)})`}`;
}

/** `8,579,562`, `24,164.89`, `0.286078`: the digits that matter to people; data has all of them. */
export function numberText(value: number): string {
  const size = Math.abs(value);
  if (size >= 100_000) return decimals(value, 0);
  return size >= 100 ? decimals(value, 2) : decimals(Number(value.toPrecision(6)), 20);
}

type Datum = string | number | boolean | null | readonly string[];

/** The parts of a cell with a column of their own in CSV, of which the first has the name of the cell's column. */
const PARTS: { readonly [Kind in Column['kind']]?: readonly string[] } = {
  money: ['amount', 'low', 'high', 'currency'],
  estimate: ['value', 'low', 'high'],
  difference: ['value', 'low', 'high', 'significant'],
};

/** The columns of a cell in CSV, with their values. */
export function dataCells({ id, kind }: Column, cell: Cell): [string, Datum][] {
  const parts = PARTS[kind];
  if (parts === undefined)
    return [[id, cell == null || (typeof cell === 'object' && !isList(cell)) ? null : cell]];
  const prefix = id === 'value' ? '' : `${id}_`;
  const values = new Map<string, Datum>(Object.entries(cell ?? {}));
  return parts.map((part, at) => [at === 0 ? id : prefix + part, values.get(part) ?? null]);
}

/** `Array.isArray` does not know read-only arrays. */
export function isList(cell: unknown): cell is readonly string[] {
  return Array.isArray(cell);
}
