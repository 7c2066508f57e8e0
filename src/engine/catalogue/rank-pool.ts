import type { Level } from '../../release/cost-estimates.ts';
import { countWhile } from './bisection.ts';

/** Among fewer places, a rank says little. */
const SMALLEST_POOL = 50;

export const BANDS = [
  'top_tenth',
  'top_quarter',
  'top_half',
  'middle_half',
  'bottom_half',
  'bottom_quarter',
  'bottom_tenth',
] as const;
export type Band = (typeof BANDS)[number];

export interface Rank {
  /** 1 for the highest; equal figures share a rank, and the next is as much further down. */
  rank: number;
  /** How many places are ranked. */
  of: number;
  /** Percentage of these that are lower; equal ones count half. */
  percentile: number;
  /** The possible ranks: behind those that are surely higher, and before those that are surely lower. */
  first: number;
  last: number;
  /** The part of the ranking that all possible ranks are in, the narrowest of its kind; null if it is in none. */
  band: Band | null;
}

/** Places that are ranked by one measure. Of two, one is surely higher if their intervals do not overlap. */
export class RankPool {
  readonly #values: Float64Array;
  readonly #lows: Float64Array;
  readonly #highs: Float64Array;

  constructor(figures: readonly Level[]) {
    this.#values = Float64Array.from(figures, ({ value }) => value).sort();
    this.#lows = Float64Array.from(figures, ({ low }) => low).sort();
    this.#highs = Float64Array.from(figures, ({ high }) => high).sort();
  }

  /** A place outside the pool is ranked as if it were in it. Null if there are too few. */
  rankOf({ value, low, high }: Level, isMember: boolean): Rank | null {
    const of = this.#values.length + (isMember ? 0 : 1);
    if (of < SMALLEST_POOL) return null;
    const lower = countBelow(this.#values, value);
    const higher = this.#values.length - countUpTo(this.#values, value);
    const first = this.#lows.length - countUpTo(this.#lows, high) + 1;
    const last = of - countBelow(this.#highs, low);
    const equal = of - lower - higher;
    return {
      rank: higher + 1,
      of,
      percentile: Math.round((1000 * (lower + equal / 2)) / of) / 10,
      first,
      last,
      band: bandOf(first, last, of),
    };
  }
}

function bandOf(first: number, last: number, of: number): Band | null {
  if (last <= of / 10) return 'top_tenth';
  if (last <= of / 4) return 'top_quarter';
  if (first > (9 * of) / 10) return 'bottom_tenth';
  if (first > (3 * of) / 4) return 'bottom_quarter';
  if (first > of / 4 && last <= (3 * of) / 4) return 'middle_half';
  if (last <= of / 2) return 'top_half';
  return first > of / 2 ? 'bottom_half' : null;
}

/** How many of the sorted values are below a value. */
function countBelow(sorted: Float64Array, value: number): number {
  return countWhile(sorted.length, (at) => (sorted[at] ?? 0) < value);
}

function countUpTo(sorted: Float64Array, value: number): number {
  return countWhile(sorted.length, (at) => (sorted[at] ?? 0) <= value);
}
