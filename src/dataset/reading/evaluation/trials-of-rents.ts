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
import { centred, type Trial } from './accuracy.ts';

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
  return unscaledTrials(inputs, leftOut).map((trial) =>
    widened(trial, intervals.of(NEAREST_LEFT[leftOut], trial)),
  );
}

/** The same with the variances of the model: computed once for the same inputs. */
export function unscaledTrials(inputs: CostInputs, leftOut: RentsLeftOut): RentTrial[] {
  return computed
    .getOrInsertComputed(inputs, () => new Map())
    .getOrInsertComputed(leftOut, () =>
      ofCountries(inputs, (cities, rents) => {
        if (rents.length < 2) return [];
        const model = new RentModel(cities);
        if (leftOut === 'country') return withoutTheCountry(model, cities, rents);
        const { partOf, isLeft } = PARTS[leftOut](rents, cities);
        return [...Map.groupBy(rents, partOf)].flatMap(([part, targets]) => {
          if (part === undefined) return [];
          const others = rents.filter((rent) => !isLeft(rent, part));
          return predicted(model, cities, targets, others, part);
        });
      }),
    );
}

/** @param factor of the width of the interval */
export function widened(trial: RentTrial, factor: number): RentTrial {
  return { ...trial, variance: trial.variance * factor ** 2 };
}

/** A source's rents, predicted without it: from other sources of the country, or from size, capital, coast and income. */
export function sourceTrials(inputs: CostInputs, source: string): RentTrial[] {
  const intervals = new RentIntervals(inputs.rentIntervals);
  const isLeft = (rent: PlaceRentObservation) => rent.source === source;
  return ofCountries(inputs, (cities, rents) => {
    const [left, others] = [rents.filter(isLeft), rents.filter((rent) => !isLeft(rent))];
    if (left.length < 2) return [];
    const model = new RentModel(cities);
    const [trials, factor] =
      others.length === 0
        ? [withoutTheCountry(model, cities, left), intervals.of('none')]
        : [ofUnknownLevel(model, cities, left, others), intervals.of('region')];
    return trials.map((trial) => widened(trial, factor));
  });
}

/** @param trialsOf of the rents of one country */
function ofCountries(
  inputs: CostInputs,
  trialsOf: (cities: Cities, rents: Rents) => RentTrial[],
): RentTrial[] {
  const evidence = readRentEvidence(inputs.facts, inputs.rentSeries);
  const sorted = inputs.cities.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  return [...Map.groupBy(sorted, ({ country }) => country).values()].flatMap((cities) =>
    trialsOf(cities, rentObservations(cities, evidence)),
  );
}

/** In what parts rents are left out. */
interface Parts {
  /** The part of a rent that is predicted; undefined for others. */
  partOf: (rent: PlaceRentObservation) => string | undefined;
  /** Whether a rent is left out with a part. */
  isLeft: (rent: PlaceRentObservation, part: string) => boolean;
}

const PARTS = { figure: partsOfFigures, city: partsOfCities, region: partsOfRegions };

/** Rents of cities that also have a rent of another series, of their own or of an area. */
function partsOfFigures(rents: Rents): Parts {
  const rentsOf = Map.groupBy(
    rents.flatMap((rent) => rent.cities.map((city) => ({ city, series: rent.series }))),
    ({ city }) => city,
  );
  const targets = rents.filter(
    ({ cities: [city = 0], series, cities: { length } }) =>
      length === 1 && rentsOf.get(city)?.some((other) => other.series !== series),
  );
  const parts = new Map(
    [...Map.groupBy(targets, ({ series }) => series).values()].flatMap((ofSeries) =>
      ofSeries.map((rent, index) => [rent, `${rent.series} ${index % PARTS_OF_FIGURES}`]),
    ),
  );
  return { partOf: (rent) => parts.get(rent), isLeft: (rent, part) => parts.get(rent) === part };
}

/** Rents of areas stay, unless all of their cities are left out. */
function partsOfCities(rents: Rents): Parts {
  const single = rents.flatMap(({ cities }) => (cities.length === 1 ? cities : []));
  const parts = new Map([...new Set(single)].map((city, index) => [city, String(index % MOST_PARTS)]));
  return {
    partOf: ({ cities: [city = 0, ...others] }) => (others.length === 0 ? parts.get(city) : undefined),
    isLeft: ({ cities }, part) => cities.every((city) => parts.get(city) === part),
  };
}

function partsOfRegions(rents: Rents, cities: Cities): Parts {
  const regions = regionsOf(cities, rents);
  return {
    partOf: ({ cities: [city = 0] }) => regions[city] ?? '',
    isLeft: (rent, part) => rent.cities.some((city) => regions[city] === part),
  };
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
  targets: Rents,
  others: Rents,
  without: string,
): RentTrial[] {
  if (others.length === 0) return [];
  const observed = new ObservedRents(model, others);
  const bySeries = Map.groupBy(others, ({ series }) => series);
  const means = new Map([...bySeries].map(([series, known]) => [series, mean(known.map(({ log }) => log))]));
  return targets.flatMap((rent): RentTrial[] => {
    const middle = means.get(rent.series);
    if (middle === undefined) return [];
    const { log, variance } = observed.ofObservation(rent);
    return [
      trialOf(rent, cities, { without, observed: rent.log - middle, predicted: log - middle, variance }),
    ];
  });
}

/** Predicts from rents of other series, which do not tell the level of a series. */
function ofUnknownLevel(model: RentModel, cities: Cities, targets: Rents, others: Rents): RentTrial[] {
  const observed = new ObservedRents(model, others);
  const known = new Set(others.map(({ series }) => series));
  return [...Map.groupBy(targets, ({ series }) => series)].flatMap(([without, members]) => {
    const ofLevel = known.has(without) ? 0 : OFFSET_VARIANCE;
    const trials = members.map((rent) => {
      const { log: predicted, variance } = observed.ofObservation(rent);
      return trialOf(rent, cities, {
        without,
        observed: rent.log,
        predicted,
        variance: variance - ofLevel,
      });
    });
    return centred(trials);
  });
}

/** Without any rent of the country, the level of a series cannot be predicted. */
function withoutTheCountry(model: RentModel, cities: Cities, rents: Rents): RentTrial[] {
  return [...Map.groupBy(rents, ({ series }) => series).values()].flatMap((members) => {
    if (members.length < 2) return [];
    const places = members.map((rent) => model.members(rent.cities));
    const centres = places.map((place) => place[0]?.city ?? 0);
    const withMean = centres.map((city) => mean(centres.map((other) => model.covariance(city, other))));
    const ofMean = mean(withMean);
    const trials = members.map((rent, index) => {
      const city = centres[index] ?? 0;
      const departure = model.covariance(city, city) - 2 * (withMean[index] ?? 0) + ofMean;
      return trialOf(rent, cities, {
        without: '',
        observed: rent.log,
        predicted: rent.spread * model.expectedOf(places[index] ?? []),
        variance: rent.spread ** 2 * departure + (rent.noise + rent.sharedNoise) * (1 - 1 / members.length),
      });
    });
    return centred(trials);
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
