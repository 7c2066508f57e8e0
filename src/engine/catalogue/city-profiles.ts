import { BASKET_WEIGHTS, CATEGORIES } from '../../release/cost-basket.ts';
import { EVIDENCE, type Evidence } from '../../release/cost-estimates.ts';
import { isCityOfToday } from '../../release/dominance.ts';
import {
  costMeasure,
  isCostMeasure,
  type MeasureColumns,
  type MeasureId,
  NO_TENTHS,
  type QualityMeasure,
} from '../../release/measures.ts';
import type { Measures } from './measures.ts';
import type { City } from './place.ts';

/** The groups of a profile: those that are scored nearly everywhere, and the climate, because people look for it. */
const PROFILE_GROUPS = [
  'healthcare',
  'safety',
  'environment',
  'education',
  'infrastructure',
  'economy',
  'climate',
] as const satisfies readonly QualityMeasure[];

/** A part of the profile of a city. */
export interface ProfilePart {
  measure: MeasureId;
  /** How much it counts; the weights add up to 1. */
  weight: number;
}

/** Prices count one half, by the shares of our basket, and the groups the other half, equally. */
export const PROFILE: readonly ProfilePart[] = [
  ...CATEGORIES.map((category) => ({
    measure: costMeasure(category),
    weight: BASKET_WEIGHTS[category] / 2,
  })),
  ...PROFILE_GROUPS.map((measure) => ({ measure, weight: 1 / (2 * PROFILE_GROUPS.length) })),
];

/** The evidence of price levels that allows a city to be compared with others. */
export const FIRM_EVIDENCE: readonly Evidence[] = [
  'official_local',
  'official_regional',
  'derived_from_official',
];

/** Why a city cannot be compared: parts of its profile are unknown, or its price level is modelled. */
export type Unfit = 'no_figures' | 'weak_evidence';

export interface SimilarCity {
  city: City;
  distance: number;
  /** By position in PROFILE: what each part adds to the squared distance. */
  contributions: readonly number[];
  /** By position in PROFILE: how far this city is above the one that it is similar to, in spreads. */
  differences: readonly number[];
  /** The share of the squared distance that is uncertainty, 0 to 1. */
  uncertainty: number;
}

/** One part of all cities. */
interface Part extends ProfilePart {
  columns: MeasureColumns;
  isCost: boolean;
  /** Standard deviation among the firm cities, of the natural logarithm of a price level or of a score. */
  spread: number;
}

/**
 * Finds similar cities. The squared distance of two is Σ w · (d² + u²) ÷ s² over the parts of the profile: d is the difference
 * of price levels (ln) or scores, u the standard error of that difference, s the spread of the part among cities, w its weight.
 * It is the expected square of the true difference, so no city is near merely because little is known about it.
 */
export class CityProfiles {
  /** By position in PROFILE: tenths by rank. */
  readonly #values: readonly Uint16Array[];
  readonly #parts: readonly Part[];
  /** By rank: whether the price level is based on firm evidence. */
  readonly #firm: Uint8Array;
  /** Cities that may be offered, largest first: with every part, on firm evidence, and neither sections nor former places. */
  readonly #offered: readonly City[];
  /** By rank and position in PROFILE: the logarithm or score, in spreads, times the square root of the weight. */
  readonly #levels: Float64Array;
  /** By rank: Σ w · own error² ÷ s², and the same of the errors that the cities of a country share. */
  readonly #own: Float64Array;
  readonly #shared: Float64Array;

