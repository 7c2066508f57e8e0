import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { exchangeRates, NOT_IN_USD, toUsd } from '../../src/dataset/exchange-rates.ts';
import type { Fact } from '../../src/dataset/fact.ts';

type Country = Parameters<typeof toUsd>[1];
const PORTUGAL: Country = { key: 'country/portugal', currency: 'EUR' };
const PANAMA: Country = { key: 'country/panama', currency: null };

function rate(place: string, metric: string, period: string, value: number): Fact {
  const unit = 'local_currency_per_usd';
  return { place, metric, period, grain: 'country', value, unit, source: `source-of-${period}`, note: '' };
}

const RATES = exchangeRates([
  rate('country/portugal', 'official_exchange_rate', '2023', 0.9),
  rate('country/portugal', 'official_exchange_rate', '2025', 0.8),
  rate('currency/EUR', 'reference_exchange_rate', '2026-08-21', 0.85),
  rate('currency/EUR', 'reference_exchange_rate', '2026-08-20', 0.86),
  rate('currency/JPY', 'reference_exchange_rate', '2026-08-21', 150),
]);

/** The rule, the price, and the rate that must be used for it, by its period; null when there must be none. */
const RULES: [
  rule: string,
  price: { unit: string; period: string },
  country: Country,
  used: string | null,
][] = [
  ['the annual average of the price’s year', { unit: 'EUR', period: '2023' }, PORTUGAL, '2023'],
  ['the annual average, whatever the month', { unit: 'EUR', period: '2025-03' }, PORTUGAL, '2025'],
  [
    'that of the year in which an interval begins',
    { unit: 'EUR', period: '2025-07-01/2026-06-30' },
    PORTUGAL,
    '2025',
  ],
  ['the latest daily rate in its own year', { unit: 'EUR', period: '2026-01-01' }, PORTUGAL, '2026-08-21'],
  ['the latest daily rate in the year before', { unit: 'JPY', period: '2025' }, PORTUGAL, '2026-08-21'],
  ['no daily rate for a price of two years before', { unit: 'JPY', period: '2024' }, PORTUGAL, null],
  ['no daily rate for a price of a year after', { unit: 'JPY', period: '2027' }, PORTUGAL, null],
  [
    'no annual average in another currency than the country’s',
    { unit: 'PTE', period: '2023' },
    PORTUGAL,
    null,
  ],
  ['no annual average where several currencies are in force', { unit: 'PAB', period: '2023' }, PANAMA, null],
  ['no rate for a price in dollars', { unit: 'USD', period: '2023' }, PORTUGAL, null],
];

for (const [rule, price, country, used] of RULES) {
  test(`a price in dollars: ${rule}`, () => {
    const { usd, usd_rate_period, usd_rate_source } = toUsd({ ...price, value: 100 }, country, RATES);
    assert.equal(usd_rate_period, used);
    assert.equal(usd_rate_source, used && `source-of-${used}`);
    assert.equal(usd === null, used === null);
  });
}

test('an amount in dollars times its rate is the amount that was published, to the cent', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 1e9, noNaN: true }),
      fc.double({ min: 0.001, max: 1e5, noNaN: true }),
      (value, perDollar) => {
        const rates = exchangeRates([rate('country/portugal', 'official_exchange_rate', '2024', perDollar)]);
        const { usd, usd_rate } = toUsd({ value, unit: 'EUR', period: '2024' }, PORTUGAL, rates);
        assert.equal(usd_rate, perDollar);
        assert.ok(Math.abs((usd ?? Number.NaN) - value / perDollar) <= 0.005 + 1e-9 * (value / perDollar));
      },
    ),
  );
});

test('without any rate there is no amount in dollars, and nothing that looks like one', () => {
  assert.deepEqual(toUsd({ value: 1, unit: 'EUR', period: '2024' }, PORTUGAL, exchangeRates([])), NOT_IN_USD);
});
