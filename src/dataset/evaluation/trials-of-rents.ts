import type { CostCity, CostInputs } from '../estimates/cost-inputs.ts';
import { type PlaceRentObservation, readRentEvidence, rentObservations } from '../estimates/rent-evidence.ts';
import type { RentKind } from '../estimates/rent-series.ts';
import { ObservedRents, RentModel } from '../estimates/rent-surface.ts';
import type { Trial } from './accuracy.ts';

/** An official rent of a city that was predicted without some of the others. Its group is its series. */
export interface RentTrial extends Trial {
  country: string;
  city: string;
  kind: RentKind;
  /** Computed from published figures, not published itself. */
  derived: boolean;
  /** Of an area with several of our cities; `city` is the first of them. */
  ofArea: boolean;
}

/** What is left out besides the rent itself: all rents of its city, of its first-level region, or of its country. */
export type RentsLeftOut = 'city' | 'region' | 'country';

/** In countries with more cities than that, so many parts are left out in turn instead of single cities. */
const MOST_PARTS = 30;

const computed = new WeakMap<CostInputs, Map<RentsLeftOut, RentTrial[]>>();

/** Every official rent of a city, predicted without those that are left out: computed once for the same inputs. */
export function rentTrials(inputs: CostInputs, leftOut: RentsLeftOut): RentTrial[] {
  const known = computed.get(inputs) ?? new Map<RentsLeftOut, RentTrial[]>();
  computed.set(inputs, known);
  const trials = known.get(leftOut) ?? computeTrials(inputs, leftOut);
  known.set(leftOut, trials);
  return trials;
}

function computeTrials(inputs: CostInputs, leftOut: RentsLeftOut): RentTrial[] {
  const evidence = readRentEvidence(inputs.facts, inputs.rentSeries);
  const sorted = inputs.cities.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  return [...Map.groupBy(sorted, ({ country }) => country).values()].flatMap((cities) => {
    const rents = rentObservations(cities, evidence);
    if (rents.length < 2) return [];
    const model = new RentModel(cities);
    if (leftOut === 'country') return withoutTheCountry(model, cities, rents);
    return leftOut === 'city' ? withoutCities(model, cities, rents) : withoutRegions(model, cities, rents);
  });
}

/** Rents of areas stay, unless all of their cities are left out. */
function withoutCities(
  model: RentModel,
  cities: readonly CostCity[],
  rents: readonly PlaceRentObservation[],
): RentTrial[] {
  const targets = rents.filter((rent) => rent.cities.length === 1);
  const distinct = [...new Set(targets.map((rent) => rent.cities[0]))];
  const parts = Math.min(distinct.length, MOST_PARTS);
  const partOf = new Map(distinct.map((city, index) => [city, index % parts]));
  return [...Map.groupBy(targets, (rent) => partOf.get(rent.cities[0]))].flatMap(([part, members]) => {
    const others = rents.filter((rent) => !rent.cities.every((city) => partOf.get(city) === part));
    return predicted(model, cities, members, others);
  });
}

function withoutRegions(
  model: RentModel,
  cities: readonly CostCity[],
  rents: readonly PlaceRentObservation[],
): RentTrial[] {
  const regions = cities.map(({ areas }) => areas.find((area) => area.includes('-admin1-')) ?? '');
  return [...Map.groupBy(rents, (rent) => regions[rent.cities[0] ?? 0])].flatMap(([region, members]) => {
    const others = rents.filter((rent) => !rent.cities.some((city) => regions[city] === region));
    return predicted(model, cities, members, others);
  });
}

function predicted(
  model: RentModel,
  cities: readonly CostCity[],
  targets: readonly PlaceRentObservation[],
  others: readonly PlaceRentObservation[],
): RentTrial[] {
  if (others.length === 0) return [];
  const observed = new ObservedRents(model, others);
  const means = seriesMeans(others);
  return targets.flatMap((rent): RentTrial[] => {
    const baseline = means.get(rent.series);
    if (baseline === undefined) return [];
    const { log, variance } = observed.ofObservation(rent);
    return [
      {
        ...described(rent, cities),
        observed: rent.log - baseline,
        predicted: log - baseline,
        baseline: 0,
        variance,
      },
    ];
  });
}

/** Each series less its mean, since without any rent of the country its level is not predicted. */
function withoutTheCountry(
  model: RentModel,
  cities: readonly CostCity[],
  rents: readonly PlaceRentObservation[],
): RentTrial[] {
  return [...Map.groupBy(rents, ({ series }) => series).values()].flatMap((members) => {
    if (members.length < 2) return [];
    const places = members.map((rent) => model.members(rent.cities));
    const expected = members.map(
      ({ spread }, index) =>
        spread *
        (places[index] ?? []).reduce(
          (sum, { city, weight }) => sum + weight * (model.expected[city] ?? 0),
          0,
        ),
    );
    const [observedMean, expectedMean] = [mean(members.map(({ log }) => log)), mean(expected)];
    const centres = places.map((place) => place[0]?.city ?? 0);
    const withMean = centres.map((city) => mean(centres.map((other) => model.covariance(city, other))));
    const ofMean = mean(withMean);
    return members.map((rent, index): RentTrial => {
      const city = centres[index] ?? 0;
      const departure = model.covariance(city, city) - 2 * (withMean[index] ?? 0) + ofMean;
      return {
        ...described(rent, cities),
        observed: rent.log - observedMean,
        predicted: (expected[index] ?? 0) - expectedMean,
        baseline: 0,
        variance: rent.spread ** 2 * departure + (rent.noise + rent.sharedNoise) * (1 - 1 / members.length),
      };
    });
  });
}

function described(
  { cities, series, kind, derived }: PlaceRentObservation,
  all: readonly CostCity[],
): Pick<RentTrial, 'group' | 'country' | 'city' | 'kind' | 'derived' | 'ofArea'> {
  const city = all[cities[0] ?? 0];
  return {
    group: `${city?.country} ${series}`,
    country: city?.country ?? '',
    city: city?.key ?? '',
    kind,
    derived,
    ofArea: cities.length > 1,
  };
}

function seriesMeans(rents: readonly PlaceRentObservation[]): Map<string, number> {
  return new Map(
    [...Map.groupBy(rents, ({ series }) => series)].map(([series, members]) => [
      series,
      mean(members.map(({ log }) => log)),
    ]),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
