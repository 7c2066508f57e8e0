import type { Trial } from './accuracy.ts';
import { logAgglomerations } from './agglomeration.ts';
import type { CostCity, CostInputs } from './cost-inputs.ts';
import { regionalPriceLevels } from './regional-price-levels.ts';
import { type RentEvidence, readRentEvidence, rentObservations } from './rent-evidence.ts';
import { RentModel } from './rent-surface.ts';

/** Official rents outside the United States, each predicted without the rents of its own city. */
export function rentsWithoutTheCity(inputs: CostInputs): Trial[] {
  const evidence = readRentEvidence(inputs.facts);
  return rentCountries(inputs, evidence).flatMap((cities) => {
    const levels = regionalPriceLevels(cities, inputs.facts);
    const indices = cities.map(({ key }) => levels.get(key)?.get('housing')?.log);
    return leaveCityOut(cities, new RentModel(cities, logAgglomerations(cities), indices), evidence);
  });
}

/** The same, each predicted without any local figure of its country. */
export function rentsWithoutTheCountry(inputs: CostInputs): Trial[] {
  const evidence = readRentEvidence(inputs.facts);
  return rentCountries(inputs, evidence).flatMap((cities) =>
    leaveRentsOut(cities, new RentModel(cities, logAgglomerations(cities)), evidence),
  );
}

/** The cities of each country that has official rents, in a fixed order. */
function rentCountries({ cities }: CostInputs, evidence: RentEvidence): CostCity[][] {
  const sorted = cities.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  return [...Map.groupBy(sorted, ({ country }) => country).values()].filter((members) =>
    members.some(({ key }) => evidence.has(key)),
  );
}

function leaveCityOut(cities: readonly CostCity[], model: RentModel, evidence: RentEvidence): Trial[] {
  const observations = rentObservations(cities, evidence);
  const series = Map.groupBy(observations, (rent) => rent.series);
  return observations.flatMap((rent): Trial[] => {
    const others = observations.filter(({ city }) => city !== rent.city);
    const peers = (series.get(rent.series) ?? []).filter(({ city }) => city !== rent.city);
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
function leaveRentsOut(cities: readonly CostCity[], model: RentModel, evidence: RentEvidence): Trial[] {
  const observations = rentObservations(cities, evidence);
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
