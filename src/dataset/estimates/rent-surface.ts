import { logAgglomerations } from './agglomeration.ts';
import type { CostCity } from './cost-inputs.ts';
import { GaussianProcess } from './gaussian-process.ts';
import { chordKm, type Point, unitVector } from './sphere.ts';

/** One observation of the rents of a city, of a series whose level is unknown: only differences within it count. */
export interface RentObservation {
  /** Position in the cities of the country. */
  city: number;
  /** Observations of one series share an unknown offset: another unit, definition or year. */
  series: string;
  /** Natural logarithm of the figure, in the series' own unit. */
  log: number;
  /** Variance of the figure as a measure of the city's rent level. */
  noise: number;
}

/** Log rents of the cities of one country relative to the country: they average, by population, to 0. */
export interface RentSurface {
  logs: Float64Array;
  variances: Float64Array;
}

/** Rise of rents (ln) with the size of the agglomeration (ln): Census rents of 2,782 places .16, official rents elsewhere .18. */
const SIZE_ELASTICITY = 0.15;
/**
 * What a capital adds (ln) that is the largest agglomeration of its country: 19 of them are .16 ± .06 above what the other
 * official rents of their country let expect. It fades with the distance, so that suburbs share in it. The four that are
 * not the largest (.07 ± .11) show none that could be told from chance.
 */
const PRIMACY_PREMIUM = 0.16;
const CAPITAL_REACH_KM = 15;

/**
 * How true rents depart from these expectations (standard deviations of ln): the elasticity from country to country by .09,
 * the capital's premium by .1, places by .16, of which 18 % is the place's own (variogram of Census rents) and the rest is
 * shared with its surroundings, fading to 1/e over 100 km (over 40 km, rents that were left out are predicted worse).
 * Set so that 80 % intervals hold for about 80 % of the official rents and price parities left out.
 */
const ELASTICITY_SD = 0.09;
const PRIMACY_SD = 0.1;
const DEPARTURE_SD = 0.16;
const OWN_SHARE = 0.18;
const RANGE_KM = 100;

/** Variance of a series' unknown offset: so large that the offset is free. */
const OFFSET_VARIANCE = 4;
const NOWHERE: Point = [Number.NaN, Number.NaN, Number.NaN];

/** The cities of one country with all that their expected rents depend on. */
export class RentModel {
  /** ln of the expected rent relative to the country. */
  readonly expected: Float64Array;
  readonly #points: readonly Point[];
  readonly #sizes: Float64Array;
  readonly #primacy: Float64Array;
  /** Share of each city in the average of the country. */
  readonly #shares: Float64Array;
  /** Covariance of each city's departure with the average departure, and the variance of that average. */
  readonly #withAverage: Float64Array;
  readonly #ofAverage: number;

  constructor(cities: readonly CostCity[]) {
    const sizes = logAgglomerations(cities);
    this.#points = cities.map(unitVector);
    this.#shares = populationShares(cities);
    this.#primacy = this.#centred(primacy(cities, sizes, this.#points));
    this.#sizes = this.#centred(sizes);
    this.expected = this.#sizes.map(
      (size, city) => SIZE_ELASTICITY * size + PRIMACY_PREMIUM * at(this.#primacy, city),
    );
    this.#withAverage = this.#covariancesWithAverage();
    this.#ofAverage = this.#average(this.#withAverage);
  }

  /** The rents that follow from the observations; without any, what is expected. */
  surface(observations: readonly RentObservation[]): RentSurface {
    const logs = Float64Array.from(this.expected);
    const variances = Float64Array.from(logs, (_, city) => this.covariance(city, city));
    if (observations.length === 0) return { logs, variances };
    const process = this.#process(observations);
    for (const city of logs.keys()) {
      const covariances = Float64Array.from(observations, (observation) =>
        this.covariance(city, observation.city),
      );
      const { mean, variance } = process.predict(covariances, at(variances, city));
      logs[city] = at(logs, city) + mean;
      variances[city] = variance;
    }
    return { logs, variances };
  }

  /** What a further observation would read, given the others: for leaving figures out one by one. */
  predictObservation(
    { city, series, noise }: Omit<RentObservation, 'log'>,
    others: readonly RentObservation[],
  ): { log: number; variance: number } {
    const covariances = Float64Array.from(
      others,
      (other) => this.covariance(city, other.city) + (other.series === series ? OFFSET_VARIANCE : 0),
    );
    const variance = this.covariance(city, city) + OFFSET_VARIANCE + noise;
    const level = seriesLevels(others, this.expected).get(series) ?? 0;
    const prediction = this.#process(others).predict(covariances, variance);
    return { log: at(this.expected, city) + level + prediction.mean, variance: prediction.variance };
  }

