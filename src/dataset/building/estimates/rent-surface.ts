import { isTown } from '../../../release/dominance.ts';
import { agglomerationMeans, logAgglomerations } from './agglomeration.ts';
import type { CostCity } from './cost-inputs.ts';
import { GaussianProcess, NearestProcess } from './gaussian-process.ts';
import { EARTH_RADIUS_KM, unitVector } from './sphere.ts';

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

/** Log rents of the cities of one country relative to the country: they average, by population, to 0. */
export interface RentSurface {
  logs: Float64Array;
  variances: Float64Array;
}

/**
 * Rise of rents (ln) with the size of the agglomeration (ln), over the municipal rents of Germany (.09), France (.10), Italy
 * (.07), Spain (.20) and the places of the United States (.15).
 */
const SIZE_ELASTICITY = 0.15;
/**
 * What a capital adds (ln) if it is the largest agglomeration of its country: 19 of them are .16 ± .06 above the expectation from
 * the other official rents of their country. It fades with the distance, so that suburbs share it. The four that are
 * not the largest (.07 ± .11) show no significant premium.
 */
const PRIMACY_PREMIUM = 0.16;
const CAPITAL_REACH_KM = 15;
/** What the sea adds (ln) at its coast: .18, .19, .19, .27 and .28 in the same five countries. It fades to 1/e over 10 km. */
const COAST_PREMIUM = 0.22;
const COAST_REACH_KM = 10;
/**
 * Rise of rents (ln) with the disposable income of the region's households (ln): the mean of fourteen countries with rents
 * of cities and incomes of regions, in which it is between −.5 (Sweden) and 2 (Germany, whose regions differ little).
 */
const INCOME_ELASTICITY = 0.75;

/**
 * How true rents depart from these expectations (standard deviations of ln). The elasticity and the premiums differ from
 * country to country by as much as in the five. The rest is the place's own, shared with its neighbours (fading
 * to 1/e over 15 km) or with its part of the country (300 km): the most likely values for the five countries.
 */
const ELASTICITY_SD = 0.07;
const PRIMACY_SD = 0.15;
const COAST_SD = 0.08;
const INCOME_SD = 0.5;
const OWN_SD = 0.06;
const NEIGHBOURHOOD_SD = 0.11;
const NEIGHBOURHOOD_KM = 15;
const REGION_SD = 0.17;
const REGION_KM = 300;
/** The part that all places of a first-level region share, such as rent laws and wages. */
const STATE_SD = 0.1;
/** Beyond this many kilometres, the neighbourhood's share is below a thousandth. */
const NEIGHBOURHOOD_END_KM = 7 * NEIGHBOURHOOD_KM;

/**
 * A country's standard deviations of departures and of noise, relative to the usual ones: parts of Italy differ twice as much
 * as parts of France. With enough rents, the most likely of SCALES are used; SCALE_SD is their spread over countries (ln).
 */
export interface Scales {
  /** Of the part that a place shares only with its neighbours. */
  near: number;
  /** Of the part that it shares with its part of the country. */
  region: number;
  noise: number;
}
const USUAL: Scales = { near: 1, region: 1, noise: 1 };
const SCALES = [0.4, 0.5, 0.6, 0.7, 0.84, 1, 1.19, 1.41, 1.68, 2, 2.38, 2.83];
const SCALE_SD = 0.5;
const RENTS_FOR_SCALES = 20;

/** The error of a series is shared between neighbouring figures, fading to 1/e over this many kilometres. */
const SHARED_NOISE_KM = 60;

/** Variance of a series' unknown offset: so large that the offset is free. */
export const OFFSET_VARIANCE = 4;

/** Rents of the largest places are used for every city of the country, those of others for the cities near them. */
const BACKBONE = 150;
const BACKBONE_OF_SERIES = 20;
const NEAREST = 20;
/** An area is represented by its largest cities, the average of a country by its own. */
const CITIES_OF_AREA = 5;
const CITIES_OF_AVERAGE = 300;

