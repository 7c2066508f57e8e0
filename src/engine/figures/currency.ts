import { bestByMetric } from '../../release/best-figures.ts';
import { roundTo } from '../../release/round-to.ts';
import type { Observation } from '../../release/schema.ts';
import type { Release } from '../catalogue/release.ts';
import * as field from '../field.ts';
import { invalidParameter } from '../problems.ts';

export const currencyParameter = field.optional.text(
  'Shows the budget in this currency (ISO 4217) instead of the place\u2019s own, and every price in it as well, converted with the latest daily reference rate. The currency must have a daily rate; prices are converted only if it is a reference rate.',
  { maxLength: 3, pattern: '^[A-Za-z]{3}$', examples: ['EUR'] },
);

/** Throws a Problem for a currency that amounts cannot be converted to. */
export function checkCurrency(release: Release, currency: string): void {
  if (latestRate(release, 'USD', currency) !== null) return;
  throw invalidParameter(
    'currency',
    `has no daily rate for ${currency}; EUR, GBP and JPY, for example, have one`,
  );
}

/** Throws a Problem for a text that is not a currency in use. */
export function checkInUse(release: Release, currency: string): void {
  const isInUse =
    release.countries.some(({ detail }) => detail.currencies.some(({ code }) => code === currency)) ||
    rateOf(release, currency, 'reference_exchange_rate') !== undefined;
  if (!isInUse) throw invalidParameter('currency', 'is not the ISO 4217 code of a currency in use');
}

/**
 * Converts a price with the reference rates of one day. An amount already in that currency stays as published. Null if one of the
 * two currencies has no rate of that day, because an amount from the rates of two days would be right on neither.
 */
export function convert(release: Release, { value, unit }: Observation, currency: string) {
  if (unit === currency) return { amount: value, currency, rate: null };
  const rate = crossRate(release, unit, currency, 'reference_exchange_rate');
  return rate && { amount: roundTo(value * rate.value, 100), currency, rate };
}

/** Units of a currency per unit of another: by official reference rates of one day, otherwise by compiled rates of one day. */
export function latestRate(release: Release, from: string, to: string) {
  return (
    crossRate(release, from, to, 'reference_exchange_rate') ??
    crossRate(release, from, to, 'compiled_exchange_rate')
  );
}

type RateMetric = 'reference_exchange_rate' | 'compiled_exchange_rate';

function crossRate(release: Release, from: string, to: string, metric: RateMetric) {
  const [left, right] = [perDollar(release, from, metric), perDollar(release, to, metric)];
  if (left === undefined || right === undefined) return null;
  const periods = new Set([...left.periods, ...right.periods]);
  if (periods.size > 1) return null;
  const sources = [...new Set([...left.sources, ...right.sources])];
  return { value: right.value / left.value, period: [...periods].join(), sources };
}

/** Units of the currency per US dollar, on the latest day. The dollar itself needs no source. */
function perDollar(release: Release, currency: string, metric: RateMetric) {
  if (currency === 'USD') return { value: 1, periods: [], sources: [] };
  const rate = rateOf(release, currency, metric);
  return rate && { value: rate.value, periods: [rate.period], sources: rate.source.split(' ') };
}

function rateOf(release: Release, currency: string, metric: RateMetric): Observation | undefined {
  return bestByMetric(release.currencyObservations(currency), release.year).get(metric);
}
