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
 * A price in another currency, by the reference rates of one day; an amount in that currency already stays as it was
 * published. Null where one of the two has no such rate: rates of two days would give an amount that holds on neither.
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

/** Units of the currency for one US dollar, of the latest day; the dollar itself needs no publisher. */
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