  constructor(cities: readonly City[], measures: Measures) {
    this.#values = PROFILE.map(({ measure }) => measures.columns(measure).value);
    const firm = new Set(FIRM_EVIDENCE.map((kind) => EVIDENCE.indexOf(kind)));
    this.#firm = measures.columns('cost').evidence.map((code) => (firm.has(code) ? 1 : 0));
    this.#offered = cities.filter((city) => isCityOfToday(city) && this.unfit(city) === undefined);
    this.#parts = PROFILE.map((part) => partOf(part, measures.columns(part.measure), this.#offered));
    this.#levels = new Float64Array(cities.length * PROFILE.length);
    this.#own = new Float64Array(cities.length);
    this.#shared = new Float64Array(cities.length);
    for (const [position, part] of this.#parts.entries()) this.#enter(part, position);
  }

  /** By position in PROFILE: the spreads of the natural logarithms of price levels, and of scores. */
  get spreads(): readonly number[] {
    return this.#parts.map(({ spread }) => spread);
  }

  /** Why others cannot be compared with a city; undefined if they can. */
  unfit({ rank }: City): Unfit | undefined {
    if (this.#values.some((tenths) => tenths[rank] === NO_TENTHS)) return 'no_figures';
    return this.#firm[rank] === 1 ? undefined : 'weak_evidence';
  }

  /** The parts of the profile that a city lacks. */
  missing({ rank }: City): MeasureId[] {
    return PROFILE.flatMap(({ measure }, position) =>
      this.#values[position]?.[rank] === NO_TENTHS ? [measure] : [],
    );
  }

  /**
   * The cities nearest to one that is not `unfit`, nearest first and of equal ones the larger first, and how many there were to
   * choose from.
   *
   * @param accepts which cities may be chosen
   */
  nearest(
    city: City,
    limit: number,
    accepts: (other: City) => boolean,
  ): { similar: SimilarCity[]; among: number } {
    const found: { other: City; square: number }[] = [];
    let among = 0;
    for (const other of this.#offered) {
      if (other === city || !accepts(other)) continue;
      among += 1;
      const square = this.#square(city, other);
      if (found.length === limit && square >= (found.at(-1)?.square ?? 0)) continue;
      const after = found.findLastIndex((each) => each.square <= square) + 1;
      found.splice(after, 0, { other, square });
      if (found.length > limit) found.pop();
    }
    return { similar: found.map(({ other }) => this.#explained(city, other)), among };
  }

  #square(city: City, other: City): number {
    const [left, right] = [city.rank, other.rank];
    let square = at(this.#own, left) + at(this.#own, right);
    const levels = this.#levels;
    const size = PROFILE.length;
    for (let position = 0; position < size; position += 1) {
      // Read without a check: this runs up to 300,000 times per request.
      const difference = (levels[left * size + position] ?? 0) - (levels[right * size + position] ?? 0);
      square += difference * difference;
    }
    if (city.country !== other.country) return square + at(this.#shared, left) + at(this.#shared, right);
    for (const part of this.#parts) square += part.weight * sharedSquare(part, left, right, true);
    return square;
  }

  #explained(city: City, other: City): SimilarCity {
    const [left, right] = [city.rank, other.rank];
    const sameCountry = city.country === other.country;
    const parts = this.#parts.map((part) => {
      const { weight, spread, columns } = part;
      const difference = (levelOf(part, right) - levelOf(part, left)) / spread;
      const own = (at(columns.ownError, left) ** 2 + at(columns.ownError, right) ** 2) / spread ** 2;
      const error = own + sharedSquare(part, left, right, sameCountry);
      return { difference, error: weight * error, whole: weight * (difference ** 2 + error) };
    });
    const square = parts.reduce((sum, { whole }) => sum + whole, 0);
    return {
      city: other,
      distance: Math.sqrt(square),
      contributions: parts.map(({ whole }) => whole),
      differences: parts.map(({ difference }) => difference),
      uncertainty: square === 0 ? 0 : parts.reduce((sum, { error }) => sum + error, 0) / square,
    };
  }

  /** Fills in one part of the profile, for all cities. */
  #enter(part: Part, position: number): void {
    const { weight, spread, columns } = part;
    const [scale, square] = [Math.sqrt(weight) / spread, weight / spread ** 2];
    const { ownError, sharedError } = columns;
    const [own, shared, levels] = [this.#own, this.#shared, this.#levels];
    for (let rank = 0; rank < own.length; rank += 1) {
      levels[rank * PROFILE.length + position] = levelOf(part, rank) * scale;
      own[rank] = (own[rank] ?? 0) + square * (ownError[rank] ?? 0) ** 2;
      shared[rank] = (shared[rank] ?? 0) + square * (sharedError[rank] ?? 0) ** 2;
    }
  }
}

/**
 * The part of a difference's variance, in squared spreads, that comes from errors which the cities of a country share. Within a
 * country, these cancel in price levels. In scores, they cancel only as far as they are equal: a city with its own figures has
 * another error than a city without (errorOfScores).
 */
function sharedSquare(
  { isCost, spread, columns: { sharedError } }: Part,
  left: number,
  right: number,
  sameCountry: boolean,
): number {
  if (sameCountry && isCost) return 0;
  const [ofLeft, ofRight] = [at(sharedError, left) ** 2, at(sharedError, right) ** 2];
  return (sameCountry ? Math.abs(ofLeft - ofRight) : ofLeft + ofRight) / spread ** 2;
}

function partOf(part: ProfilePart, columns: MeasureColumns, firm: readonly City[]): Part {
  const isCost = isCostMeasure(part.measure);
  const levels = firm.map(({ rank }) => levelOf({ columns, isCost }, rank));
  return { ...part, columns, isCost, spread: deviation(levels) };
}

/** The logarithm of a price level, or a score. Without a figure, any number will do: such cities are skipped. */
function levelOf({ columns, isCost }: Pick<Part, 'columns' | 'isCost'>, rank: number): number {
  const value = (columns.value[rank] ?? NO_TENTHS) / 10;
  return isCost ? Math.log(value) : value;
}

/** 1 if there are no differences, so that nothing is divided by 0. */
function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const spread = Math.sqrt(squares / Math.max(1, values.length - 1));
  return spread > 0 ? spread : 1;
}

function at<Value>(values: ArrayLike<Value>, index: number): Value {
  const value = values[index];
  if (value === undefined) throw new RangeError(`nothing is at ${index}`);
  return value;
}
