import { EVIDENCE } from '../../release/cost-estimates.ts';
import { GRAINS, type Grain } from '../../release/grain.ts';
import {
  BUDGET_MEASURES,
  MEASURES,
  type MeasureColumns,
  type MeasuredFigure,
  type MeasureId,
  measureSteps,
  NO_CODE,
  NO_TENTHS,
  toTenthsColumn,
} from '../../release/measures.ts';
import { isPlainColumn, PLAIN_ZERO, type PlainColumn } from '../../release/plain-measures.ts';
import { memo } from '../memo.ts';
import type { City } from './place.ts';
import type { Query } from './release-rows.ts';

/** What cities are found and sorted by: figures with an interval, distances, and what a month is like. */
export type Findable = MeasureId | PlainColumn;

/**
 * The figures that cities are found, ranked and drawn by: price levels (New York is 100), pay and scores (0 to 100), each with
 * its 80 % interval. They are what the responses for single cities say with the default weights, reference and rate.
 */
export class Measures {
  readonly #columns: ReadonlyMap<string, MeasureColumns>;
  /** Read on first use: there are many, and most are used seldom. */
  readonly #plainColumns = new Map<PlainColumn, Uint16Array>();
  readonly #plainMeasure: Query<{ value: unknown }>;
  readonly #cities: number;

  /**
   * @param columns by measure
   * @param plainMeasure reads the value of a PlainRow
   * @param cities how many the release has
   */
  constructor(
    columns: ReadonlyMap<string, MeasureColumns>,
    plainMeasure: Query<{ value: unknown }>,
    cities: number,
  ) {
    this.#columns = columns;
    this.#plainMeasure = plainMeasure;
    this.#cities = cities;
    for (const id of [...MEASURES, ...BUDGET_MEASURES])
      if (!this.#columns.has(id)) throw new Error(`it lacks the measure ${id}`);
  }

  /** The figure of a city; undefined if it has none. */
  figure(id: MeasureId, { rank }: Pick<City, 'rank'>): MeasuredFigure | undefined {
    const { value, low, high, evidence, grain, measured } = this.columns(id);
    const tenths = value[rank] ?? NO_TENTHS;
    if (tenths === NO_TENTHS) return undefined;
    const steps = measureSteps(id);
    return {
      value: tenths / steps,
      low: (low[rank] ?? 0) / steps,
      high: (high[rank] ?? 0) / steps,
      evidence: EVIDENCE[evidence[rank] ?? NO_CODE] ?? null,
      grain: GRAINS[grain[rank] ?? NO_CODE] ?? null,
      measured: measured.length === 0 ? null : sharesAt(measured, rank),
    };
  }

  /** The figure of a city that has no interval; undefined if it has none. */
  plain(id: PlainColumn, { rank }: Pick<City, 'rank'>): number | undefined {
    const tenths = this.#plain(id)[rank] ?? NO_TENTHS;
    return tenths === NO_TENTHS ? undefined : (tenths - PLAIN_ZERO) / 10;
  }

  /**
   * All figures that cities are found or sorted by: steps by the city's rank, NO_TENTHS if it has none; the steps of 0, and how many
   * make 1. Without an interval, its ends are the figure.
   */
  found(id: Findable) {
    const steps = measureSteps(id);
    if (!isPlainColumn(id)) return { ...this.columns(id), zero: 0, steps };
    const value = this.#plain(id);
    return { value, low: value, high: value, zero: PLAIN_ZERO, steps };
  }

  /** All figures of a measure, for callers that look at every city: steps by the city's rank, NO_TENTHS if it has none. */
  columns(id: MeasureId): MeasureColumns {
    const columns = this.#columns.get(id);
    if (columns === undefined) throw new Error(`there is no measure ${id}`);
    return columns;
  }

  #plain(id: PlainColumn): Uint16Array {
    return memo(this.#plainColumns, id, () => {
      const value = this.#plainMeasure.get(id)?.value;
      if (!(value instanceof Uint8Array)) throw new Error(`the release has no measure ${id}`);
      return toTenthsColumn(id, value, this.#cities);
    });
  }
}

function sharesAt(measured: Uint8Array, rank: number): Record<Grain, number> {
  const at = (position: number) => (measured[rank * GRAINS.length + position] ?? 0) / 100;
  return { city: at(0), metro: at(1), region: at(2), country: at(3) };
}
