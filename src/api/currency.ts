import Type from 'typebox';
import { bestByMetric } from '../catalogue/best-figures.ts';
import type { Release } from '../catalogue/release.ts';
import type { Observation } from '../catalogue/release-schema.ts';
import { invalidParameter } from './problems.ts';

export const currencyParameter = Type.Optional(
  Type.String({
    pattern: '^[A-Z]{3}$',
    description:
      'Also give every price in this currency (ISO 4217), by the latest daily reference rate; of the currencies that have one.',
  }),
);

/** Throws the Problem for a currency that amounts cannot be converted to. */
export function checkCurrency(release: Release, currency: string): void {
  if (currency === 'USD' || dailyRate(release, currency) !== undefined) return;
  throw invalidParameter(
    'currency',
    `has no daily reference rate for ${currency}; EUR, GBP and JPY, for example, have one`,
  );
}

/**
 * A price in another currency, through its amount in US dollars; an amount in that currency already stays as it was
 * published. Null where there is no amount in US dollars.
 */
export function convert(release: Release, { value, unit, usd }: Observation, currency: string) {
  if (unit === currency) return { amount: value, currency, rate: null };
  const inUsd = unit === 'USD' ? value : usd;
  if (inUsd === null) return null;
  if (currency === 'USD') return { amount: inUsd, currency, rate: null };
  const rate = dailyRate(release, currency);
  if (rate === undefined) return null;
  return {
    amount: Math.round(inUsd * rate.value * 100) / 100,
    currency,
    rate: { value: rate.value, period: rate.period, sources: rate.source.split(' ') },
  };
}

function dailyRate(release: Release, currency: string): Observation | undefined {
  return bestByMetric(release.currencyObservations(currency)).get('reference_exchange_rate');
}