/** The cities of one country with all inputs of their expected rents. */
export class RentModel {
  /** ln of the expected rent relative to the country. */
  readonly expected: Float64Array;
  readonly points: SpherePoints;
  /** The first-level region of each city, as a number. */
  readonly #states: Int32Array;
  readonly #people: Float64Array;
  readonly #sizes: Float64Array;
  readonly #primacy: Float64Array;
  readonly #coast: Float64Array;
  /** ln of the income of the regions around it against the country's; 0 where none is known. */
  readonly #income: Float64Array;
  /** Share of each city in the average of the country. */
  readonly #shares: Float64Array;
  /** Covariance of each city's departure with the average departure, near and in the region, and the variance of that average. */
  readonly #nearAverage: Float64Array;
  readonly #regionAverage: Float64Array;
  readonly #ofNearAverage: number;
  readonly #ofRegionAverage: number;

  constructor(cities: readonly CostCity[]) {
    const sizes = logAgglomerations(cities);
    this.points = new SpherePoints(cities);
    this.#states = stateNumbers(cities);
    this.#people = Float64Array.from(cities, ({ population }) => Math.max(population, 1));
    this.#shares = populationShares(cities);
    this.#primacy = this.#centred(primacy(cities, sizes, this.points));
    this.#sizes = this.#centred(sizes);
    this.#coast = this.#centred(
      Float64Array.from(cities, ({ coastKm }) => Math.exp(-(coastKm ?? 0) / COAST_REACH_KM)),
    );
    this.#income = this.#incomes(cities);
    this.expected = this.#sizes.map(
      (size, city) =>
        SIZE_ELASTICITY * size +
        PRIMACY_PREMIUM * at(this.#primacy, city) +
        COAST_PREMIUM * at(this.#coast, city) +
        INCOME_ELASTICITY * at(this.#income, city),
    );
    const { near, region } = this.#covariancesWithAverage();
    this.#nearAverage = near;
    this.#regionAverage = region;
    this.#ofNearAverage = this.#average(this.#nearAverage);
    this.#ofRegionAverage = this.#average(this.#regionAverage);
  }

  /** The rents that follow from the observations; without any, the expectation. */
  surface(observations: readonly RentObservation[]): RentSurface {
    const logs = Float64Array.from(this.expected);
    const variances = Float64Array.from(logs, (_, city) => this.covariance(city, city));
    if (observations.length === 0) return { logs, variances };
    const rents = new ObservedRents(this, observations);
    for (const city of logs.keys()) {
      const { log, variance } = rents.ofCity(city);
      logs[city] = log;
      variances[city] = variance;
    }
    return { logs: this.#centred(logs), variances };
  }

  /** Covariance of two cities' departures from their expected rents, relative to the average departure of the country. */
  covariance(left: number, right: number, { near, region }: Scales = USUAL): number {
    const apart = this.points.chordKm(left, right);
    return (
      this.slopesCovariance(left, right) +
      near ** 2 * this.nearCovariance(left, right, apart) +
      region ** 2 * this.regionCovariance(left, right, apart)
    );
  }

  /** The part that follows from the size, the capital, the coast and the income, whose weights differ between countries. */
  slopesCovariance(left: number, right: number): number {
    return (
      ELASTICITY_SD ** 2 * at(this.#sizes, left) * at(this.#sizes, right) +
      PRIMACY_SD ** 2 * at(this.#primacy, left) * at(this.#primacy, right) +
      COAST_SD ** 2 * at(this.#coast, left) * at(this.#coast, right) +
      INCOME_SD ** 2 * at(this.#income, left) * at(this.#income, right)
    );
  }

  /** The part of the place and its neighbourhood. */
  nearCovariance(left: number, right: number, apart?: number): number {
    return (
      this.#near(left, right, apart) -
      at(this.#nearAverage, left) -
      at(this.#nearAverage, right) +
      this.#ofNearAverage
    );
  }

  /** The part of the region. */
  regionCovariance(left: number, right: number, apart?: number): number {
    return (
      this.#region(left, right, apart) -
      at(this.#regionAverage, left) -
      at(this.#regionAverage, right) +
      this.#ofRegionAverage
    );
  }

  /** The largest of the cities, with their shares of the people of these. */
  members(cities: readonly number[]): Member[] {
    const largest = cities
      .toSorted((left, right) => at(this.#people, right) - at(this.#people, left) || left - right)
      .slice(0, CITIES_OF_AREA);
    const people = largest.reduce((sum, city) => sum + at(this.#people, city), 0);
    return largest.map((city) => ({ city, weight: at(this.#people, city) / people }));
  }

  people(cities: readonly number[]): number {
    return cities.reduce((sum, city) => sum + at(this.#people, city), 0);
  }

  /** @param apart km between the two */
  #near(left: number, right: number, apart = this.points.chordKm(left, right)): number {
    if (left === right) return OWN_SD ** 2 + NEIGHBOURHOOD_SD ** 2;
    return apart > NEIGHBOURHOOD_END_KM ? 0 : NEIGHBOURHOOD_SD ** 2 * Math.exp(-apart / NEIGHBOURHOOD_KM);
  }

  #region(left: number, right: number, apart = this.points.chordKm(left, right)): number {
    const state = this.#states[left] === this.#states[right] ? STATE_SD ** 2 : 0;
    return state + REGION_SD ** 2 * Math.exp(-apart / REGION_KM);
  }

  /** Sizes, primacy, coast and incomes average to 0, so only local departures remain. */
  #covariancesWithAverage(): { near: Float64Array; region: Float64Array } {
    const largest = Int32Array.from(
      [...this.#shares.keys()]
        .sort((left, right) => at(this.#shares, right) - at(this.#shares, left) || left - right)
        .slice(0, CITIES_OF_AVERAGE),
    );
    const share = largest.reduce((sum, city) => sum + at(this.#shares, city), 0);
    const weights = Float64Array.from(largest, (city) => at(this.#shares, city) / share);
    const near = new Float64Array(this.#shares.length);
    const region = new Float64Array(this.#shares.length);
    for (const city of near.keys()) {
      let [ofNear, ofRegion] = [0, 0];
      for (let position = 0; position < largest.length; position++) {
        const other = largest[position] ?? city;
        const weight = at(weights, position);
        const apart = this.points.chordKm(city, other);
        ofNear += weight * this.#near(city, other, apart);
        ofRegion += weight * this.#region(city, other, apart);
      }
      near[city] = ofNear;
      region[city] = ofRegion;
    }
    return { near, region };
  }

  /** The incomes of the regions around each city; 0 where none is known. */
  #incomes(cities: readonly CostCity[]): Float64Array {
    if (cities.every(({ regionalIncome }) => regionalIncome === null)) return new Float64Array(cities.length);
    const logs = agglomerationMeans(cities, ({ regionalIncome }) =>
      regionalIncome === null ? null : Math.log(regionalIncome),
    );
    let [people, sum] = [0, 0];
    for (const [city, log] of logs.entries()) {
      if (Number.isNaN(log)) continue;
      people += at(this.#shares, city);
      sum += at(this.#shares, city) * log;
    }
    return logs.map((log) => (Number.isNaN(log) || people === 0 ? 0 : log - sum / people));
  }

  #centred(values: Float64Array): Float64Array {
    const average = this.#average(values);
    return values.map((value) => value - average);
  }

  #average(values: Float64Array): number {
    return values.reduce((sum, value, city) => sum + at(this.#shares, city) * value, 0);
  }
}

interface Member {
  city: number;
  weight: number;
}

/** An observation with values derived from the place that it was measured for. */
interface PlacedObservation extends RentObservation {
  members: readonly Member[];
  expected: number;
}

/** The covariance of two observations in parts: the one that no scale changes, and those that the scales change. */
interface CovarianceParts extends Scales {
  fixed: number;
}

function covarianceOf(parts: CovarianceParts, scales: Scales): number {
  return (
    parts.fixed +
    scales.near ** 2 * parts.near +
    scales.region ** 2 * parts.region +
    scales.noise ** 2 * parts.noise
  );
}

/** The same for a row of observations, in arrays of numbers, because it is scaled dozens of times. */
type PartsByKind = Readonly<Record<keyof CovarianceParts, Float64Array>>;

function partsByKind(row: readonly CovarianceParts[]): PartsByKind {
  return {
    fixed: Float64Array.from(row, ({ fixed }) => fixed),
    near: Float64Array.from(row, ({ near }) => near),
    region: Float64Array.from(row, ({ region }) => region),
    noise: Float64Array.from(row, ({ noise }) => noise),
  };
}

/** The sum of covarianceOf, in its order. */
function scaledCovariances({ fixed, near, region, noise }: PartsByKind, scales: Scales): Float64Array {
  const [ofNear, ofRegion, ofNoise] = [scales.near ** 2, scales.region ** 2, scales.noise ** 2];
  const covariances = new Float64Array(fixed.length);
  for (let column = 0; column < covariances.length; column++) {
    covariances[column] =
      at(fixed, column) +
      ofNear * at(near, column) +
      ofRegion * at(region, column) +
      ofNoise * at(noise, column);
  }
  return covariances;
}

/** What the observations of a country say about the rent anywhere in it. */
export class ObservedRents {
  /** The size of departures and noise in the country, relative to the usual ones. */
  readonly scales: Scales;
  readonly #model: RentModel;
  readonly #placed: readonly PlacedObservation[];
  readonly #levels: ReadonlyMap<string, number>;
  readonly #process: NearestProcess;
  /** Observations beyond the backbone; `#ofCity` has those of areas that a city is in. */
  readonly #others: readonly number[];
  /** The city that each of these is of, or the largest city of its area. */
  readonly #placesOfOthers: Int32Array;
  readonly #ofCity: ReadonlyMap<number, readonly number[]>;

  constructor(model: RentModel, observations: readonly RentObservation[]) {
    this.#model = model;
    this.#placed = observations.map((observation) => {
      const members = model.members(observation.cities);
      const expected = members.reduce((sum, { city, weight }) => sum + weight * at(model.expected, city), 0);
      return { ...observation, members, expected };
    });
    this.#levels = seriesLevels(this.#placed);
    const bySize = this.#bySize();
    const backbone = this.#backbone(bySize);
    this.scales = this.#likeliestScales(sample(bySize, BACKBONE));
    const residuals = this.#residuals();
    const covariance = (left: number, right: number) => covarianceOf(this.#parts(left, right), this.scales);
    this.#process = new NearestProcess({ covariance, residuals }, backbone);
    const known = new Set(backbone);
    this.#others = this.#placed.flatMap((_, index) => (known.has(index) ? [] : index));
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
    const expected = members.reduce(
      (sum, { city, weight }) => sum + weight * at(this.#model.expected, city),
      0,
    );
    let prior = 0;
    for (const left of members)
      for (const right of members)
        prior += left.weight * right.weight * this.#model.covariance(left.city, right.city, this.scales);
    const { mean, variance } = this.#process.predict(
      (observation) => {
        const placed = this.#placed[observation];
        const ofSeries = placed?.series === series ? this.#ofSeries(members, placed.members, sharedNoise) : 0;
        const covariance = members.reduce(
          (sum, { city, weight }) => sum + weight * this.#withCity(city, observation),
          0,
        );
        return ofSeries + spread * covariance;
      },
      OFFSET_VARIANCE + sharedNoise + spread ** 2 * prior + this.scales.noise ** 2 * noise,
      this.#nearest(members[0]?.city ?? 0),
    );
    return { log: spread * expected + (this.#levels.get(series) ?? 0) + mean, variance };
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
      parts.fixed += this.#ofSeries(row.members, column.members, row.sharedNoise);
    if (left === right) parts.noise = row.noise;
    return parts;
  }

  /** The covariance of two figures of a series apart from rent: the level of the series, and its local noise. */
  #ofSeries(left: readonly Member[], right: readonly Member[], sharedNoise: number): number {
    const [one, other] = [left[0]?.city ?? 0, right[0]?.city ?? 0];
    const apart = one === other ? 0 : this.#model.points.chordKm(one, other);
    return OFFSET_VARIANCE + sharedNoise * Math.exp(-apart / SHARED_NOISE_KM);
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
      ({ series, spread, log, expected }) => log - spread * expected - (this.#levels.get(series) ?? 0),
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
    const likelihood = (scales: Scales) => {
      const key = `${scales.near} ${scales.region} ${scales.noise}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const covariance = parts.map((line) => scaledCovariances(line, scales));
      const prior = Object.values(scales).reduce((sum, scale) => sum + (Math.log(scale) / SCALE_SD) ** 2, 0);
      const found = new GaussianProcess(covariance, residuals).logLikelihood() - prior / 2;
      known.set(key, found);
      return found;
    };
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
      for (const city of cities) {
        const list = ofCity.get(city);
        if (list === undefined) ofCity.set(city, [index]);
        else list.push(index);
      }
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

/** A number for each first-level region; a city without a region has its own number. */
function stateNumbers(cities: readonly CostCity[]): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(cities, ({ key, areas }) => {
    const state = areas.find((area) => area.includes('-admin1-')) ?? key;
    const number = numbers.get(state) ?? numbers.size;
    numbers.set(state, number);
    return number;
  });
}

/** The given number of items of the list, evenly spaced. */
function sample(list: readonly number[], wanted: number): number[] {
  const step = Math.max(1, list.length / wanted);
  return Array.from(
    { length: Math.min(wanted, list.length) },
    (_, index) => list[Math.floor(index * step)] ?? 0,
  );
}

/** Mean difference between a series' observations and their expectation: subtracted first, for numerical accuracy. */
function seriesLevels(observations: readonly PlacedObservation[]): Map<string, number> {
  return new Map(
    [...Map.groupBy(observations, ({ series }) => series)].map(([series, members]) => [
      series,
      members.reduce((sum, { log, spread, expected }) => sum + log - spread * expected, 0) / members.length,
    ]),
  );
}

/**
 * Share of each city in the people of all. Sections of cities do not count: their people are counted in the city. Nor do towns: how
 * many of them the gazetteer has differs by country, and what a city costs would move with it.
 */
export function populationShares(cities: readonly CostCity[]): Float64Array {
  const people = cities.map((city) => (city.feature === 'PPLX' || isTown(city) ? 0 : city.population));
  const total = people.reduce((sum, population) => sum + population, 0);
  return Float64Array.from(people, (population) => (total === 0 ? 1 / people.length : population / total));
}

/**
 * Nearness to a capital that is the largest agglomeration of its country: 1 there, fading around it; 0 everywhere in a
 * country whose capital is not (Bern, Ottawa, Canberra), and in one that has none among its cities.
 */
function primacy(cities: readonly CostCity[], sizes: Float64Array, points: SpherePoints): Float64Array {
  const centre = sizes.indexOf(sizes.reduce((most, size) => Math.max(most, size), 0));
  const primate = cities.flatMap(({ feature }, city) =>
    feature === 'PPLC' && points.chordKm(city, centre) < CAPITAL_REACH_KM ? [city] : [],
  );
  return Float64Array.from(cities, (_, city) =>
    primate.reduce(
      (most, capital) => Math.max(most, Math.exp(-points.chordKm(city, capital) / CAPITAL_REACH_KM)),
      0,
    ),
  );
}

/** Cities on the sphere, as arrays: their distances are computed a hundred million times. */
class SpherePoints {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #z: Float64Array;

  constructor(cities: readonly CostCity[]) {
    const points = cities.map(unitVector);
    this.#x = Float64Array.from(points, ([x]) => x * EARTH_RADIUS_KM);
    this.#y = Float64Array.from(points, ([, y]) => y * EARTH_RADIUS_KM);
    this.#z = Float64Array.from(points, ([, , z]) => z * EARTH_RADIUS_KM);
  }

  chordKm(left: number, right: number): number {
    const x = at(this.#x, left) - at(this.#x, right);
    const y = at(this.#y, left) - at(this.#y, right);
    const z = at(this.#z, left) - at(this.#z, right);
    return Math.sqrt(x * x + y * y + z * z);
  }
}

/** An element that is there: typed arrays have no holes, which the type checker cannot know. */
function at(values: Float64Array, index: number): number {
  return values[index] ?? Number.NaN;
}
