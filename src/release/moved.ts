/** A figure's value and unit, which decide whether it moved. */
export interface Amount {
  value: number;
  unit: string;
}

/**
 * How far apart two amounts are, as a share of the smaller one: 0.05 is five per cent. Measuring against the smaller one
 * makes the difference the same in both directions. Infinity when the units differ, or when one amount is 0.
 */
export function distance(from: Amount, to: Amount): number {
  if (from.unit !== to.unit) return Number.POSITIVE_INFINITY;
  if (from.value === to.value) return 0;
  return Math.abs(to.value - from.value) / Math.min(Math.abs(from.value), Math.abs(to.value));
}

/** @param threshold the distance beyond which a figure has moved; up to it, it was merely revised */
export function hasMoved(from: Amount, to: Amount, threshold: number): boolean {
  return distance(from, to) > threshold;
}

/** The moves by how far apart the two values are, the largest first; a change of unit is larger than any. */
export function largestMoves<Move extends { from: Amount | null; to: Amount | null }>(
  moves: readonly Move[],
): Move[] {
  const size = ({ from, to }: Move) =>
    from === null || to === null ? Number.POSITIVE_INFINITY : distance(from, to);
  return moves.toSorted((left, right) => size(right) - size(left));
}

/** (to - from) / |from|, for people to read; null when the units differ, or when `from` is 0. */
export function relativeChange(from: Amount, to: Amount): number | null {
  if (from.unit !== to.unit) return null;
  if (from.value === to.value) return 0;
  return from.value === 0 ? null : (to.value - from.value) / Math.abs(from.value);
}

/** `+5.1 %`; '' where there is no relative change. */
export function describeChange(change: number | null): string {
  if (change === null) return '';
  return `${change > 0 ? '+' : ''}${Number((change * 100).toFixed(1))} %`;
}
