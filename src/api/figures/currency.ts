import Type from 'typebox';
import type { Release } from '../../catalogue/release.ts';
import { invalidParameter } from '../../http/problems.ts';
import { bestByMetric } from '../../release/best-figures.ts';
import type { Observation } from '../../release/schema.ts';

export const currencyParameter = Type.Optional(
  Type.String({
    maxLength: 3,
    pattern: '^[A-Za-z]{3}$',
    description:
      'Also give every price in this currency (ISO 4217), converted with the latest daily reference rate. The currency must have such a rate.',
  }),
);

/** Throws a Problem for a currency that amounts cannot be converted to. */
export function checkCurrency(release: Release, currency: string): void {
  if (currency === 'USD' || dailyRate(release, currency) !== undefined) return;
  throw invalidParameter(
    'currency',
    `has no daily reference rate for ${currency}; EUR, GBP and JPY, for example, have one`,
  );
}

/**
 * Converts a price with the reference rates of one day. An amount already in that currency stays as published. Null if one of the
 * two currencies has no rate of that day, because an amount from the rates of two days would be right on neither.
 */
export function convert(release: Release, { value, unit }: Observation, currency: string) {
  if (unit === currency) return { amount: value, currency, rate: null };
  const [from, to] = [perDollar(release, unit), perDollar(release, currency)];
  if (from === undefined || to === undefined) return null;
  const rates = [from, to].filter(({ observation }) => observation !== null);
  const periods = new Set(rates.map(({ observation }) => observation?.period ?? ''));
  if (periods.size > 1) return null;
  const rate = to.value / from.value;
  return {
    amount: Math.round(value * rate * 100) / 100,
    currency,
    rate: {
      value: rate,
      period: [...periods].join(),
      sources: [...new Set(rates.flatMap(({ observation }) => observation?.source.split(' ') ?? []))],
    },
  };
}

/** Units of the currency per US dollar, on the latest day. The dollar itself needs no source. */
function perDollar(
  release: Release,
  currency: string,
): { value: number; observation: Observation | null } | undefined {
  if (currency === 'USD') return { value: 1, observation: null };
  const observation = dailyRate(release, currency);
  return observation === undefined ? undefined : { value: observation.value, observation };
}

function dailyRate(release: Release, currency: string): Observation | undefined {
  return bestByMetric(release.currencyObservations(currency)).get('reference_exchange_rate');
}
