import { periodEnd } from '../../../release/best-figures.ts';
import type { Observation } from '../../../release/schema.ts';
import { type Fact, latestBy } from './fact.ts';

/** Units of each currency (ISO 4217) per US dollar, as published. The dollar itself has no annual average. */
export type ExchangeRates = ReturnType<typeof exchangeRates>;

export type Rate = Pick<Fact, 'value' | 'period' | 'source'>;

/** The currency of a country's official figures: its first currency (ISO 4217), when it was introduced, and its predecessor. */
export interface NationalCurrency {
  code: string;
  since: string;
  /** '' if unknown. */
  before: string;
}

/** By country key: `country/portugal`. */
export type NationalCurrencies = ReadonlyMap<string, NationalCurrency>;

/** An amount in US dollars, and the rate that gave it. */
type InUsd = Pick<Observation, 'usd' | 'usd_rate' | 'usd_rate_period' | 'usd_rate_source'>;

/** For figures that are not an amount of money, are already in dollars, or have no exchange rate of their time. */
export const NOT_IN_USD: InUsd = { usd: null, usd_rate: null, usd_rate_period: null, usd_rate_source: null };

/** An older annual average does not describe today's money. */
const YEARS_OF_USE = 3;

/**
 * Official averages are published by country. An average counts for a country's currency if that was its currency all
 * year: the figure of an earlier year may be in the old money, or restated, and the publisher does not say which.
 */
export function exchangeRates(facts: readonly Fact[], currencies: NationalCurrencies) {
  const annual = new Map<string, Map<string, Rate[]>>();
  for (const { place, metric, period, value, source } of facts) {
    const currency = metric === 'official_exchange_rate' ? currencies.get(place) : undefined;
    if (currency === undefined || !isOfCurrency(period, currency)) continue;
    const years = annual.getOrInsertComputed(currency.code, () => new Map());
    years.getOrInsertComputed(period, () => []).push({ value, period, source });
  }
  annual.delete('USD');
  const asOne = (years: ReadonlyMap<string, readonly Rate[]>) =>
    new Map([...years].flatMap(([year, rates]) => middle(rates).map((rate) => [year, rate] as const)));
  const daily = facts.filter(({ metric }) => metric === 'reference_exchange_rate');
  return {
    /** Currency → year → average of that year. */
    annual: new Map([...annual].map(([code, years]) => [code, asOne(years)])),
    /** Currency → rate of the latest day. */
    daily: latestBy(daily, ({ place }) => place.slice('currency/'.length)),
  };
}

/** Whether the country had this currency for the whole year. */
export function isOfCurrency(year: string, { since }: NationalCurrency): boolean {
  return since <= `${year}-01-01`;
}

/**
 * The latest annual average of each currency, as figures of `currency/MAD`.
 * A currency with a daily rate has that instead.
 */
export function currentAverages({ annual, daily }: ExchangeRates, year: number): Observation[] {
  return [...annual].flatMap(([code, years]) => {
    const latest = [...years.values()].sort((left, right) => (left.period < right.period ? 1 : -1))[0];
    if (daily.has(code) || latest === undefined || Number(latest.period) < year - YEARS_OF_USE) return [];
    return {
      ...NOT_IN_USD,
      ...latest,
      place: `currency/${code}`,
      metric: 'official_exchange_rate',
      grain: 'country',
      method: 'observed',
      unit: 'local_currency_per_usd',
      standard_error: null,
      note: '',
    };
  });
}

/**
 * An amount of money in US dollars: by the annual average of its year, otherwise by the latest daily rate if
 * that is within 12 months of it. A rate of another time would make a wrong number look exact, so there is
 * no conversion then.
 */
export function toUsd(amount: Pick<Fact, 'value' | 'unit' | 'period'>, rates: ExchangeRates): InUsd {
  const { value, unit, period } = amount;
  const daily = rates.daily.get(unit);
  const rate =
    rates.annual.get(unit)?.get(period.slice(0, 'yyyy'.length)) ??
    (daily !== undefined && isWithinAYear(daily.period, period) ? daily : undefined);
  if (unit === 'USD' || rate === undefined) return NOT_IN_USD;
  return {
    usd: Math.round((value / rate.value) * 100) / 100,
    usd_rate: rate.value,
    usd_rate_period: rate.period,
    usd_rate_source: rate.source,
  };
}

/** An amount whose publisher gives its value in dollars: at the implied rate. */
export function toPublishedUsd({ value }: Pick<Fact, 'value'>, dollars: Rate): InUsd {
  return {
    usd: dollars.value,
    usd_rate: value / dollars.value,
    usd_rate_period: dollars.period,
    usd_rate_source: dollars.source,
  };
}

/** Whether a day is in the period, or in the 12 months before or after it. ISO 8601 dates compare as text. */
function isWithinAYear(day: string, period: string): boolean {
  const yearsOn = (years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
  return period <= yearsOn(1) && periodEnd(period) >= yearsOn(-1);
}

/** The median (of an even number, the lower): countries that share a currency publish the same rate, except for rounding. */
function middle(rates: readonly Rate[]): Rate[] {
  const sorted = rates.toSorted((left, right) => left.value - right.value);
  return sorted.slice((sorted.length - 1) >> 1).slice(0, 1);
}
