import { mean } from 'simple-statistics';
import { at, GaussianProcess, NearestProcess } from './gaussian-process.ts';
import {
  type CovarianceParts,
  covarianceOf,
  partsByKind,
  type Scales,
  scaledCovariances,
  USUAL,
} from './rent-covariance.ts';
import type { Member, RentModel } from './rent-model.ts';

/** One observation of rents, from a series with an unknown level: only differences within the series count. */
export interface RentObservation {
  /** Positions in the cities of the country: one city, or those of the area that it was measured for. */
  cities: readonly number[];
  /** Observations of one series share an unknown offset, because unit, definition or year may differ. */
  series: string;
  /** Natural logarithm of the figure, in the series' own unit. */
  log: number;
  /** How far figures of the series spread relative to rents of dwellings let now (ln per ln). */
  spread: number;
  /** Variance of the figure as a measure of the place's rent level. */
  noise: number;
  /** Variance of the error that the series shares in a part of the country, where tenants may have old or protected rents. */
  sharedNoise: number;
}

const SCALES = [0.4, 0.5, 0.6, 0.7, 0.84, 1, 1.19, 1.41, 1.68, 2, 2.38, 2.83];
const SCALE_SD = 0.5;
export const RENTS_FOR_SCALES = 20;
/** The error of a series is shared between neighbouring figures, fading to 1/e over this many kilometres. */
const SHARED_NOISE_KM = 60;
/** Prior variance of a series' unknown offset: so large that only the figures decide it. */
export const OFFSET_VARIANCE = 4;
/** So many observations, of the largest places, inform every city of the country. The others inform only cities near them. */
const BACKBONE = 150;
const BACKBONE_OF_SERIES = 20;
const NEAREST = 20;

/** What is known of the level of a series: ln of the figure of a place with the average rent of its country. */
interface SeriesLevel {
  log: number;
  variance: number;
}
/** By series. The level of any other is unknown, so that only differences within it count. */
export type SeriesLevels = ReadonlyMap<string, SeriesLevel>;

/**
 * The rents of the cities of one country that follow from the observations; without any, the expectation. Logarithms, relative to
 * the country: they average, by population, to 0.
 */
export function rentSurface(
  model: RentModel,
  observations: readonly RentObservation[],
  known?: SeriesLevels,
) {
  const logs = Float64Array.from(model.expected);
  const variances = Float64Array.from(logs, (_, city) => model.covariance(city, city));
  if (observations.length === 0) return { logs, variances };
  const rents = new ObservedRents(model, observations, known);
  for (const city of logs.keys()) {
    const { log, variance } = rents.ofCity(city);
    logs[city] = log;
    variances[city] = variance;
  }
  return { logs: model.centred(logs), variances };
}

/** An observation with values derived from the place that it was measured for. */
interface PlacedObservation extends RentObservation {
  members: readonly Member[];
  expected: number;
}

/** What the observations of a country say about the rent anywhere in it. */
export class ObservedRents {
  /** The size of departures and noise in the country, relative to the usual ones. */
  readonly scales: Scales;
  readonly #model: RentModel;
  readonly #placed: readonly PlacedObservation[];
  /** Of series whose level is unknown the mean difference from the expectation, subtracted first for numerical accuracy. */
  readonly #levels: SeriesLevels;
  readonly #process: NearestProcess;
  /** Observations beyond the backbone; `#ofCity` has those of areas that a city is in. */
  readonly #others: readonly number[];
  /** The city that each of these is of, or the largest city of its area. */
  readonly #placesOfOthers: Int32Array;
  readonly #ofCity: ReadonlyMap<number, readonly number[]>;

