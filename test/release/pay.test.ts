import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Level, Z80 } from '../../src/release/cost-estimates.ts';
import {
  BUYING_IN_COUNTRY_SD,
  CITY_IN_COUNTRY_SD,
  type ComparedEarnings,
  earningsOf,
  localEarnings,
  MOST_BURDEN,
  purchasingPower,
  rentBurden,
  SURVEY_SD,
} from '../../src/release/pay.ts';
import type { Observation } from '../../src/release/schema.ts';

const YEAR = 2026;
const noRate = () => undefined;

function figure(metric: string, value: number, of: Partial<Observation> = {}): Observation {
  return {
    place: 'country/somewhere',
    metric,
    period: '2025',
    source: 'a-source',
    note: '',
    grain: 'country',
    method: 'observed',
    value,
    unit: 'USD',
    standard_error: null,
    usd: null,
    usd_rate: null,
    usd_rate_period: null,
    usd_rate_source: null,
    ...of,
  };
}

test('earnings are those of the most local mean, and of one grain those that most countries have', () => {
  const national = [
    figure('average_monthly_earnings', 9_999),
    figure('wage_mean_annual', 50_000),
    figure('average_annual_wage_in_national_currency', 60_000),
  ];
  const found = earningsOf(national, true, YEAR, noRate);
  assert.ok('value' in found);
  assert.equal(found.value, 5_000);
  const local = figure('average_annual_wage_in_national_currency', 75_000, { grain: 'metro' });
  const ofMetro = earningsOf([...national, local], true, YEAR, noRate);
  assert.ok('value' in ofMetro && ofMetro.from === local && ofMetro.value === 6_250);
});

test('medians, minimum wages, incomes and dollars at purchasing power parity are no earnings to compare', () => {
  const others = [
    figure('wage_median_annual', 50_000, { grain: 'metro', unit: 'usd_per_year' }),
    figure('minimum_wage', 1_000),
    figure('regional_minimum_wage', 1_000),
    figure('household_disposable_income', 30_000, { unit: 'usd_ppp_per_person_per_year' }),
    figure('average_annual_wage', 40_000, { unit: 'usd_ppp_2022_per_year' }),
  ];
  assert.deepEqual(earningsOf(others, true, YEAR, noRate), { reason: 'no_earnings' });
});

test('earnings of five years ago count, older ones do not', () => {
  const of = (period: string) =>
    earningsOf([figure('average_monthly_earnings', 3_000, { period })], true, YEAR, noRate);
  assert.ok('value' in of('2021'));
  assert.ok('value' in of('2020-07-01/2021-06-30'), 'the end of the period counts');
  assert.deepEqual(of('2020'), { reason: 'stale_earnings' });
});

test('money is converted at the rate of its time, otherwise at a rate of today if it is from this or last year', () => {
  const own = { usd_rate: 4, usd_rate_period: '2024', usd_rate_source: 'rates' };
  const inKronur = (period: string, rate = {}) =>
    figure('average_monthly_earnings', 8_000, { unit: 'ISK', period, ...rate });
  const daily = { value: 5, period: '2026-09-29', source: 'daily' };
  const value = (observation: Observation, rate = () => daily as typeof daily | undefined) => {
    const found = earningsOf([observation], true, YEAR, rate);
    return 'value' in found ? found.value : found.reason;
  };
  assert.equal(value(inKronur('2024', own)), 2_000);
  assert.equal(value(inKronur('2025')), 1_600);
  assert.equal(value(inKronur('2024')), 'no_exchange_rate');
  assert.equal(value(inKronur('2025'), noRate), 'no_exchange_rate');
});

const level: fc.Arbitrary<Level> = fc
  .tuple(fc.integer({ min: 50, max: 3000 }), fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }))
  .map(([tenths, below, above]) => ({
    value: tenths / 10,
    low: (tenths * (1 - below / 100)) / 10,
    high: (tenths * (1 + above / 100)) / 10,
  }));
const dollars = fc.integer({ min: 30, max: 15_000 });

/** National earnings of a city. */
const earned = (value: number, country: string, place: string, grain: 'country' | 'metro' = 'country') =>
  ({
    value,
    country,
    place,
    isCity: true,
    from: figure('average_monthly_earnings', value, { grain }),
  }) satisfies ComparedEarnings;

