import { mean, sum, variance, weightedMean, weightedVariance } from 'simple-statistics';
import type { Fact } from '../facts/fact.ts';
import { type CostCountry, UNITED_STATES } from './cost-inputs.ts';
import { type DatedPriceLevel, type PastPriceLevel, towards, withPast } from './past-levels.ts';
import {
  type CarriedPriceLevel,
  driftAt,
  FIRST_YEAR,
  type PriceHistory,
  stepToDay,
} from './price-level-carry.ts';
import { decimalYear, lastFrom } from './yearly-series.ts';

/** The year of the Penn World Table that is used, the last. */
export const PENN_YEAR = 2019;
/**
 * If inflation since 2019 was above that of the United States by more than this (ln), a level of 2019 says nothing about today.
 */
const PENN_MOST_INFLATION = 0.5;
/**
 * How far (ln) a territory's price level is from its country's: root mean square of the thirteen that have a figure of their own.
 */
const KIN_SD = 0.22;
/**
 * A territory with more times its country's GDP per head is not priced like it: of those with a level of their own in Europe and the
 * Atlantic, none has more than 2.5 times (Bermuda). Monaco has 5.7 times that of France.
 */
const MOST_TIMES_AS_RICH = 3;
/** Width (ln of GDP per head) of the window of countries with similar income. */
const INCOME_WINDOW = 0.5;
/** An older GDP per head says too little about today. */
const FIRST_GDP_YEAR = 2024;
/** Added error (ln) of a level from income: if a country has two rates, its GDP in dollars is as doubtful as its price level. */
const TWO_RATES_SD = 0.15;

/**
 * A substitute, with a wide error, for a price level that the World Bank does not have or that cannot be carried to today. It is
 * the first of these that exists: the level of the country that a territory belongs to, the level in the Penn World Table, and
 * the mean level of countries with a similar GDP per head.
 *
 * @param kin the price level of the country that a territory belongs to
 */
export function substitutePriceLevel(
  country: CostCountry,
  history: PriceHistory,
  asOf: string,
  kin: DatedPriceLevel | undefined,
): DatedPriceLevel | undefined {
  if (kin !== undefined) return { ...kin, drift: kin.drift + KIN_SD ** 2 };
  const penn = fromPennWorldTable(country, history);
  if (penn !== undefined) return penn;
  const income = fromIncome(country.key, history, asOf);
  if (income === undefined) return undefined;
  const level = { ...income, drift: income.drift + TWO_RATES_SD ** 2 };
  return withPast(level, pastFromIncome(country.key, history, Number(income.period)));
}

/** Whether a territory is so much richer than its country that the country's prices say nothing about it. */
export function isFarRicher(territory: string, country: string, { gdpPerHeadOfBank }: PriceHistory): boolean {
  const [own, related] = [territory, country].map((key) => lastFrom(gdpPerHeadOfBank.get(key), FIRST_YEAR));
  return (
    own !== undefined && related !== undefined && own.fact.value > MOST_TIMES_AS_RICH * related.fact.value
  );
}

/** The price level of households in 2019, on the scale of the World Bank's ratio, carried by inflation and rate. */
function fromPennWorldTable(country: CostCountry, history: PriceHistory): DatedPriceLevel | undefined {
  const { pennLevel, pennRate, priceLevel } = history;
  const base = pennLevel.get(UNITED_STATES)?.get(PENN_YEAR);
  const own = pennLevel.get(country.key)?.get(PENN_YEAR);
  const rate = pennRate.get(country.key)?.get(PENN_YEAR);
  if (base === undefined || own === undefined || rate === undefined) return undefined;
  if (lastFrom(priceLevel.get(country.key), FIRST_YEAR) !== undefined) return undefined;
  const departures = [...pennLevel].flatMap(([key, levels]): number[] => {
    const [level, ratio] = [levels.get(PENN_YEAR), priceLevel.get(key)?.get(PENN_YEAR)];
    if (level === undefined || ratio === undefined || key === UNITED_STATES) return [];
    return [Math.log(ratio.value) - Math.log(level.value / base.value)];
  });
  const step = stepToDay(country, history, PENN_YEAR, rate);
  if (departures.length < 30 || step === undefined) return undefined;
  const fall =
    Math.log(history.compiledRates.get(country.currency ?? '')?.value ?? rate.value) - Math.log(rate.value);
  if (Math.abs(step.move.real + fall) > PENN_MOST_INFLATION) return undefined;
  const log = Math.log(own.value / base.value) + mean(departures);
  const drift = variance(departures);
  const level = {
    log: log + step.change,
    spot: step.spot,
    move: step.move,
    drift: drift + step.drift,
    period: step.period,
    sources: new Set([own.source, ...step.sources]),
  };
  return withPast(level, towards(level, drift, Number(step.period.slice(0, 'yyyy'.length))));
}

/**
 * The mean price level of countries with a similar GDP per head, weighted by similarity: prices rise with income. The error
 * is the spread of those countries.
 */
export function fromIncome(
  country: string,
  history: PriceHistory,
  asOf: string,
): CarriedPriceLevel | undefined {
  const latest = lastFrom(history.gdpPerHead.get(country), FIRST_GDP_YEAR);
  const level = latest && levelOfIncome(country, history, latest);
  if (latest === undefined || level === undefined) return undefined;
  const years = decimalYear(asOf) - latest.year - 0.5;
  return {
    log: level.log,
    spot: 0,
    drift: level.drift + years * driftAt(0),
    period: String(latest.year),
    sources: new Set(level.sources),
  };
}

/** The same of the years before, each by the GDP per head and the price levels of the year. */
function pastFromIncome(country: string, history: PriceHistory, until: number): PastPriceLevel[] {
  return [...(history.gdpPerHead.get(country) ?? [])]
    .sort(([one], [other]) => one - other)
    .flatMap(([year, fact]) => {
      const level = year < until ? levelOfIncome(country, history, { year, fact }) : undefined;
      if (level === undefined) return [];
      return [{ ...level, drift: level.drift + TWO_RATES_SD ** 2, year, basis: 'income', since: year }];
    });
}

function levelOfIncome(
  country: string,
  { gdpPerHead, priceLevel }: PriceHistory,
  { year, fact: { value, source } }: { year: number; fact: Fact },
): { log: number; drift: number; sources: string[] } | undefined {
  const like = [...priceLevel].flatMap(([key, levels]) => {
    const level = lastFrom(levels, FIRST_YEAR, year);
    const gdp = level && gdpPerHead.get(key)?.get(level.year);
    if (key === country || level === undefined || gdp === undefined || level.year < Math.min(year, 2022))
      return [];
    const distance = (Math.log(gdp.value) - Math.log(value)) / INCOME_WINDOW;
    return [{ log: Math.log(level.fact.value), weight: Math.exp(-(distance ** 2) / 2), of: level.fact }];
  });
  const [logs, weights] = [like.map(({ log }) => log), like.map(({ weight }) => weight)];
  if (sum(weights) < 5) return undefined;
  return {
    log: weightedMean(logs, weights),
    drift: weightedVariance(logs, weights),
    sources: [...new Set([source, ...like.map(({ of }) => of.source)])].sort(),
  };
}
