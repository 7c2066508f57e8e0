import type { CostCity, CostInputs } from '../estimates/cost-inputs.ts';
import {
  type CityRentObservation,
  type RentEvidence,
  readRentEvidence,
  rentObservations,
} from '../estimates/rent-evidence.ts';
import { RentModel } from '../estimates/rent-surface.ts';
import type { Trial } from './accuracy.ts';

/** Published rents, or those that a third party derived from official figures: rents of both kinds predict them. */
export type RentBasis = 'published' | 'derived';

/** Official rents outside the United States, each predicted without the rents of its own city. */
export function rentsWithoutTheCity(inputs: CostInputs, basis: RentBasis): Trial[] {
  const evidence = readRentEvidence(inputs.facts, inputs.rentSeries);
  return rentCountries(inputs, evidence).flatMap((cities) => {
    const model = new RentModel(cities);
    return leaveCityOut(model, rentObservations(cities, evidence), basis);
  });
}

/** The same, each predicted without any local figure of its country. */
export function rentsWithoutTheCountry(inputs: CostInputs, basis: RentBasis): Trial[] {
  const evidence = readRentEvidence(inputs.facts, inputs.rentSeries);
  return rentCountries(inputs, evidence).flatMap((cities) =>
    leaveRentsOut(new RentModel(cities), rentObservations(cities, evidence).filter(isOf(basis))),
  );
}

function isOf(basis: RentBasis): (rent: CityRentObservation) => boolean {
  return ({ derived }) => derived === (basis === 'derived');
}

/** The cities of each country that has official rents, in a fixed order. */
function rentCountries({ cities }: CostInputs, evidence: RentEvidence): CostCity[][] {
  const sorted = cities.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  return [...Map.groupBy(sorted, ({ country }) => country).values()].filter((members) =>
    members.some(({ key }) => evidence.has(key)),
  );
}

function leaveCityOut(model: RentModel, rents: readonly CityRentObservation[], basis: RentBasis): Trial[] {
  return rents.filter(isOf(basis)).flatMap((rent): Trial[] => {
    const others = rents.filter(({ city }) => city !== rent.city);
    const peers = others.filter(({ series }) => series === rent.series);
    if (peers.length === 0) return [];
    const predicted = model.predictObservation(rent, others);
    const baseline = peers.reduce((sum, { log }) => sum + log, 0) / peers.length;
    return [
      {
        group: rent.series,
        observed: rent.log - baseline,
        predicted: predicted.log - baseline,
        baseline: 0,
        variance: predicted.variance,
      },
    ];
  });
}

/** Each series less its mean, since without any rent of the country its level is not predicted. */
function leaveRentsOut(model: RentModel, observations: readonly CityRentObservation[]): Trial[] {
  return [...Map.groupBy(observations, ({ series }) => series)].flatMap(([group, members]) => {
    if (members.length < 2) return [];
    const observed = centred(members.map(({ log }) => log));
    const predicted = centred(members.map(({ city }) => model.expected[city] ?? 0));
    return members.map(({ city, noise }, index): Trial => {
      const covariances = members.map((other) => model.covariance(city, other.city));
      const mean = covariances.reduce((sum, value) => sum + value, 0) / members.length;
      const all = members.reduce(
        (sum, left) =>
          sum + members.reduce((inner, right) => inner + model.covariance(left.city, right.city), 0),
        0,
      );
      const variance =
        model.covariance(city, city) -
        2 * mean +
        all / members.length ** 2 +
        noise * (1 - 1 / members.length);
      return {
        group,
        observed: observed[index] ?? 0,
        predicted: predicted[index] ?? 0,
        baseline: 0,
        variance,
      };
    });
  });
}

function centred(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}
