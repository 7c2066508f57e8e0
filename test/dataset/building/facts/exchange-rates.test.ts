import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  currentAverages,
  exchangeRates,
  type NationalCurrencies,
  NOT_IN_USD,
  toPublishedUsd,
  toUsd,
} from '../../../../src/dataset/building/facts/exchange-rates.ts';
import type { Fact } from '../../../../src/dataset/building/facts/fact.ts';

const CURRENCIES: NationalCurrencies = new Map([
  ['country/portugal', { code: 'EUR', since: '1999-01-01', before: 'PTE' }],
  ['country/bulgaria', { code: 'EUR', since: '2026-01-01', before: 'BGN' }],
  ['country/sierra-leone', { code: 'SLE', since: '2022-07-01', before: 'SLL' }],
  ['country/cuba', { code: 'CUP', since: '1859-01-01', before: '' }],
  ['country/morocco', { code: 'MAD', since: '1959-10-17', before: '' }],
]);

function rate(place: string, metric: string, period: string, value: number): Fact {
  const unit = 'local_currency_per_usd';
  return { place, metric, period, grain: 'country', value, unit, source: `source-of-${period}`, note: '' };
}

const RATES = exchangeRates(
  [
    rate('country/portugal', 'official_exchange_rate', '2023', 0.9),
    rate('country/portugal', 'official_exchange_rate', '2025', 0.8),
    rate('country/bulgaria', 'official_exchange_rate', '2024', 1.8),
    rate('country/sierra-leone', 'official_exchange_rate', '2022', 14),
    rate('country/sierra-leone', 'official_exchange_rate', '2023', 22),
    rate('country/cuba', 'official_exchange_rate', '1974', 0.822),
    rate('country/morocco', 'official_exchange_rate', '2023', 10.1),
    rate('country/morocco', 'official_exchange_rate', '2024', 9.9),
    rate('currency/EUR', 'reference_exchange_rate', '2026-08-21', 0.85),
    rate('currency/EUR', 'reference_exchange_rate', '2026-08-20', 0.86),
    rate('currency/JPY', 'reference_exchange_rate', '2026-08-21', 150),
  ],
  CURRENCIES,
);

/** The rule, the price, and the period of the rate that must be used for it; null if there must be no rate. */
const RULES: [rule: string, price: { unit: string; period: string }, used: string | null][] = [
  ['the annual average of the price’s year', { unit: 'EUR', period: '2023' }, '2023'],
  ['the annual average, whatever the month', { unit: 'EUR', period: '2025-03' }, '2025'],
  ['that of the year in which an interval begins', { unit: 'EUR', period: '2025-07-01/2026-06-30' }, '2025'],
  ['the latest daily rate in its own year', { unit: 'EUR', period: '2026-01-01' }, '2026-08-21'],
  ['the latest daily rate in the 12 months after', { unit: 'JPY', period: '2025-08-21' }, '2026-08-21'],
  ['the latest daily rate for a year that ends within them', { unit: 'JPY', period: '2025' }, '2026-08-21'],
  ['the latest daily rate in the 12 months before', { unit: 'JPY', period: '2027-08-21' }, '2026-08-21'],
  ['no daily rate of more than 12 months after', { unit: 'JPY', period: '2025-08-20' }, null],
  ['no daily rate of more than 12 months before', { unit: 'JPY', period: '2027-09' }, null],
  ['no annual average in another currency than the country’s', { unit: 'PTE', period: '2023' }, null],
  ['no rate of the money before for that of today', { unit: 'EUR', period: '2024' }, null],
  ['no rate of a year in which the money changed', { unit: 'SLE', period: '2022' }, null],
  ['the average of a year wholly in the new money', { unit: 'SLE', period: '2023' }, '2023'],
  ['no rate for a price in dollars', { unit: 'USD', period: '2023' }, null],
];

for (const [rule, price, used] of RULES) {
  test(`a price in dollars: ${rule}`, () => {
    const { usd, usd_rate_period, usd_rate_source } = toUsd({ ...price, value: 100 }, RATES);
    assert.equal(usd_rate_period, used);
    assert.equal(usd_rate_source, used && `source-of-${used}`);
    assert.equal(usd === null, used === null);
  });
}

test('a dollar amount times its rate is the published amount, to the cent', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 1e9, noNaN: true }),
      fc.double({ min: 0.001, max: 1e5, noNaN: true }),
      (value, perDollar) => {
        const facts = [rate('country/portugal', 'official_exchange_rate', '2024', perDollar)];
        const rates = exchangeRates(facts, CURRENCIES);
        const { usd, usd_rate } = toUsd({ value, unit: 'EUR', period: '2024' }, rates);
        assert.equal(usd_rate, perDollar);
        assert.ok(Math.abs((usd ?? Number.NaN) - value / perDollar) <= 0.005 + 1e-9 * (value / perDollar));
      },
    ),
  );
});

test('without a rate, a price has no dollar amount, rate or rate source', () => {
  const rates = exchangeRates([], CURRENCIES);
  assert.deepEqual(toUsd({ value: 1, unit: 'EUR', period: '2024' }, rates), NOT_IN_USD);
});

test('a currency without a daily rate has its latest annual average, unless that is more than three years old', () => {
  const averages = (year: number) =>
    currentAverages(RATES, year).map(({ place, period, value }) => ({ place, period, value }));
  const morocco = { place: 'currency/MAD', period: '2024', value: 9.9 };
  const sierraLeone = { place: 'currency/SLE', period: '2023', value: 22 };
  assert.deepEqual(averages(2026), [sierraLeone, morocco]);
  assert.deepEqual(averages(2027), [morocco]);
  assert.deepEqual(averages(2028), []);
});

test('countries that share a currency have the rate that most of them report, in any order', () => {
  const currencies: NationalCurrencies = new Map(
    ['benin', 'mali', 'niger', 'togo'].map((id) => [
      `country/${id}`,
      { code: 'XOF', since: '1958-12-04', before: '' },
    ]),
  );
  const facts = [...currencies.keys()].map((place, index) =>
    rate(place, 'official_exchange_rate', '2024', index === 0 ? 606.65 : 606.57),
  );
  for (const order of [facts, facts.toReversed()])
    assert.equal(exchangeRates(order, currencies).annual.get('XOF')?.get('2024')?.value, 606.57);
});

test('if a publisher states its price in dollars, that amount is used, with the rate that it implies', () => {
  const dollars = { value: 5.9, period: '2026-01-01', source: 'publisher' };
  assert.deepEqual(toPublishedUsd({ value: 255 }, dollars), {
    usd: 5.9,
    usd_rate: 255 / 5.9,
    usd_rate_period: '2026-01-01',
    usd_rate_source: 'publisher',
  });
});
