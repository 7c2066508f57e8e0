import { EVIDENCE, type Evidence } from '../../release/cost-estimates.ts';
import { GRAINS, type Grain } from '../../release/grain.ts';
import {
  MEASURES,
  type MeasureColumns,
  type MeasuredFigure,
  type MeasureId,
  type MeasureRow,
  measureSteps,
  NO_CODE,
  NO_TENTHS,
  toMeasureColumns,
} from '../../release/measures.ts';
import type { City } from './place.ts';

/**
 * The figures that cities are found, ranked and drawn by: price levels (New York is 100), pay and scores (0 to 100), each with
 * its 80 % interval. They are what the responses for single cities say with the default weights, reference and rate.
 */
export class Measures {
  readonly #columns: ReadonlyMap<string, MeasureColumns>;

  /** @param cities how many the release has */
  constructor(rows: Iterable<MeasureRow>, cities: number) {
    this.#columns = new Map(Iterator.from(rows).map((row) => [row.id, toMeasureColumns(row, cities)]));
    for (const id of MEASURES) if (!this.#columns.has(id)) throw new Error(`it lacks the measure ${id}`);
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
      evidence: evidenceOf(evidence[rank]),
      grain: grainOf(grain[rank]),
      measured: measured.length === 0 ? null : sharesAt(measured, rank),
    };
  }

  /** All figures of a measure, for callers that look at every city: steps by the city's rank, NO_TENTHS if it has none. */
  columns(id: MeasureId): MeasureColumns {
    const columns = this.#columns.get(id);
    if (columns === undefined) throw new Error(`there is no measure ${id}`);
    return columns;
  }
}

function sharesAt(measured: Uint8Array, rank: number): Record<Grain, number> {
  const at = (position: number) => (measured[rank * GRAINS.length + position] ?? 0) / 100;
  return { city: at(0), metro: at(1), region: at(2), country: at(3) };
}

function evidenceOf(code = NO_CODE): Evidence | null {
  return EVIDENCE[code] ?? null;
}

function grainOf(code = NO_CODE): Grain | null {
  return GRAINS[code] ?? null;
}
