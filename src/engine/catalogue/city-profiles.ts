import { BASKET_WEIGHTS, CATEGORIES } from '../../release/cost-basket.ts';
import { EVIDENCE, type Evidence } from '../../release/cost-estimates.ts';
import {
  costMeasure,
  isCostMeasure,
  type MeasureColumns,
  type NamedMeasure,
  NO_TENTHS,
  type QualityMeasure,
} from '../../release/measures.ts';
import { isMainCity } from './agglomerations.ts';
import type { Measures } from './measures.ts';
import { type City, citiesFrom } from './place.ts';

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
  measure: NamedMeasure;
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

/** The evidence of price levels that allows a city to be offered as similar to others. */
export const FIRM_EVIDENCE: readonly Evidence[] = [
  'official_local',
  'official_regional',
  'derived_from_official',
];

/** Two cities that are chosen at random differ by the square root of this many spreads: what an unknown difference counts. */
const UNKNOWN_SQUARE = 2;

/** A city, and why it is similar. */
export type SimilarCity = ReturnType<CityProfiles['nearest']>['similar'][number];

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
 * It is the expected square of the true difference, so no city is near merely because little is known about it. A part that the
 * city lacks counts as any difference; cities that lack one are not offered, so that none is similar for what both lack.
 */
export class CityProfiles {
  /** By position in PROFILE: tenths by rank. */
  readonly #values: readonly Uint16Array[];
  readonly #parts: readonly Part[];
  readonly #costs: Uint16Array;
  /** Cities that may be offered, largest first: with every part, on firm evidence, and not part of an agglomeration. */
  readonly #offered: readonly City[];
  /** By rank and position in PROFILE: the logarithm or score, in spreads, times the square root of the weight. */
  readonly #levels: Float64Array;
  /** By rank: Σ w · own error² ÷ s², and the same of the errors that the cities of a country share. */
  readonly #own: Float64Array;
  readonly #shared: Float64Array;

  constructor(cities: readonly City[], measures: Measures) {
    this.#values = PROFILE.map(({ measure }) => measures.columns(measure).value);
    const firm = new Set(FIRM_EVIDENCE.map((kind) => EVIDENCE.indexOf(kind)));
    const { value, evidence } = measures.columns('cost');
    this.#costs = value;
    this.#offered = cities.filter(
      (city) => isMainCity(city) && firm.has(evidence[city.rank] ?? -1) && this.missing(city).length === 0,
    );
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

  /** Whether others can be compared with a city: it has a price level, and so most of the profile. */
  isKnown({ rank }: City): boolean {
    return this.#costs[rank] !== NO_TENTHS;
  }

  /** The parts of the profile that a city lacks. */
  missing(city: City): NamedMeasure[] {
    const lacked = this.#lacked(city);
    return PROFILE.flatMap(({ measure }, position) => (lacked[position] ? [measure] : []));
  }

  /** By position in PROFILE. */
  #lacked({ rank }: City): boolean[] {
    return this.#values.map((tenths) => tenths[rank] === NO_TENTHS);
  }

  /**
   * The cities nearest to one that is known, nearest first and of equal ones the larger first, and how many there were to
   * choose from.
   *
   * @param accepts which cities may be chosen
   */
  nearest(
    city: City,
    limit: number,
    { minPopulation, accepts }: { minPopulation: number; accepts: (other: City) => boolean },
  ) {
    const found: { other: City; square: number }[] = [];
    let among = 0;
    const lacked = this.#lacked(city);
    for (const other of this.#offered.slice(0, citiesFrom(minPopulation, this.#offered))) {
      // Those offered are main cities of their agglomerations.
      if (other === city || other.id === city.partOf || !accepts(other)) continue;
      among += 1;
      const farthest = found.length < limit ? Number.POSITIVE_INFINITY : (found.at(-1)?.square ?? 0);
      const square = this.#square(city, other, lacked, farthest);
      if (square >= farthest) continue;
      const after = found.findLastIndex((each) => each.square <= square) + 1;
      found.splice(after, 0, { other, square });
      if (found.length > limit) found.pop();
    }
    return { similar: found.map(({ other }) => this.#explained(city, other)), among };
  }

  /** The squared distance; any number from `farthest` on if it is at least that. */
  #square(city: City, other: City, lacked: readonly boolean[], farthest: number): number {
    const [left, right] = [city.rank, other.rank];
    const foreign = city.country !== other.country;
    let square = at(this.#own, left) + at(this.#own, right);
    if (foreign) square += at(this.#shared, left) + at(this.#shared, right);
    for (const [position, part] of foreign && !lacked.includes(true) ? [] : this.#parts.entries()) {
      if (lacked[position]) square += part.weight * (UNKNOWN_SQUARE - errorsOf(part, right, foreign));
      else if (!foreign) square += part.weight * sharedSquare(part, left, right, true);
    }
    const levels = this.#levels;
    const size = PROFILE.length;
    // Differences only add, so most cities are too far after a few. Read without a check: this runs up to 300,000 times per request.
    for (let position = 0; position < size && square < farthest; position += 1) {
      if (lacked[position]) continue;
      const difference = (levels[left * size + position] ?? 0) - (levels[right * size + position] ?? 0);
      square += difference * difference;
    }
    return square;
  }

  #explained(city: City, other: City) {
    const [left, right] = [city.rank, other.rank];
    const sameCountry = city.country === other.country;
    const lacked = this.#lacked(city);
    const known = this.#parts.filter((_, position) => !lacked[position]);
    // The parts that both cities have: how far the other one is above, in spreads, and what that adds to the squared distance.
    const parts = known.map((part) => {
      const { measure, weight, spread } = part;
      const difference = (levelOf(part, right) - levelOf(part, left)) / spread;
      const own = ownSquare(part, left) + ownSquare(part, right);
      const error = weight * (own + sharedSquare(part, left, right, sameCountry));
      return { measure, difference, error, contribution: weight * difference ** 2 + error };
    });
    const weight = known.reduce((sum, part) => sum + part.weight, 0);
    const unknown = UNKNOWN_SQUARE * (1 - weight);
    const square = unknown + parts.reduce((sum, { contribution }) => sum + contribution, 0);
    const uncertain = unknown + parts.reduce((sum, { error }) => sum + error, 0);
    return {
      city: other,
      distance: Math.sqrt(square),
      parts,
      /** The share of the squared distance that is uncertainty, 0 to 1. */
      uncertainty: square === 0 ? 0 : uncertain / square,
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

/** The variance of a city's own error, in squared spreads. */
function ownSquare({ spread, columns: { ownError } }: Part, rank: number): number {
  return at(ownError, rank) ** 2 / spread ** 2;
}

/** What a city has in the sums of errors for one part. */
function errorsOf(part: Part, rank: number, foreign: boolean): number {
  const shared = foreign ? at(part.columns.sharedError, rank) ** 2 / part.spread ** 2 : 0;
  return ownSquare(part, rank) + shared;
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

/** The logarithm of a price level, or a score. Without a figure, any number will do: such parts are skipped. */
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
