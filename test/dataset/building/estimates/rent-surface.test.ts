import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logAgglomerations } from '../../../../src/dataset/building/estimates/agglomeration.ts';
import type { CostCity } from '../../../../src/dataset/building/estimates/cost-inputs.ts';
import { RentModel } from '../../../../src/dataset/building/estimates/rent-model.ts';
import {
  type RentObservation,
  rentSurface,
} from '../../../../src/dataset/building/estimates/rent-surface.ts';

/** A made-up country: a capital, its suburb, a second city and a far town. */
const CITIES: CostCity[] = [
  city('capital', 40, 0, 2_000_000, 'PPLC'),
  city('suburb', 40.05, 0, 60_000),
  city('second', 42, 0, 800_000),
  city('town', 44, 3, 20_000),
];
const [CAPITAL, SUBURB, SECOND, TOWN] = [0, 1, 2, 3];
const PEOPLE = CITIES.map(({ population }) => population);
const model = new RentModel(CITIES);

test('expected rents rise with the agglomeration, most in the capital, and suburbs share in both', () => {
  const [capital = 0, suburb = 0, second = 0, town = 0] = model.expected;
  assert(capital > suburb && suburb > second && second > town);
  assert(capital - suburb < 0.12);
});

test('a capital has a premium only if it is the largest agglomeration or part of it', () => {
  const expected = (capital: CostCity, metropolis: CostCity) => {
    const places = [capital, metropolis];
    const [left = 0, right = 0] = new RentModel(places).expected;
    return left - right;
  };
  const bySize = (left: number, right: number) => 0.15 * Math.log(left / right);
  const far = expected(city('seat', 40, 0, 400_000, 'PPLC'), city('metropolis', 43, 0, 900_000));
  assert(Math.abs(far - bySize(400_000, 900_000)) < 1e-9);
  const largest = expected(city('capital', 40, 0, 900_000, 'PPLC'), city('second', 43, 0, 400_000));
  assert(Math.abs(largest - bySize(900_000, 400_000) - 0.16) < 1e-6);
  const near = expected(city('old', 40, 0, 400_000, 'PPLC'), city('new', 40.08, 0, 900_000));
  assert(near > bySize(400_000, 900_000) + 0.05);
});

test('rents rise with the region’s income relative to the country’s; an unknown income counts as the mean', () => {
  const incomes = [30_000, 30_000, 20_000, null];
  const withIncomes = new RentModel(
    CITIES.map((place, index) => ({ ...place, regionalIncome: incomes[index] ?? null })),
  ).expected;
  const rises = CITIES.map((_, index) => (withIncomes[index] ?? 0) - (model.expected[index] ?? 0));
  const [capital = 0, suburb = 0, second = 0, town = 0] = rises;
  assert(Math.abs(capital - second - 0.75 * Math.log(1.5)) < 1e-9);
  assert.equal(capital, suburb);
  assert(Math.abs(town) < 1e-9);
});

test('rents average to the country’s level, whatever the observations', () => {
  for (const observations of [[], [rent(SECOND, 'a', 7.2), rent(CAPITAL, 'a', 7.0), rent(TOWN, 'a', 6.9)]]) {
    const { logs } = rentSurface(model, observations);
    const average =
      logs.reduce((sum, log, index) => sum + log * (PEOPLE[index] ?? 0), 0) / PEOPLE.reduce((a, b) => a + b);
    assert(Math.abs(average) < 1e-9);
  }
});

test('an observed difference is adopted almost in full, and neighbours follow', () => {
  const before = rentSurface(model, []);
  const { logs, variances } = rentSurface(model, [
    rent(CAPITAL, 'a', 7.5),
    rent(SECOND, 'a', 6.5),
    rent(TOWN, 'a', 6.4),
  ]);
  const gap = (logs[CAPITAL] ?? 0) - (logs[SECOND] ?? 0);
  assert(gap > 0.7 && gap < 1);
  assert((logs[SUBURB] ?? 0) > (before.logs[SUBURB] ?? 0));
  for (const index of CITIES.keys())
    assert((variances[index] ?? 0) <= (before.variances[index] ?? 0) + 1e-12);
});