test('earnings have the error of what surveys count, and in a city that of a national figure, too', () => {
  const widthOf = (grain: 'country' | 'metro', isCity: boolean) => {
    const found = earningsOf([figure('average_monthly_earnings', 1e6, { grain })], isCity, YEAR, noRate);
    assert.ok('value' in found && found.low < found.value && found.value < found.high);
    return Math.log(found.high / found.value) / Z80;
  };
  assert.ok(Math.abs(widthOf('country', false) - SURVEY_SD) < 1e-4);
  assert.ok(Math.abs(widthOf('metro', true) - SURVEY_SD) < 1e-4);
  assert.ok(Math.abs(widthOf('country', true) - Math.hypot(SURVEY_SD, CITY_IN_COUNTRY_SD)) < 1e-4);
});

test('what surveys count cancels within a country, and between a place and itself nothing is left but prices', () => {
  const exact = { value: 100, low: 100, high: 100 };
  const widthTo = (other: ComparedEarnings) => {
    const { value, high } = purchasingPower(earned(3000, 'a', 'city'), other, exact);
    return Math.log(high / value) / Z80;
  };
  assert.equal(widthTo(earned(3000, 'a', 'city')), 0);
  const compatriot = widthTo(earned(3000, 'a', 'another', 'metro'));
  assert.ok(Math.abs(compatriot - BUYING_IN_COUNTRY_SD) < 1e-3, `${compatriot}`);
  const foreigner = widthTo(earned(3000, 'b', 'another', 'metro'));
  assert.ok(Math.abs(foreigner - Math.hypot(Math.SQRT2 * SURVEY_SD, BUYING_IN_COUNTRY_SD)) < 1e-3);
});

test('earnings of a whole country are those of a city at its prices; a city’s own are left as they are', () => {
  const exact = { low: 3000, high: 3000 };
  const national = { ...earned(3000, 'a', 'city'), ...exact };
  const { value, high } = localEarnings(national, 120);
  assert.equal(value, 3600);
  assert.ok(Math.abs(Math.log(high / value) / Z80 - Math.hypot(SURVEY_SD, BUYING_IN_COUNTRY_SD)) < 1e-9);
  const own = { ...earned(3000, 'a', 'city', 'metro'), ...exact };
  assert.equal(localEarnings(own, 120), own);
  const ofCountry = { ...national, isCity: false };
  assert.equal(localEarnings(ofCountry, 100), ofCountry);
});

test('purchasing power times the price level is the earnings, and its interval has the value in it', () => {
  fc.assert(
    fc.property(dollars, dollars, level, (earnings, base, price) => {
      const power = purchasingPower(earned(earnings, 'a', 'city'), earned(base, 'b', 'base'), price);
      assert.ok(power.low <= power.value && power.value <= power.high);
      const back = (power.value / 100) * (price.value / 100) * base;
      assert.ok(Math.abs(back - earnings) <= (0.051 * price.value * base) / 1e4, `${back} of ${earnings}`);
    }),
  );
});

test('the burden of a rent grows with it; one that spans too much is not shown, nor one above all that are official', () => {
  fc.assert(
    fc.property(dollars, dollars, fc.double({ min: 1, max: 4, noNaN: true }), (value, usd, reach) => {
      const earnings = { value, low: value * 0.8, high: value * 1.25 };
      const rent = { value: usd, low: usd / reach, high: usd * reach };
      const burden = rentBurden(rent, earnings);
      if (100 * usd > MOST_BURDEN * value) return assert.deepEqual(burden, { reason: 'other_homes' });
      // Shares are to a tenth, so the span of small ones is coarse.
      const span = Math.exp(2 * Math.hypot(Math.log(reach), Math.log(1.25)));
      if (usd > value / 2)
        assert.ok(Math.abs(span - 3.2) < 0.02 || 'reason' in burden === span > 3.2, `${span}`);
      if ('reason' in burden) return;
      assert.ok(burden.low <= burden.value && burden.value <= burden.high);
      const half = rentBurden({ value: usd / 2, low: usd / 2 / reach, high: (usd / 2) * reach }, earnings);
      assert.ok('reason' in half || half.value <= burden.value);
    }),
  );
});
