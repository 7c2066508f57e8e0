import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CostInputs } from '../../../../src/dataset/building/estimates/cost-inputs.ts';
import {
  comparedRents,
  marketRentLevels,
} from '../../../../src/dataset/building/estimates/market-rent-levels.ts';
import { nationalPriceLevels } from '../../../../src/dataset/building/estimates/national-price-levels.ts';
import { SeriesTable, seriesKey } from '../../../../src/dataset/building/estimates/series-tables.ts';
import type { Fact } from '../../../../src/dataset/building/facts/fact.ts';
import { isKnown } from '../../../../src/release/cost-estimates.ts';
import { committedEstimates, inputs } from '../../../support/dataset/committed-estimates.ts';

const ROWS = [{ source: 's', metric: 'm', note: '', basis: 'flat', factor: 1, sd: 0.15, sharedSd: 0 }];
const national = nationalPriceLevels(inputs);

test('a country with higher rents than others on one basis has higher market rents', () => {
  const levels = levelsFrom([
    rent('lisbon', 1600),
    rent('berlin', 1300),
    rent('rome', 1300),
    rent('vienna', 1400),
  ]);
  const [portugal, italy] = [levels.get('country/portugal'), levels.get('country/italy')];
  assert((portugal?.log ?? 0) > 0.1);
  assert((italy?.log ?? 0) < (portugal?.log ?? 0));
  assert.deepEqual(portugal?.sources, ['s']);
});

test('only differences count: higher rents everywhere change nothing', () => {
  const facts = [rent('lisbon', 1600), rent('berlin', 1300), rent('rome', 1300)];
  const levels = levelsFrom(facts);
  const doubled = levelsFrom(facts.map((fact) => ({ ...fact, value: 2 * fact.value })));
  for (const [country, { log }] of levels)
    assert(Math.abs(log - (doubled.get(country)?.log ?? 1)) < 1e-9, country);
});

test('countries without comparable rents have the usual difference: the poorer, the higher; and more doubt where public rents dominate', () => {
  const levels = levelsFrom([rent('lisbon', 1600), rent('rome', 1300)]);
  const [norway, singapore] = [levels.get('country/norway'), levels.get('country/singapore')];
  const [poland, sriLanka] = [levels.get('country/poland'), levels.get('country/sri-lanka')];
  assert((norway?.log ?? 0) < (poland?.log ?? -1) && (poland?.log ?? 0) < (sriLanka?.log ?? 0));
  // Below the poorest country with rents, as there.
  assert.equal(sriLanka?.log, levels.get('country/india')?.log);
  assert((sriLanka?.log ?? 1) < 0.3);
  assert((singapore?.variance ?? 0) > 2 * (norway?.variance ?? 1));
  assert.equal(levels.get('country/united-states'), undefined);
});

test('with rents of the United States among them, rents of one dwelling decide how far countries are from the base', () => {
  const american = (value: number) => ({ ...rent('new-york', value), unit: 'USD' });
  const facts = [rent('lisbon', 1600), rent('rome', 1300)];
  const [cheap, dear] = [2500, 5000].map((value) => levelsFrom([...facts, american(value)]));
  for (const country of ['country/portugal', 'country/italy'])
    assert((cheap?.get(country)?.log ?? 0) > (dear?.get(country)?.log ?? 0) + 0.3, country);
});

test('an error that the figures of a series share is not averaged away by their number', () => {
  const one = levelsFrom([rent('lisbon', 1600), rent('rome', 1300)], 0.3).get('country/portugal');
  const many = levelsFrom(
    [...['lisbon', 'porto', 'braga', 'coimbra'].map((city) => rent(city, 1600)), rent('rome', 1300)],
    0.3,
  ).get('country/portugal');
  assert((many?.variance ?? 0) > 0.5 * (one?.variance ?? 1));
});

test('a rent of today counts in every currency that has a rate, of the central bank or compiled', () => {
  const today = { ...rent('moscow', 100_000), period: '2026-08', unit: 'RUB' };
  const levels = levelsFrom([rent('lisbon', 1600), rent('rome', 1300), today]);
  assert.deepEqual(levels.get('country/russia')?.sources, ['s']);
});

test('every row of comparable rents says something about its country, if that has an index', () => {
  const compared = comparedRents(inputs, national, () => ({ log: 0, variance: 0.01 }));
  const used = new Set(compared.map(({ series }) => series));
  const { countries } = committedEstimates();
  const countryOf = new Map(inputs.cities.map(({ key, country }) => [key, country]));
  const table = new SeriesTable(inputs.comparableRents);
  const silent = inputs.facts.flatMap((fact) => {
    const row = table.of(fact);
    if (row === undefined || used.has(seriesKey(row))) return [];
    return isKnown(countries.get(countryOf.get(fact.place) ?? '')) ? [seriesKey(row)] : [];
  });
  assert.deepEqual([...new Set(silent)], []);
});

test('a rent of last year is not converted at a compiled rate of today', () => {
  const old = { ...rent('buenos-aires', 500_000), period: '2025-04-01/2025-06-30', unit: 'ARS' };
  const levels = levelsFrom([rent('lisbon', 1600), rent('rome', 1300), old]);
  assert.deepEqual(levels.get('country/argentina')?.sources, []);
});

function levelsFrom(facts: readonly Fact[], sharedSd = 0) {
  const comparableRents = ROWS.map((row) => ({ ...row, sharedSd }));
  const mine: CostInputs = { ...inputs, comparableRents, facts: [...inputs.facts, ...facts] };
  return marketRentLevels(
    mine,
    national,
    comparedRents(mine, national, () => ({ log: 0, variance: 0.01 })),
  );
}

function rent(city: string, value: number): Fact {
  return {
    place: `city/${city}`,
    metric: 'm',
    period: '2025',
    grain: 'city',
    value,
    unit: 'EUR',
    source: 's',
    note: '',
  };
}