test('only differences within a series count: another currency or definition changes nothing', () => {
  const series = [
    rent(CAPITAL, 'a', 7.5),
    rent(SECOND, 'a', 6.9),
    rent(TOWN, 'b', 3.1),
    rent(SECOND, 'b', 3.3),
  ];
  const inCents = series.map((one) => (one.series === 'b' ? { ...one, log: one.log + Math.log(100) } : one));
  const left = rentSurface(model, series);
  const right = rentSurface(model, inCents);
  for (const index of CITIES.keys())
    assert(Math.abs((left.logs[index] ?? 0) - (right.logs[index] ?? 0)) < 1e-9);
});

test('one rent says how expensive its city is as far as the level of its series is known, and rents still average to the country', () => {
  const before = rentSurface(model, []);
  const knownTo = (variance: number) =>
    rentSurface(model, [rent(CAPITAL, 'a', 9)], new Map([['a', { log: 8.5, variance }]]));
  const [sure, doubtful] = [knownTo(0.01), knownTo(1)];
  const rise = ({ logs }: typeof before) => (logs[CAPITAL] ?? 0) - (before.logs[CAPITAL] ?? 0);
  assert(rise(sure) > 2 * rise(doubtful) && rise(doubtful) > 0);
  assert((sure.variances[CAPITAL] ?? 1) < (doubtful.variances[CAPITAL] ?? 0));
  const people = PEOPLE.reduce((a, b) => a + b);
  assert(
    Math.abs(sure.logs.reduce((sum, log, city) => sum + (log * (PEOPLE[city] ?? 0)) / people, 0)) < 1e-9,
  );
});

test('a series with a single rent changes nothing, because its level is unknown', () => {
  const before = rentSurface(model, []);
  const after = rentSurface(model, [rent(CAPITAL, 'a', 9)]);
  for (const index of CITIES.keys())
    assert(Math.abs((before.logs[index] ?? 0) - (after.logs[index] ?? 0)) < 1e-9);
});

test('a higher rent never makes its city cheaper', () => {
  const others = [rent(SECOND, 'a', 6.9), rent(TOWN, 'a', 6.5)];
  const rents = [6.5, 7, 7.5, 8].map(
    (log) => rentSurface(model, [...others, rent(CAPITAL, 'a', log)]).logs[CAPITAL] ?? 0,
  );
  assert.deepEqual(
    rents,
    rents.toSorted((left, right) => left - right),
  );
});

test('in a country that is one city, the city’s rent adds no uncertainty', () => {
  const alone = [city('alone', 1, 103, 5_000_000, 'PPLC')];
  const { logs, variances } = rentSurface(new RentModel(alone), []);
  assert.deepEqual([...logs, ...variances], [0, 0]);
});

test('an agglomeration counts its surroundings, but not sections of cities', () => {
  const surroundings = [
    city('centre', 40, 0, 100_000),
    city('near', 40.1, 0, 50_000),
    city('section', 40.01, 0, 90_000, 'PPLX'),
    city('far', 41, 0, 900_000),
  ];
  const [centre = 0] = logAgglomerations(surroundings);
  const expected = 100_000 + 50_000 * (Math.exp(-11.119 / 15) - Math.exp(-4));
  assert(Math.abs(Math.exp(centre) - expected) < 50);
});

function rent(place: number | undefined, series: string, log: number): RentObservation {
  return { cities: [place ?? 0], series, log, spread: 1, noise: 0.08 ** 2, sharedNoise: 0 };
}

function city(
  name: string,
  latitude: number,
  longitude: number,
  population: number,
  feature = 'PPL',
): CostCity {
  return {
    key: `city/${name}`,
    country: 'country/testland',
    latitude,
    longitude,
    feature,
    population,
    coastKm: 50,
    regionalIncome: null,
    areas: [],
  };
}
