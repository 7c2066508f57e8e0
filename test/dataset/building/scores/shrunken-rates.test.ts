import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readPublishedTable } from '../../../../src/dataset/building/files/published-file.ts';
import {
  type CountedRate,
  PRIOR_DEATHS,
  shrunkenRate,
  shrunkenRates,
} from '../../../../src/dataset/building/scores/shrunken-rates.ts';
import { homicideRate } from '../../../../src/dataset/reading/sources/homicide-rules.ts';
import { besidePublishedFiles, publishedPath } from '../../../support/beside-published-files.ts';

const rateOf = (deaths: number, people: number): CountedRate => {
  const { value, standard_error } = homicideRate(deaths, people);
  return { value, standard_error };
};

const deaths = fc.integer({ min: 0, max: 2000 });
const people = fc.integer({ min: 500, max: 20_000_000 });
const around = fc.double({ min: 0.1, max: 100, noNaN: true });
const property = (check: (deaths: number, people: number, around: number) => void) =>
  fc.assert(fc.property(deaths, people, around, check));

test('a shrunken rate is between the raw rate and the region’s', () => {
  property((count, inhabitants, region) => {
    const raw = rateOf(count, inhabitants);
    const { value } = shrunkenRate(raw, region);
    const slack = 1e-9 * Math.max(raw.value, region);
    assert.ok(value >= Math.min(raw.value, region) - slack, `${value}`);
    assert.ok(value <= Math.max(raw.value, region) + slack, `${value}`);
  });
});

test('the more deaths a rate rests on, the nearer it stays to the raw rate, and the smaller is its error', () => {
  property((count, inhabitants, region) => {
    const few = rateOf(count + 1, inhabitants);
    const many = rateOf(10 * (count + 1), 10 * inhabitants);
    const share = (rate: CountedRate) => Math.abs(shrunkenRate(rate, region).value - rate.value);
    assert.ok(share(many) <= share(few) + 1e-6 * few.value);
    const [ofFew, ofMany] = [shrunkenRate(few, region), shrunkenRate(many, region)];
    assert.ok((ofMany.standard_error ?? 0) / ofMany.value < (ofFew.standard_error ?? 0) / ofFew.value);
  });
});

test('no deaths are never no risk, and in a village they say next to nothing', () => {
  property((_, inhabitants, region) => {
    const { value, standard_error } = shrunkenRate(rateOf(0, inhabitants), region);
    assert.ok(value > 0 && value < region);
    assert.ok((standard_error ?? 0) > 0);
  });
  assert.ok(shrunkenRate(rateOf(0, 500), 5).value > 4.9);
});

test('one death in a village does not make it the most dangerous place of the country', () => {
  const village = rateOf(1, 1000);
  assert.equal(village.value, 100);
  const { value } = shrunkenRate(village, 5);
  assert.ok(value > 5 && value < 6.2, `${value}`);
});

test('as many deaths as the prior’s are averaged with the region half and half, in person-years', () => {
  const raw = rateOf(PRIOR_DEATHS, 100_000);
  assert.ok(Math.abs(shrunkenRate(raw, PRIOR_DEATHS).value - PRIOR_DEATHS) < 1e-9);
  // As many deaths among as many people at twice the rate.
  assert.ok(Math.abs(shrunkenRate(raw, 2 * PRIOR_DEATHS).value - (2 * PRIOR_DEATHS) / 1.5) < 1e-3);
});

test('a rate without a count stays as it is, and a region without a rate says nothing', () => {
  const exact = { value: 3, standard_error: null };
  assert.equal(shrunkenRate(exact, 9), exact);
  const counted = rateOf(3, 100_000);
  assert.equal(shrunkenRate(counted, 0), counted);
});

