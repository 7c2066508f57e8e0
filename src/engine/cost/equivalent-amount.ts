import Type, { type Static } from 'typebox';
import { roundTo } from '../../release/round-to.ts';
import type { Place } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import * as field from '../field.ts';
import { checkInUse, latestRate } from '../figures/currency.ts';
import { type Column, intervalColumns, optional } from '../formats/table.ts';
import { invalidParameter } from '../problems.ts';
import { CURRENCY_CODE, exchangeRate, resource } from '../schemas.ts';

/* The amount in each of the compared places that buys what the given amount buys in the first one. */

const MOST = 1_000_000_000_000;

export const amountParameters = {
  amount: field.optional.number(
    'An amount of money in the first place, such as a salary. Each place then has `equivalent`: the amount that buys the same there according to the index. Taxes are not counted, so net pay gives net pay. Needs `currency`. With `household`, it is an amount per month, and each place also has `remaining`.',
    { exclusiveMinimum: 0, maximum: MOST, examples: [60000] },
  ),
  currency: field.optional.text(
    'The currency of `amount` and of the amounts in the response (ISO 4217). Without `amount`, the budgets are in the currency of the first place unless it is given.',
    { maxLength: 3, pattern: '^[A-Za-z]{3}$' },
    'EUR',
  ),
};

const BEFORE_TAXES = 'before_taxes';
const basis = Type.Literal(BEFORE_TAXES, {
  description:
    'Always `before_taxes`: only prices are compared, so net pay gives net pay. The same net income can need different gross incomes.',
});

export const GivenAmount = field.part('Only with `amount`: the amount in the request.', {
  value: field.number('The amount in the first place.'),
  currency: field.text('Currency of `value` (ISO 4217).', CURRENCY_CODE),
  basis,
});

export const EquivalentAmount = resource(
  'EquivalentAmount',
  'The amount that buys here what the requested amount buys in the first place, for the requested basket, taxes aside.',
  {
    amount: field.number(
      'The amount in the requested currency, to the hundredth, at the exchange rate of the index (`rate`). For the first place, it is the requested amount itself.',
    ),
    ...field.interval,
    currency: field.text('The requested currency.', CURRENCY_CODE),
    basis,
    own_currency: field.partOrNull(
      'The same in the country\u2019s main currency, converted with `rate`; null if the two currencies have no rates of the same day.',
      {
        amount: field.number('The amount in `currency`, to the hundredth.'),
        ...field.interval,
        currency: field.text('The main currency of the country.', CURRENCY_CODE),
        rate: exchangeRate(
          'The rate from reference rates of one day or, if one of the currencies has none, from compiled rates of one day; null if both currencies are the same.',
          'Units of the country\u2019s currency per unit of the requested currency.',
        ),
      },
    ),
  },
);
export type EquivalentAmount = Static<typeof EquivalentAmount>;
export type GivenAmount = Static<typeof GivenAmount>;

const columns = (name: string, path: string): Column[] => [
  ...intervalColumns(name, path, 'amount'),
  { name: `${name}_currency`, path: `${path}.currency` },
];

/** For CSV and GeoJSON: only with `amount`. */
export const EQUIVALENT_COLUMNS = optional([
  ...columns('equivalent_before_taxes', 'cities.equivalent'),
  ...columns('equivalent_before_taxes_own_currency', 'cities.equivalent.own_currency'),
]);

/**
 * The requested amount; undefined if there is none. Throws a Problem for one of the two parameters alone, and for a currency that
 * is not in use.
 */
export function givenAmount(
  release: Release,
  { amount, currency, household }: { amount?: number; currency?: string; household?: string },
): GivenAmount | undefined {
  if (amount === undefined) {
    if (currency === undefined || household !== undefined) return undefined;
    throw invalidParameter('amount', 'is needed with `currency`, if there is no `household`');
  }
  if (currency === undefined) throw invalidParameter('currency', 'is needed with `amount`');
  const code = currency.toUpperCase();
  checkInUse(release, code);
  return { value: amount, currency: code, basis: BEFORE_TAXES };
}

/** @param level the price level of the place, where that of the first one is 100 */
export function equivalentAmount(
  release: Release,
  place: Place,
  first: Place,
  { value, currency }: GivenAmount,
  level: { value: number; low: number; high: number },
): EquivalentAmount {
  const amounts = (factor: number) => ({
    amount: roundTo(value * (level.value / 100) * factor, 100),
    low: roundTo(value * (level.low / 100) * factor, 100),
    high: roundTo(value * (level.high / 100) * factor, 100),
  });
  return {
    // The given amount itself is not rounded.
    ...(place === first ? { amount: value, low: value, high: value } : amounts(1)),
    currency,
    basis: BEFORE_TAXES,
    own_currency: inOwnCurrency(release, place, currency, amounts),
  };
}

function inOwnCurrency(
  release: Release,
  place: Place,
  currency: string,
  amounts: (factor: number) => Pick<EquivalentAmount, 'amount' | 'low' | 'high'>,
): EquivalentAmount['own_currency'] {
  const own = release.countryOf(place).detail.currencies[0]?.code;
  if (own === undefined) return null;
  if (own === currency) return { ...amounts(1), currency, rate: null };
  const rate = latestRate(release, currency, own);
  return rate && { ...amounts(rate.value), currency: own, rate };
}
