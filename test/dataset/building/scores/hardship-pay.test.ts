import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hardshipPay } from '../../../../src/dataset/building/scores/hardship-pay.ts';
import type { Observation } from '../../../../src/release/schema.ts';

function pay(place: string, metric: string, value: number, note = ''): Observation {
  return {
    place,
    metric,
    period: '2026-06-14',
    grain: place.startsWith('city/') ? 'city' : 'country',
    method: 'observed',
    value,
    unit: 'percent_of_basic_pay',
    source: 'us-state-allowances-2026-06-14',
    note,
    standard_error: null,
    usd: null,
    usd_rate: null,
    usd_rate_period: null,
    usd_rate_source: null,
  };
}

test('a city’s hardship and danger pay add up; a city not listed for danger pay has none', () => {
  const sums = hardshipPay([
    pay('city/kabul', 'danger_pay', 35),
    pay('city/kabul', 'hardship_differential', 35),
    pay('city/tirana', 'hardship_differential', 20),
    pay('city/geneva', 'hardship_differential', 0),
    pay('city/geneva', 'post_allowance', 90),
  ]);
  assert.deepEqual(
    sums.map(({ place, value, method, grain }) => [place, value, method, grain]),
    [
      ['city/kabul', 70, 'derived', 'city'],
      ['city/tirana', 20, 'derived', 'city'],
      ['city/geneva', 0, 'derived', 'city'],
    ],
  );
});

test('the danger pay of the rest of a country is not added to a city that has a rate of its own', () => {
  const rest = 'rest of the country: places without a rate of their own';
  const sums = hardshipPay([
    pay('country/venezuela', 'danger_pay', 35, rest),
    pay('country/venezuela', 'hardship_differential', 35, rest),
    pay('city/caracas', 'hardship_differential', 35),
  ]);
  assert.deepEqual(
    sums.map(({ place, value }) => [place, value]),
    [['city/caracas', 35]],
  );
});