  /** Covariance of two cities' departures from their expected rents, relative to the average departure of the country. */
  covariance(left: number, right: number): number {
    return (
      this.#departureCovariance(left, right) -
      at(this.#withAverage, left) -
      at(this.#withAverage, right) +
      this.#ofAverage
    );
  }

  #process(observations: readonly RentObservation[]): GaussianProcess {
    const covariance = observations.map((row, index) =>
      Float64Array.from(
        observations,
        (column, other) =>
          this.covariance(row.city, column.city) +
          (row.series === column.series ? OFFSET_VARIANCE : 0) +
          (index === other ? row.noise : 0),
      ),
    );
    const levels = seriesLevels(observations, this.expected);
    const residuals = Float64Array.from(
      observations,
      ({ city, series, log }) => log - at(this.expected, city) - (levels.get(series) ?? 0),
    );
    return new GaussianProcess(covariance, residuals);
  }

  #departureCovariance(left: number, right: number): number {
    const shared =
      ELASTICITY_SD ** 2 * at(this.#sizes, left) * at(this.#sizes, right) +
      PRIMACY_SD ** 2 * at(this.#primacy, left) * at(this.#primacy, right);
    return shared + DEPARTURE_SD ** 2 * (left === right ? 1 : this.#localCorrelation(left, right));
  }

  /** Correlation of the departures of two different cities, without the part that follows from size and primacy. */
  #localCorrelation(left: number, right: number): number {
    const apart = chordKm(this.#points[left] ?? NOWHERE, this.#points[right] ?? NOWHERE);
    return (1 - OWN_SHARE) * Math.exp(-apart / RANGE_KM);
  }

  /** Every city of a country with every other. Sizes and primacy average to 0, so only local departures remain. */
  #covariancesWithAverage(): Float64Array {
    const sums = Float64Array.from(this.#shares);
    for (const left of sums.keys()) {
      for (let right = 0; right < left; right++) {
        const correlation = this.#localCorrelation(left, right);
        sums[left] = at(sums, left) + at(this.#shares, right) * correlation;
        sums[right] = at(sums, right) + at(this.#shares, left) * correlation;
      }
    }
    return sums.map((sum) => DEPARTURE_SD ** 2 * sum);
  }

  #centred(values: Float64Array): Float64Array {
    const average = this.#average(values);
    return values.map((value) => value - average);
  }

  #average(values: Float64Array): number {
    return values.reduce((sum, value, city) => sum + at(this.#shares, city) * value, 0);
  }
}

/** Mean of what the observations of a series have beyond their expectation: taken off first, for the sake of the arithmetic. */
function seriesLevels(
  observations: readonly RentObservation[],
  expectedRents: Float64Array,
): Map<string, number> {
  return new Map(
    [...Map.groupBy(observations, ({ series }) => series)].map(([series, members]) => [
      series,
      members.reduce((sum, { city, log }) => sum + log - at(expectedRents, city), 0) / members.length,
    ]),
  );
}

/** Share of each city in the people of all. Sections of cities do not count: their people are counted in the city. */
export function populationShares(cities: readonly CostCity[]): Float64Array {
  const people = cities.map(({ feature, population }) => (feature === 'PPLX' ? 0 : population));
  const total = people.reduce((sum, population) => sum + population, 0);
  return Float64Array.from(people, (population) => (total === 0 ? 1 / people.length : population / total));
}

/**
 * Nearness to a capital that is the largest agglomeration of its country: 1 there, fading around it; 0 everywhere in a
 * country whose capital is not (Bern, Ottawa, Canberra), and in one that has none among its cities.
 */
function primacy(cities: readonly CostCity[], sizes: Float64Array, points: readonly Point[]): Float64Array {
  const centre = points[sizes.indexOf(sizes.reduce((most, size) => Math.max(most, size), 0))];
  const primate = points.filter(
    (point, city) =>
      cities[city]?.feature === 'PPLC' && centre !== undefined && chordKm(point, centre) < CAPITAL_REACH_KM,
  );
  return Float64Array.from(points, (point) =>
    primate.reduce(
      (most, capital) => Math.max(most, Math.exp(-chordKm(point, capital) / CAPITAL_REACH_KM)),
      0,
    ),
  );
}

/** An element that is there: typed arrays have no holes, which the type checker cannot know. */
function at(values: Float64Array, index: number): number {
  return values[index] ?? Number.NaN;
}
