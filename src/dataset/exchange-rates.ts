import type { Observation } from '../catalogue/release-schema.ts';
import type { Fact } from './fact.ts';

/** Units of each currency per US dollar, as published: by year where annual averages exist, and the latest daily rate. */
export interface ExchangeRates {
  /** country key → year → rate */
  annual: ReadonlyMap<string, ReadonlyMap<string, Rate>>;
  /** ISO 4217 → rate */
  daily: ReadonlyMap<string, Rate>;
}

export interface Rate {
  value: number;
  period: string;
  source: string;
}

/** An amount in US dollars, and the rate that gave it. */
export type InUsd = Pick<Observation, 'usd' | 'usd_rate' | 'usd_rate_period' | 'usd_rate_source'>;

/** Of what is no amount of money, or already in dollars, or has no rate of its time. */
export const NOT_IN_USD: InUsd = { usd: null, usd_rate: null, usd_rate_period: null, usd_rate_source: null };

export function exchangeRates(facts: readonly Fact[]): ExchangeRates {
  const annual = new Map<string, Map<string, Rate>>();
  const daily = new Map<string, Rate>();
  for (const { place, metric, period, value, source } of facts) {
    const rate = { value, period, source };
    if (metric === 'official_exchange_rate') {
      const years = annual.get(place) ?? new Map<string, Rate>();
      annual.set(place, years.set(period, rate));
    } else if (metric === 'reference_exchange_rate') {
      const currency = place.slice('currency/'.length);
      if (period > (daily.get(currency)?.period ?? '')) daily.set(currency, rate);
    }
  }
  return { annual, daily };
}

/**
 * An amount of money in US dollars: by the annual average of the year that it is of, else by the latest daily rate when
 * that is of the same or the following year. A rate of another time would make a wrong number look exact, so there is
 * none then. Annual averages are those of a country's own currency, so they are used only for it.
 *
 * @param country where the price was paid, and its currency if it has just one
 */
export function toUsd(
  amount: { value: number; unit: string; period: string },
  country: { key: string; currency: string | null },
  rates: ExchangeRates,
): InUsd {
  const rate = rateFor(amount, country, rates);
  if (amount.unit === 'USD' || rate === undefined) return NOT_IN_USD;
  return {
    usd: Math.round((amount.value / rate.value) * 100) / 100,
    usd_rate: rate.value,
    usd_rate_period: rate.period,
    usd_rate_source: rate.source,
  };
}

function rateFor(
  { unit, period }: { unit: string; period: string },
  country: { key: string; currency: string | null },
  rates: ExchangeRates,
): Rate | undefined {
  const year = period.slice(0, 4);
  const annual = unit === country.currency ? rates.annual.get(country.key)?.get(year) : undefined;
  if (annual !== undefined) return annual;
  const daily = rates.daily.get(unit);
  const yearsLater = daily === undefined ? Number.NaN : Number(daily.period.slice(0, 4)) - Number(year);
  return yearsLater === 0 || yearsLater === 1 ? daily : undefined;
}