  constructor(model: RentModel, observations: readonly RentObservation[], known: SeriesLevels = new Map()) {
    this.#model = model;
    this.#placed = observations.map((observation) => {
      const members = model.members(observation.cities);
      return { ...observation, members, expected: model.expectedOf(members) };
    });
    this.#levels = new Map([...seriesLevels(this.#placed), ...known]);
    const bySize = this.#bySize();
    const backbone = this.#backbone(bySize);
    this.scales = this.#likeliestScales(sample(bySize, BACKBONE));
    const residuals = this.#residuals();
    const covariance = (left: number, right: number) => covarianceOf(this.#parts(left, right), this.scales);
    this.#process = new NearestProcess({ covariance, residuals }, backbone);
    const common = new Set(backbone);
    this.#others = this.#placed.flatMap((_, index) => (common.has(index) ? [] : index));
    this.#placesOfOthers = Int32Array.from(
      this.#others,
      (index) => this.#placed[index]?.members[0]?.city ?? 0,
    );
    this.#ofCity = this.#observationsOfCities();
  }

  /** ln of the rent of a city relative to the country. */
  ofCity(city: number): { log: number; variance: number } {
    const { mean, variance } = this.#process.predict(
      (observation) => this.#withCity(city, observation),
      this.#model.covariance(city, city, this.scales),
      this.#nearest(city),
    );
    return { log: at(this.#model.expected, city) + mean, variance };
  }

  /** The value that a further observation would have: for predicting figures that were left out. */
  ofObservation({ cities, series, spread, noise, sharedNoise }: Omit<RentObservation, 'log'>): {
    log: number;
    variance: number;
  } {
    const members = this.#model.members(cities);
    const expected = this.#model.expectedOf(members);
    let prior = 0;
    for (const left of members)
      for (const right of members)
        prior += left.weight * right.weight * this.#model.covariance(left.city, right.city, this.scales);
    const { mean, variance } = this.#process.predict(
      (observation) => {
        const placed = this.#placed[observation];
        const ofSeries =
          placed?.series === series ? this.#ofSeries(series, members, placed.members, sharedNoise) : 0;
        const covariance = members.reduce(
          (sum, { city, weight }) => sum + weight * this.#withCity(city, observation),
          0,
        );
        return ofSeries + spread * covariance;
      },
      this.#levelVariance(series) + sharedNoise + spread ** 2 * prior + this.scales.noise ** 2 * noise,
      this.#nearest(members[0]?.city ?? 0),
    );
    return { log: spread * expected + (this.#levels.get(series)?.log ?? 0) + mean, variance };
  }

  #withCity(city: number, observation: number): number {
    const placed = this.#placed[observation];
    if (placed === undefined) return 0;
    let sum = 0;
    for (const member of placed.members)
      sum += member.weight * this.#model.covariance(city, member.city, this.scales);
    return placed.spread * sum;
  }

  #parts(left: number, right: number): CovarianceParts {
    const parts = { fixed: 0, near: 0, region: 0, noise: 0 };
    const [row, column] = [this.#placed[left], this.#placed[right]];
    if (row === undefined || column === undefined) return parts;
    for (const one of row.members) {
      for (const other of column.members) {
        const weight = one.weight * other.weight * row.spread * column.spread;
        const apart = this.#model.points.chordKm(one.city, other.city);
        parts.fixed += weight * this.#model.slopesCovariance(one.city, other.city);
        parts.near += weight * this.#model.nearCovariance(one.city, other.city, apart);
        parts.region += weight * this.#model.regionCovariance(one.city, other.city, apart);
      }
    }
    if (row.series === column.series)
      parts.fixed += this.#ofSeries(row.series, row.members, column.members, row.sharedNoise);
    if (left === right) parts.noise = row.noise;
    return parts;
  }

  /** The covariance of two figures of a series apart from rent: the level of the series, and its local noise. */
  #ofSeries(series: string, left: readonly Member[], right: readonly Member[], sharedNoise: number): number {
    const [one, other] = [left[0]?.city ?? 0, right[0]?.city ?? 0];
    const apart = one === other ? 0 : this.#model.points.chordKm(one, other);
    return this.#levelVariance(series) + sharedNoise * Math.exp(-apart / SHARED_NOISE_KM);
  }

  #levelVariance(series: string): number {
    return this.#levels.get(series)?.variance ?? OFFSET_VARIANCE;
  }

  #bySize(): number[] {
    const people = this.#placed.map(({ cities }) => this.#model.people(cities));
    return [...this.#placed.keys()].sort(
      (left, right) => (people[right] ?? 0) - (people[left] ?? 0) || left - right,
    );
  }

  /** The observations of the largest places, some of every series. */
  #backbone(bySize: readonly number[]): number[] {
    const ofSeries = Map.groupBy(bySize, (index) => this.#placed[index]?.series ?? '');
    const chosen = new Set([...ofSeries.values()].flatMap((members) => members.slice(0, BACKBONE_OF_SERIES)));
    for (const index of bySize) {
      if (chosen.size >= BACKBONE) break;
      chosen.add(index);
    }
    return [...chosen].sort((left, right) => left - right);
  }

  #residuals(): Float64Array {
    return Float64Array.from(
      this.#placed,
      ({ series, spread, log, expected }) => log - spread * expected - (this.#levels.get(series)?.log ?? 0),
    );
  }

  #likeliestScales(some: readonly number[]): Scales {
    if (some.length < RENTS_FOR_SCALES) return USUAL;
    const parts = some.map((row, index) =>
      partsByKind(some.slice(0, index + 1).map((column) => this.#parts(row, column))),
    );
    const all = this.#residuals();
    const residuals = Float64Array.from(some, (index) => at(all, index));
    const known = new Map<string, number>();
    const computed = (scales: Scales) => {
      const covariance = parts.map((line) => scaledCovariances(line, scales));
      const prior = Object.values(scales).reduce((sum, scale) => sum + (Math.log(scale) / SCALE_SD) ** 2, 0);
      return new GaussianProcess(covariance, residuals).logLikelihood() - prior / 2;
    };
    const likelihood = (scales: Scales) =>
      known.getOrInsertComputed(Object.values(scales).join(' '), () => computed(scales));
    let best = { scales: USUAL, likelihood: likelihood(USUAL) };
    for (const part of ['region', 'near', 'noise', 'region', 'near', 'noise'] as const) {
      for (const scale of SCALES) {
        const scales = { ...best.scales, [part]: scale };
        const one = { scales, likelihood: likelihood(scales) };
        if (one.likelihood > best.likelihood) best = one;
      }
    }
    return best.scales;
  }

  #observationsOfCities(): Map<number, number[]> {
    const ofCity = new Map<number, number[]>();
    for (const index of this.#others) {
      const { cities } = this.#placed[index] ?? { cities: [] };
      if (cities.length < 2) continue;
      for (const city of cities) ofCity.getOrInsertComputed(city, () => []).push(index);
    }
    return ofCity;
  }

  /** The nearest observations beyond the backbone, and those of all areas that the city is in. */
  #nearest(city: number): number[] {
    const chosen = new Set(this.#ofCity.get(city) ?? []);
    const found: { index: number; apart: number }[] = [];
    let farthest = Number.POSITIVE_INFINITY;
    for (let other = 0; other < this.#others.length; other++) {
      const apart = this.#model.points.chordKm(city, this.#placesOfOthers[other] ?? city);
      if (apart >= farthest) continue;
      const index = this.#others[other] ?? 0;
      let position = found.length;
      while (position > 0 && (found[position - 1]?.apart ?? 0) > apart) position -= 1;
      found.splice(position, 0, { index, apart });
      if (found.length > NEAREST) found.pop();
      if (found.length === NEAREST) farthest = found.at(-1)?.apart ?? farthest;
    }
    for (const { index } of found) chosen.add(index);
    return [...chosen].sort((left, right) => left - right);
  }
}

/** The given number of items of the list, evenly spaced. */
function sample(list: readonly number[], wanted: number): number[] {
  const step = Math.max(1, list.length / wanted);
  return Array.from(
    { length: Math.min(wanted, list.length) },
    (_, index) => list[Math.floor(index * step)] ?? 0,
  );
}

/** Mean difference between a series' observations and their expectation. */
function seriesLevels(observations: readonly PlacedObservation[]): SeriesLevels {
  return new Map(
    [...Map.groupBy(observations, ({ series }) => series)].map(([series, members]) => [
      series,
      {
        log: mean(members.map(({ log, spread, expected }) => log - spread * expected)),
        variance: OFFSET_VARIANCE,
      },
    ]),
  );
}
