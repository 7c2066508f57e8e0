import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_YEAR } from '../../../../src/dataset/building/estimates/price-level-carry.ts';
import type { PastMove } from '../../../../src/release/cost-estimates.ts';
import {
  cityCost,
  committedEstimates,
  countryCost,
  inputs,
} from '../../../support/dataset/committed-estimates.ts';

const figures = new Map(
  inputs.facts
    .filter(({ place }) => /^country\/(portugal|united-states)$/.test(place))
    .map(({ place, metric, period, value }) => [`${place} ${metric} ${period}`, value]),
);
const figure = (metric: string, year: number, country = 'portugal') =>
  figures.get(`country/${country} ${metric} ${year}`) ?? Number.NaN;
const inYear = (past: readonly PastMove[], year: number) =>
  past.find((move) => move.year === year) ?? assert.fail(`no ${year}`);

const portugal = countryCost('portugal').past;

test('years with a price level ratio differ as the ratios do, and share their certainty', () => {
  for (const year of [2016, 2019, 2023]) {
    const moved = inYear(portugal, year).log - inYear(portugal, FIRST_YEAR).log;
    const ratio = figure('price_level_ratio', year) / figure('price_level_ratio', FIRST_YEAR);
    assert(Math.abs(moved - Math.log(ratio)) <= 1e-4, `${year}`);
    assert.equal(inYear(portugal, year).basis, 'published');
    assert.equal(inYear(portugal, year).countryVariance, inYear(portugal, FIRST_YEAR).countryVariance);
  }
});

test('the year after the last ratio is carried by inflation and exchange rate, as calculated by hand', () => {
  const { log, basis, since } = inYear(portugal, 2024);
  const prices = (country?: string) => 1 + figure('consumer_price_inflation', 2024, country) / 100;
  const rate = figure('official_exchange_rate', 2024) / figure('official_exchange_rate', 2023);
  const expected = Math.log(prices() / prices('united-states') / rate);
  assert.deepEqual([basis, since], ['carried', 2023]);
  assert(Math.abs(log - inYear(portugal, 2023).log - expected) <= 1.5e-4);
});

test('a year without an average rate is on the line to the day, and less certain than its ends', () => {
  const { log, basis, countryVariance } = inYear(portugal, 2025);
  const carried = inYear(portugal, 2024);
  assert.equal(basis, 'between');
  // Today is at the smoothed rate, on the same line.
  assert(log > Math.min(0, carried.log) && log < Math.max(0, carried.log));
  assert(countryVariance > carried.countryVariance && countryVariance > 0);
});

test('the United States do not move, and a territory moves like its country', () => {
  for (const { log, countryVariance } of countryCost('united-states').past)
    assert.deepEqual([log, countryVariance], [0, 0]);
  assert.deepEqual(countryCost('guadeloupe').past, countryCost('france').past);
});

test('a level from income has the income of each year, and the Penn World Table no year before its own', () => {
  const kabul = countryCost('afghanistan').past;
  assert(kabul.length >= 10 && kabul.every(({ basis, year, since }) => basis === 'income' && year === since));
  assert.deepEqual(
    countryCost('taiwan').past.map(({ year, basis }) => [year, basis]),
    [2019, 2020, 2021, 2022, 2023, 2024, 2025].map((year) => [year, year === 2019 ? 'published' : 'between']),
  );
});

test('the longer ago, the less is known of how a city moved against its country', () => {
  for (const [, cost] of committedEstimates().countries)
    if (!('reason' in cost))
      for (const [index, { localVariance, year }] of cost.past.entries())
        assert(index === 0 || localVariance < (cost.past[index - 1]?.localVariance ?? 0), `${year}`);
});

test('American cities move as the parities of their area, and no other city has moves of its own', () => {
  const parity = (year: number) =>
    inputs.facts.find(
      ({ place, metric, period }) =>
        place === 'area/us-cbsa-35620' &&
        metric === 'regional_price_parity_all_items' &&
        period === String(year),
    )?.value ?? Number.NaN;
  const moves = new Map(cityCost('new-york').past?.logs);
  assert(Math.abs((moves.get(2015) ?? 1) - Math.log(parity(2015) / parity(2024))) <= 1e-4);
  assert.equal(moves.get(2024), 0);
  for (const [key, cost] of committedEstimates().cities)
    if (!('reason' in cost) && cost.past !== undefined)
      assert.equal(cost.country, 'country/united-states', key);
});