test('the region is the smallest around with a rate of the same source, or else of another, and is shrunk first', () => {
  const rate = (place: string, source: string, value: number, error: number | null) => ({
    place,
    source,
    period: '2022',
    value,
    standard_error: error,
  });
  const surroundings = {
    areasAround: (place: string) =>
      ({ 'city/a': ['area/empty', 'area/county', 'area/state'], 'area/county': ['area/state'] })[place] ?? [],
    nationalRate: () => 10,
  };
  const nothingKnown = rate('city/a', 'police', 0, 1000);
  const [city] = shrunkenRates(
    [nothingKnown, rate('area/county', 'police', 6, 0.001), rate('area/county', 'other', 9, null)],
    surroundings,
  );
  assert.equal(Number(city?.value.toPrecision(2)), 6);
  const [ofOther] = shrunkenRates([nothingKnown, rate('area/county', 'other', 9, null)], surroundings);
  assert.equal(Number(ofOther?.value.toPrecision(2)), 9);
  const [ofState] = shrunkenRates(
    [nothingKnown, rate('area/county', 'police', 0, 1000), rate('area/state', 'police', 8, null)],
    surroundings,
  );
  assert.equal(Number(ofState?.value.toPrecision(2)), 8);
  const [ofSource] = shrunkenRates(
    [nothingKnown, rate('area/county', 'other', 4, null), rate('area/state', 'police', 8, null)],
    surroundings,
  );
  assert.equal(Number(ofSource?.value.toPrecision(2)), 8, 'another source counts another thing');
  const [ofCountry] = shrunkenRates([nothingKnown], surroundings);
  assert.equal(Number(ofCountry?.value.toPrecision(2)), 10);
});

/** How well counts of two years, with a prior, predict the third: the log-likelihood of a negative binomial. */
function logLikelihood(places: readonly Municipality[], prior: number): number {
  return places.reduce((sum, { before, exposure, rate, after, exposed }) => {
    const shape = before + prior;
    const precision = exposure + prior / rate;
    const share = precision / (precision + exposed);
    return (
      sum +
      logGamma(after + shape) -
      logGamma(shape) -
      logGamma(after + 1) +
      shape * Math.log(share) +
      after * Math.log(1 - share)
    );
  }, 0);
}

interface Municipality {
  state: string;
  /** Deaths and person-years of the first two years, and of the third. */
  before: number;
  exposure: number;
  after: number;
  exposed: number;
  /** Of the state, in the first two years. */
  rate: number;
}

/** Stirling's series. */
function logGamma(x: number): number {
  let [shift, y] = [0, x];
  for (; y < 10; y += 1) shift -= Math.log(y);
  return shift + (y - 0.5) * Math.log(y) - y + Math.log(2 * Math.PI) / 2 + 1 / (12 * y) - 1 / (360 * y ** 3);
}

const CRIMES_OF_BRAZIL =
  'brazil-sinesp-homicides-municipality-2024/lethal_crimes_by_municipality_2022_2025.csv';
const KINDS = ['homicidio_doloso', 'feminicidio', 'latrocinio', 'lesao_seguida_de_morte'];

/** The municipalities of Brazil, with the third year's people scaled by how the state's rate moved. */
function brazil(fewestPeople: number): Municipality[] {
  const years = ['2022', '2023', '2024'];
  const { rows } = readPublishedTable(publishedPath(CRIMES_OF_BRAZIL), { columns: ['uf', 'codigo_ibge'] });
  const counted = rows
    .filter((row) => row.text('codigo_ibge') !== '')
    .map((row) => {
      const [first = 0, second = 0, third = 0] = years.map((year) =>
        KINDS.reduce((sum, kind) => sum + row.requiredNumber(`${kind}_${year}`), 0),
      );
      const [one = 0, two = 0, three = 0] = years.map((year) => row.requiredNumber(`population_${year}`));
      return {
        state: row.text('uf'),
        people: Math.min(one, two, three),
        before: first + second,
        exposure: one + two,
        after: third,
        exposed: three,
      };
    });
  const sum = (places: typeof counted, key: 'before' | 'exposure' | 'after' | 'exposed') =>
    places.reduce((total, place) => total + place[key], 0);
  return [...Map.groupBy(counted, ({ state }) => state).values()].flatMap((ofState) => {
    const rate = sum(ofState, 'before') / sum(ofState, 'exposure');
    const moved = sum(ofState, 'after') / sum(ofState, 'exposed') / rate;
    return ofState
      .filter((place) => place.people >= fewestPeople)
      .map((place) => ({ ...place, rate, exposed: place.exposed * moved }));
  });
}

test(
  'the prior predicts the homicides of a left-out year best',
  besidePublishedFiles(CRIMES_OF_BRAZIL),
  () => {
    const priors = [1, 2, 3, 4, 5, 6, 8, 12];
    const towns = brazil(15_000);
    assert.equal(towns.length, 2233);
    const best = priors.toSorted(
      (left, right) => logLikelihood(towns, right) - logLikelihood(towns, left),
    )[0];
    assert.equal(best, PRIOR_DEATHS);
    const cities = brazil(50_000);
    for (const prior of [2, 12])
      assert.ok(logLikelihood(cities, PRIOR_DEATHS) > logLikelihood(cities, prior), `${prior}`);
  },
);
