import { isTown } from '../../../release/dominance.ts';
import { agglomerationMeans, logAgglomerations } from './agglomeration.ts';
import type { CostCity } from './cost-inputs.ts';
import { at } from './gaussian-process.ts';
import { type Scales, USUAL } from './rent-covariance.ts';
import { SpherePoints } from './sphere.ts';

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
 * How far true rents are from these expectations (standard deviations of ln). The elasticity and the premiums differ between
 * countries as they do between the five. The rest is the place's own, shared with its neighbours (fading to 1/e over 15 km) or
 * with its part of the country (300 km): the most likely values for the five countries.
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
    this.#primacy = this.centred(primacy(cities, sizes, this.points));
    this.#sizes = this.centred(sizes);
    this.#coast = this.centred(
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

  /** The largest of these cities, each with its share of their combined people. */
  members(cities: readonly number[]): Member[] {
    const largest = cities
      .toSorted((left, right) => at(this.#people, right) - at(this.#people, left) || left - right)
      .slice(0, CITIES_OF_AREA);
    const people = largest.reduce((sum, city) => sum + at(this.#people, city), 0);
    return largest.map((city) => ({ city, weight: at(this.#people, city) / people }));
  }

  /** ln of the expected rent of an area with these members, relative to the country. */
  expectedOf(members: readonly Member[]): number {
    return members.reduce((sum, { city, weight }) => sum + weight * at(this.expected, city), 0);
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

  /** The values, less their average over the people of the country. */
  centred(values: Float64Array): Float64Array {
    const average = this.#average(values);
    return values.map((value) => value - average);
  }

  #average(values: Float64Array): number {
    return values.reduce((sum, value, city) => sum + at(this.#shares, city) * value, 0);
  }
}

export interface Member {
  city: number;
  weight: number;
}

/** A number for each first-level region; a city without a region has its own number. */
function stateNumbers(cities: readonly CostCity[]): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(cities, ({ key, areas }) => {
    const state = areas.find((area) => area.includes('-admin1-')) ?? key;
    return numbers.getOrInsertComputed(state, () => numbers.size);
  });
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
