/**
 * Rounds to a fraction: 10 parts for tenths. What rounds to zero is 0 and never -0, which JSON does not have.
 */
export function roundTo(value: number, parts: number): number {
  const rounded = Math.round(value * parts) / parts;
  return rounded === 0 ? 0 : rounded;
}
