import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPriceHistory } from '../../../../src/dataset/building/estimates/national-price-levels.ts';
import {
  type CarriedPriceLevel,
  carryPriceLevel,
} from '../../../../src/dataset/building/estimates/price-level-carry.ts';
import type { Fact } from '../../../../src/dataset/building/facts/fact.ts';
import type { NoEstimate } from '../../../../src/release/cost-estimates.ts';

const AMERICA = [
  fact('price_level_ratio', 2023, 1, 'united-states'),
  ...[2021, 2022, 2023, 2024].map((year) => fact('consumer_price_inflation', year, 3, 'united-states')),
  ...[2018, 2019, 2020, 2021, 2022, 2023, 2024].map((year) =>
    fact('official_exchange_rate', year, 1, 'united-states'),
  ),
];

test('a year is carried by inflation and exchange rate, as calculated by hand', () => {
  const carried = known([
    fact('price_level_ratio', 2023, 0.5),
    fact('official_exchange_rate', 2023, 10),
    fact('official_exchange_rate', 2024, 11),
    fact('consumer_price_inflation', 2024, 8),
  ]);
  assert(Math.abs(Math.exp(carried.log) - (0.5 * 1.08) / 1.03 / 1.1) < 1e-12);
  assert.equal(carried.period, '2024');
});

test('a daily rate carries the level further if inflation is known or was low before, but not if it was high', () => {
  const facts = (inflation: number) => [
    fact('price_level_ratio', 2023, 0.5),
    fact('official_exchange_rate', 2023, 10),
    fact('consumer_price_inflation', 2023, inflation),
    dayRate('XTS', 8),
  ];
  const low = known(facts(3));
  assert.equal(low.period, '2026-08-21');
  assert(Math.abs(Math.exp(low.log + low.spot) - (0.5 * 10) / 8) < 1e-12);
  assert.equal(known(facts(30)).period, '2023');
  const projected = [2024, 2025].flatMap((year) => [
    fact('consumer_price_inflation_imf', year, 30),
    fact('consumer_price_inflation_imf', year, 3, 'united-states'),
  ]);
  const carried = known([
    ...facts(30).slice(0, -1),
    ...projected,
    fact('projected_consumer_price_inflation', 2026, 30),
    fact('projected_consumer_price_inflation', 2026, 3, 'united-states'),
    dayRate('XTS', 20),
  ]);
  const years = 2026 + 7 / 12 + 20 / 365 - 2023.5;
  const expected = Math.log(0.5) + years * Math.log(1.3 / 1.03) - Math.log(2);
  assert(Math.abs(carried.log + carried.spot - expected) < 1e-9);
});

test('the smoothed rate reflects as much of a real change as the mean of the last twelve months', () => {
  const { log, spot } = known([
    fact('price_level_ratio', 2023, 0.5),
    fact('official_exchange_rate', 2023, 10),
    fact('consumer_price_inflation', 2023, 3),
    dayRate('XTS', 8),
  ]);
  const years = 2026 + 7 / 12 + 20 / 365 - 2023.5;
  assert(Math.abs(log - Math.log(0.5) - ((years - 0.5) / years) * Math.log(10 / 8)) < 1e-12);
  assert(Math.abs(spot - (0.5 / years) * Math.log(10 / 8)) < 1e-12);
});

test('a currency that kept its dollar rate for six years is treated as pegged', () => {
  const pegged = known([
    fact('price_level_ratio', 2023, 0.5),
    fact('consumer_price_inflation', 2023, 3),
    ...[2018, 2019, 2020, 2021, 2022, 2023].map((year) => fact('official_exchange_rate', year, 3.75)),
    dayRate('USD', 1),
  ]);
  assert.equal(pegged.period, '2026-08-21');
  assert.equal(Math.exp(pegged.log), 0.5);
});

test('a new currency is not a change of prices: a rate of another magnitude is not used', () => {
  const carried = known([
    fact('price_level_ratio', 2023, 0.5),
    fact('official_exchange_rate', 2023, 10),
    fact('consumer_price_inflation', 2023, 3),
    dayRate('XTS', 0.1),
  ]);
  assert.equal(carried.period, '2023');
});

test('an older level is less certain, and carrying a level makes it more certain', () => {
  const of = (year: number) => known([fact('price_level_ratio', year, 0.5)]).drift;
  assert(of(2022) > of(2023));
  const carried = known([
    fact('price_level_ratio', 2023, 0.5),
    fact('official_exchange_rate', 2023, 10),
    fact('official_exchange_rate', 2024, 10),
    fact('consumer_price_inflation', 2024, 3),
  ]);
  assert(carried.drift < of(2023));
  const inflating = known([
    fact('price_level_ratio', 2023, 0.5),
    fact('official_exchange_rate', 2023, 10),
    fact('official_exchange_rate', 2024, 14),
    fact('consumer_price_inflation', 2024, 45),
  ]);
  assert(inflating.drift > carried.drift);
});

