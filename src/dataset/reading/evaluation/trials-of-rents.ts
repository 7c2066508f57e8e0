import { mean } from 'simple-statistics';
import type { CostCity, CostInputs } from '../../building/estimates/cost-inputs.ts';
import {
  type PlaceRentObservation,
  readRentEvidence,
  rentObservations,
} from '../../building/estimates/rent-evidence.ts';
import {
  type NearestRents,
  RentIntervals,
  type RentOfSeries,
} from '../../building/estimates/rent-intervals.ts';
import { RentModel } from '../../building/estimates/rent-model.ts';
import { ObservedRents, OFFSET_VARIANCE } from '../../building/estimates/rent-surface.ts';
import type { RentKind } from '../../building/estimates/series-tables.ts';
import type { Trial } from './accuracy.ts';

/** An official rent of a city that was predicted without some of the others. Its group is its series. */
export interface RentTrial extends Trial, RentOfSeries {
  /** Of an area, its first. */
  city: string;
  source: string;
  kind: RentKind;
  /** Computed from published figures, not published itself. */
  derived: boolean;
  /** What was left out for it: rents with the same were predicted from the same others. */
  without: string;
}

/**
 * The rents that are left out besides the rent itself: none (`figure`, for cities with another rent), all rents of its city,
 * of its region, or of its country.
 */
export const RENTS_LEFT_OUT = ['figure', 'city', 'region', 'country'] as const;
export type RentsLeftOut = (typeof RENTS_LEFT_OUT)[number];

/** The nearest remaining rents. */
export const NEAREST_LEFT: Readonly<Record<RentsLeftOut, NearestRents>> = {
  figure: 'city',
  city: 'region',
  region: 'country',
  country: 'none',
};

type Cities = readonly CostCity[];
type Rents = readonly PlaceRentObservation[];

/** In countries with more cities, this many groups of cities are left out in turn instead of single cities. */
const MOST_PARTS = 30;
/** The same for single figures, which change little. */
const PARTS_OF_FIGURES = 10;

const computed = new WeakMap<CostInputs, Map<RentsLeftOut, RentTrial[]>>();

/** Every official rent of a city, predicted without the rents that are left out, with the intervals of the release. */
export function rentTrials(inputs: CostInputs, leftOut: RentsLeftOut): RentTrial[] {
  const intervals = new RentIntervals(inputs.rentIntervals);
  return unscaledTrials(inputs, leftOut).map((trial) => ({
    ...trial,
    variance: trial.variance * intervals.of(NEAREST_LEFT[leftOut], trial) ** 2,
  }));
}

/** The same with the variances of the model: computed once for the same inputs. */
export function unscaledTrials(inputs: CostInputs, leftOut: RentsLeftOut): RentTrial[] {
  return computed
    .getOrInsertComputed(inputs, () => new Map())
    .getOrInsertComputed(leftOut, () => computeTrials(inputs, leftOut));
}

/** A source's rents, predicted without it: from other sources of the country, or from size, capital, coast and income. */
export function sourceTrials(inputs: CostInputs, source: string): RentTrial[] {
  const intervals = new RentIntervals(inputs.rentIntervals);
  const isLeft = (rent: PlaceRentObservation) => rent.source === source;
  const trialsOf: TrialsOf = (model, cities, rents) => {
    const [left, others] = [rents.filter(isLeft), rents.filter((rent) => !isLeft(rent))];
    const trials =
      others.length === 0
        ? withoutTheCountry(model, cities, left)
        : ofUnknownLevel(model, cities, left, others);
    const factor = intervals.of(others.length === 0 ? 'none' : 'region');
    return trials.map((trial) => ({ ...trial, variance: trial.variance * factor ** 2 }));
  };
  return ofCountries(inputs, trialsOf, (rents) => rents.filter(isLeft).length > 1);
}

function computeTrials(inputs: CostInputs, leftOut: RentsLeftOut): RentTrial[] {
  return ofCountries(inputs, (model, cities, rents) => {
    if (leftOut === 'country') return withoutTheCountry(model, cities, rents);
    if (leftOut === 'region') return withoutRegions(model, cities, rents);
    return leftOut === 'city' ? withoutCities(model, cities, rents) : withoutFigures(model, cities, rents);
  });
}

type TrialsOf = (model: RentModel, cities: Cities, rents: Rents) => RentTrial[];

/** @param has whether the rents of a country have any trials: its model is made only then */
function ofCountries(
  inputs: CostInputs,
  trialsOf: TrialsOf,
  has = (rents: Rents) => rents.length > 1,
): RentTrial[] {
  const evidence = readRentEvidence(inputs.facts, inputs.rentSeries);
  const sorted = inputs.cities.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  return [...Map.groupBy(sorted, ({ country }) => country).values()].flatMap((cities) => {
    const rents = rentObservations(cities, evidence);
    return has(rents) ? trialsOf(new RentModel(cities), cities, rents) : [];
  });
}

/** Rents of cities that also have a rent of another series, of their own or of an area. */
function withoutFigures(model: RentModel, cities: Cities, rents: Rents): RentTrial[] {
  const rentsOf = Map.groupBy(
    rents.flatMap((rent) => rent.cities.map((city) => ({ city, series: rent.series }))),
    ({ city }) => city,
  );
  const targets = rents.filter(
    ({ cities: [city = 0], series, cities: { length } }) =>
      length === 1 && rentsOf.get(city)?.some((other) => other.series !== series),
  );
  return [...Map.groupBy(targets, ({ series }) => series).values()].flatMap((ofSeries) => {
    const parts = Math.min(ofSeries.length, PARTS_OF_FIGURES);
    return Array.from({ length: parts }, (_, part) => {
      const members = ofSeries.filter((_rent, index) => index % parts === part);
      const left = new Set(members);
      const others = rents.filter((rent) => !left.has(rent));
      return predicted(model, cities, { targets: members, others, without: String(part) });
    }).flat();
  });
}

