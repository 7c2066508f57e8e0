/** In milliseconds. */
export const DAY = 86_400_000;

/** The last UTC days, oldest first, today last: `2026-11-20`. */
export function lastDays(count: number, now: number): string[] {
  return Array.from({ length: count }, (_, index) => firstDay(count - index, now));
}

/** The oldest of the last `count` UTC days. */
export function firstDay(count: number, now: number): string {
  return new Date(now - (count - 1) * DAY).toISOString().slice(0, 10);
}
