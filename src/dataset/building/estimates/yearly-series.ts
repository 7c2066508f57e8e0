import type { Fact } from '../facts/fact.ts';

/** Country key → year → fact. */
export type YearlySeries = ReadonlyMap<string, ReadonlyMap<number, Fact>>;

/** The last fact of a series from a year on, up to another. */
export function lastFrom(
  series: ReadonlyMap<number, Fact> | undefined,
  first: number,
  until = Number.POSITIVE_INFINITY,
): { year: number; fact: Fact } | undefined {
  if (series === undefined) return undefined;
  let last: { year: number; fact: Fact } | undefined;
  for (const [year, fact] of series)
    if (year >= first && year <= until && (last === undefined || year > last.year)) last = { year, fact };
  return last;
}

/** `2024` → 2024.5, the middle of the year; `2026-08-21` → 2026.64. */
export function decimalYear(period: string): number {
  const [year = 0, month, day = 15] = period.split('-').map(Number);
  return month === undefined ? year + 0.5 : year + (month - 1) / 12 + (day - 1) / 365;
}