/** Rents of areas stay, unless all of their cities are left out. */
function withoutCities(model: RentModel, cities: Cities, rents: Rents): RentTrial[] {
  const targets = rents.filter((rent) => rent.cities.length === 1);
  const distinct = [...new Set(targets.map((rent) => rent.cities[0]))];
  const parts = Math.min(distinct.length, MOST_PARTS);
  const partOf = new Map(distinct.map((city, index) => [city, index % parts]));
  return [...Map.groupBy(targets, (rent) => partOf.get(rent.cities[0]))].flatMap(([part, members]) => {
    const others = rents.filter((rent) => !rent.cities.every((city) => partOf.get(city) === part));
    return predicted(model, cities, { targets: members, others, without: String(part) });
  });
}

function withoutRegions(model: RentModel, cities: Cities, rents: Rents): RentTrial[] {
  const regions = regionsOf(cities, rents);
  return [...Map.groupBy(rents, (rent) => regions[rent.cities[0] ?? 0])].flatMap(([region, members]) => {
    const others = rents.filter((rent) => !rent.cities.some((city) => regions[city] === region));
    return predicted(model, cities, { targets: members, others, without: region ?? '' });
  });
}

/**
 * The region of each city that is left out as a whole: its first-level region, or if more than half of the rents are in that
 * one (England), the statistical region in it.
 */
function regionsOf(cities: readonly CostCity[], rents: readonly PlaceRentObservation[]): string[] {
  const firstLevel = cities.map(({ areas }) => areas.find((area) => area.includes('-admin1-')) ?? '');
  const counts = Map.groupBy(rents, (rent) => firstLevel[rent.cities[0] ?? 0] ?? '');
  return cities.map(({ areas }, city) => {
    const region = firstLevel[city] ?? '';
    const divided = 2 * (counts.get(region)?.length ?? 0) > rents.length;
    return (divided ? areas.find((area) => /^area\/nuts-\w{3}$/.test(area)) : undefined) ?? region;
  });
}

function predicted(
  model: RentModel,
  cities: Cities,
  { targets, others, without }: { targets: Rents; others: Rents; without: string },
): RentTrial[] {
  if (others.length === 0) return [];
  const observed = new ObservedRents(model, others);
  const means = seriesMeans(others);
  return targets.flatMap((rent): RentTrial[] => {
    const middle = means.get(rent.series);
    if (middle === undefined) return [];
    const { log, variance } = observed.ofObservation(rent);
    return [
      trialOf(rent, cities, { without, observed: rent.log - middle, predicted: log - middle, variance }),
    ];
  });
}

/** Predicts from rents of other series. Each series is compared less its mean, because the others do not tell its level. */
function ofUnknownLevel(model: RentModel, cities: Cities, targets: Rents, others: Rents): RentTrial[] {
  const observed = new ObservedRents(model, others);
  const known = new Set(others.map(({ series }) => series));
  return [...Map.groupBy(targets, ({ series }) => series)].flatMap(([series, members]) => {
    const ofLevel = known.has(series) ? 0 : OFFSET_VARIANCE;
    const found = members.map((rent) => observed.ofObservation(rent));
    const [observedMean, foundMean] = [
      mean(members.map(({ log }) => log)),
      mean(found.map(({ log }) => log)),
    ];
    return members.map((rent, index) => {
      const { log = foundMean, variance = 0 } = found[index] ?? {};
      return trialOf(rent, cities, {
        without: series,
        observed: rent.log - observedMean,
        predicted: log - foundMean,
        variance: variance - ofLevel,
      });
    });
  });
}

/** Each series less its mean, because without any rent of the country its level cannot be predicted. */
function withoutTheCountry(model: RentModel, cities: Cities, rents: Rents): RentTrial[] {
  return [...Map.groupBy(rents, ({ series }) => series).values()].flatMap((members) => {
    if (members.length < 2) return [];
    const places = members.map((rent) => model.members(rent.cities));
    const expected = members.map(({ spread }, index) => spread * model.expectedOf(places[index] ?? []));
    const [observedMean, expectedMean] = [mean(members.map(({ log }) => log)), mean(expected)];
    const centres = places.map((place) => place[0]?.city ?? 0);
    const withMean = centres.map((city) => mean(centres.map((other) => model.covariance(city, other))));
    const ofMean = mean(withMean);
    return members.map((rent, index) => {
      const city = centres[index] ?? 0;
      const departure = model.covariance(city, city) - 2 * (withMean[index] ?? 0) + ofMean;
      return trialOf(rent, cities, {
        without: '',
        observed: rent.log - observedMean,
        predicted: (expected[index] ?? 0) - expectedMean,
        variance: rent.spread ** 2 * departure + (rent.noise + rent.sharedNoise) * (1 - 1 / members.length),
      });
    });
  });
}

function trialOf(
  { cities, source, series, kind, derived }: PlaceRentObservation,
  all: readonly CostCity[],
  figures: Pick<RentTrial, 'without' | 'observed' | 'predicted' | 'variance'>,
): RentTrial {
  const { country = '', key: city = '' } = all[cities[0] ?? 0] ?? {};
  const ofArea = cities.length > 1;
  const group = `${country} ${series}`;
  return { group, country, city, source, series, kind, derived, ofArea, baseline: 0, ...figures };
}

function seriesMeans(rents: readonly PlaceRentObservation[]): Map<string, number> {
  return new Map(
    [...Map.groupBy(rents, ({ series }) => series)].map(([series, members]) => [
      series,
      mean(members.map(({ log }) => log)),
    ]),
  );
}