test('a country without any World Bank figure has no source, and one without a price level has no price level', () => {
  assert.equal(unknown([]).reason, 'no_source');
  assert.equal(unknown([fact('consumer_price_inflation', 2023, 4)]).reason, 'no_price_level');
  const old = unknown([fact('price_level_ratio', 2013, 0.4)]);
  assert.equal(old.reason, 'no_price_level');
  assert.match(old.detail, /since 2013/);
});

test('an old price level is stale', () => {
  assert.equal(unknown([fact('price_level_ratio', 2019, 0.5)]).reason, 'stale');
  assert.equal('reason' in carry([fact('price_level_ratio', 2021, 0.5)]), false);
});

test('a devaluation without known inflation makes the price level stale', () => {
  const devalued = [
    fact('price_level_ratio', 2023, 0.5),
    fact('official_exchange_rate', 2023, 10),
    fact('official_exchange_rate', 2024, 30),
  ];
  assert.equal(unknown(devalued).reason, 'stale');
  assert.match(unknown(devalued).detail, /factor of 3\.00 from 2023 to 2024/);
  const explained = [...devalued, fact('consumer_price_inflation', 2024, 200)];
  assert.equal(known(explained).period, '2024');
});

test('a devaluation is bridged with the previous year’s inflation, which makes the price level less certain', () => {
  const facts = (rate: number) => [
    fact('price_level_ratio', 2023, 0.5),
    fact('consumer_price_inflation', 2023, 20),
    fact('official_exchange_rate', 2023, 10),
    fact('official_exchange_rate', 2024, rate),
  ];
  const bridged = known(facts(15));
  const inflation = 0.67 * Math.log(1.2 / 1.03) + 0.34 * Math.log(1.5);
  assert(Math.abs(bridged.log - (Math.log(0.5) + inflation - Math.log(1.5))) < 1e-12);
  assert.equal(bridged.period, '2024');
  const published = known([...facts(15), fact('consumer_price_inflation', 2024, 30)]);
  assert(published.drift < bridged.drift);
  assert.equal(unknown(facts(30)).reason, 'stale');
});

test('only the devaluation right after the price level is bridged', () => {
  const facts = [
    fact('price_level_ratio', 2022, 0.5),
    fact('consumer_price_inflation', 2023, 20),
    ...[2022, 2023, 2024].map((year) => fact('official_exchange_rate', year, year === 2024 ? 15 : 10)),
  ];
  assert.equal(unknown(facts).reason, 'stale');
});

test('an official rate that the World Bank does not use is a conflict', () => {
  const { reason } = unknown([
    fact('price_level_ratio', 2023, 0.25),
    fact('purchasing_power_parity', 2023, 90_000),
    fact('official_exchange_rate', 2023, 42_000),
  ]);
  assert.equal(reason, 'conflict');
});

test('a price level that would fall by more than ever outside a crisis is not carried', () => {
  const carried = known([
    fact('price_level_ratio', 2023, 0.5),
    fact('official_exchange_rate', 2023, 10),
    fact('official_exchange_rate', 2024, 10),
    fact('consumer_price_inflation', 2023, 10),
    fact('consumer_price_inflation', 2024, -4.5),
  ]);
  assert.equal(carried.period, '2023');
});

function known(facts: Fact[]): CarriedPriceLevel {
  const carried = carry(facts);
  assert(!('reason' in carried), JSON.stringify(carried));
  return carried;
}

function unknown(facts: Fact[]): NoEstimate {
  const carried = carry(facts);
  assert('reason' in carried);
  return carried;
}

function carry(facts: Fact[]): CarriedPriceLevel | NoEstimate {
  const country = { key: 'country/testland', iso2: 'XX', currency: 'XTS' };
  return carryPriceLevel(country, readPriceHistory([...AMERICA, ...facts]), '2026-11-20');
}

function fact(metric: string, year: number, value: number, country = 'testland'): Fact {
  const place = `country/${country}`;
  return {
    place,
    metric,
    period: String(year),
    grain: 'country',
    value,
    unit: '',
    source: 'wb-wdi-test',
    note: '',
  };
}

function dayRate(currency: string, value: number): Fact {
  return {
    ...fact('reference_exchange_rate', 2026, value),
    place: `currency/${currency}`,
    period: '2026-08-21',
    source: 'ecb-test',
  };
}
