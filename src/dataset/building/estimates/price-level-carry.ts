import type { NoEstimate } from '../../../release/cost-estimates.ts';
import type { Fact } from '../facts/fact.ts';
import { type CostCountry, UNITED_STATES } from './cost-inputs.ts';
import { decimalYear, lastFrom, type YearlySeries } from './yearly-series.ts';

/** A country's price level against the United States, carried as close to today as official figures allow. */
export interface CarriedPriceLevel {
  /** ln of the price level ratio, at the smoothed exchange rate: see `smoothing`. */
  log: number;
  /** What to add (ln) to price at the day's own exchange rate; 0 if no daily rate is known. */
  spot: number;
  /**
   * How the price level moved (ln) from the middle of the last year with a yearly rate to the day; undefined if it is carried no
   * further than that year.
   */
  move?: { real: number; from: number; until: number };
  /** Variance of its change since it was published. */
  drift: number;
  /** ISO 8601: how far it was carried. */
  period: string;
  sources: Set<string>;
}

/** Published yearly series of the countries, and the exchange rates of a day. */
export interface PriceHistory {
  priceLevel: YearlySeries;
  purchasingPowerParity: YearlySeries;
  exchangeRate: YearlySeries;
  /** From the World Bank, or from the International Monetary Fund if the Bank has none. */
  inflation: YearlySeries;
  /** The Fund's projection for the year in which it was published. */
  projectedInflation: YearlySeries;
  /** ISO 4217 → units per US dollar. */
  dayRates: ReadonlyMap<string, Fact>;
  /** The same from an unofficial compilation, for currencies that have no other rate. */
  compiledRates: ReadonlyMap<string, Fact>;
  /** Consumer price index by category, and of `all_items`. */
  indices: ReadonlyMap<string, YearlySeries>;
  /** Price level of households and exchange rate in the Penn World Table. */
  pennLevel: YearlySeries;
  pennRate: YearlySeries;
  /** US dollars, by the IMF and by the World Bank, which also has territories. */
  gdpPerHead: YearlySeries;
  gdpPerHeadOfBank: YearlySeries;
  /** Keys of countries for which the World Bank has any economic data. */
  described: ReadonlySet<string>;
}

/** The economy whose yearly rate is used for the euro. */
const EURO_ECONOMY = 'country/germany';

/** The first year of our series: a country without a price level since then has no estimate. */
export const FIRST_YEAR = 2015;
/** An older price level says too little about today. */
const MAX_AGE_YEARS = 5;
/** Limit for ln(purchasing power parity ÷ official rate ÷ price level): above it, the World Bank itself used another rate. */
const RATE_CONFLICT = 0.25;
/** A level is not carried through a larger change of the exchange rate (ln) unless inflation is known (but see DEVALUED_YEAR). */
export const DEVALUATION = 0.2;
/** Unknown inflation counts as that of the United States if the last known one was within this of it (ln per year). */
const LOW_INFLATION = 0.05;
/** Consumer prices that fall faster than this (ln per year) are a crisis or an error of the file, as Romania's of 2024 are. */
export const DEFLATION = -0.03;
/** A larger real change between the yearly and the daily rate (ln) means a new currency or a wrong figure. */
const RATE_BREAK = 0.5;
/** Share of a real change that may be an error of the rate or of inflation. */
const REAL_CHANGE_DOUBT = 0.3;
/** Rates in a constant proportion (within this) over these years count as pegged. */
const PEG_TOLERANCE = 0.005;
const PEG_YEARS = 6;

/**
 * Standard deviations (ln) of the error of carrying, from carrying each year's price level 2015–2022 to later ones
 * and comparing with what the World Bank then published: a year with inflation and rate known; a year with only the rate
 * known; a year with neither. The first and the last grow in proportion to high inflation. `lasting` is the part of a carried
 * year's error that the next years repeat: without it, 0.74 instead of 0.80 of the levels eight years later are in their intervals.
 */
const CARRIED_YEAR = { sd: 0.03, perInflation: 0.45, lasting: 0.008 };
const RATE_ONLY_YEAR = { sd: 0.037 };
/**
 * Error (standard deviation of ln) of a compiled daily rate: it differed by this from the European Central Bank's in the same
 * weeks.
 */
const COMPILED_RATE_SD = 0.02;
const LOST_YEAR = { sd: 0.065, perInflation: 0.2 };
/**
 * Inflation less that of the United States (ln) in a year in which the currency fell by more than a fifth and inflation is
 * not published: two thirds of the year before, and a third of the fall. Least squares over 53 such years 2016–2023 of
 * countries where people get the official rate; the error is that of a carried year plus a tenth of the fall.
 * Deeper falls (ln) are hyperinflations, which no rule predicts.
 */
const DEVALUED_YEAR = { persistence: 0.67, passThrough: 0.34, perFall: 0.1, deepest: 0.9 };

/**
 * Which share of the real change since the last yearly average the smoothed rate includes. The smoothed rate is the mean of the
 * twelve months up to the day, as if the logarithm of the rate had moved in a straight line since the middle of that year. A
 * price level at the rate of one day says less about the following years: of 1,160 moves of a price level over two years,
 * 2015–2023, 0.87 (± 0.06) remained a year later.
 *
 * @param years from the middle of the year of the average to the day
 */
function smoothing(years: number): number {
  return years <= 0.5 ? 1 : (years - 0.5) / years;
}

/**
 * Carries the latest price level ratio P of a country to today. First year by year, while inflation π and the exchange rate e are
 * both published: P · (1 + π) ÷ (1 + π of the United States) ÷ (e ÷ e of the year before); a devaluation without published
 * inflation is bridged as DEVALUED_YEAR says. Then to the day, by inflation, which is a projection for this year, and the latest
 * daily rate, smoothed.
 *
 * @param asOf ISO 8601 date up to which the uncertainty grows
 */
export function carryPriceLevel(
  country: CostCountry,
  history: PriceHistory,
  asOf: string,
): CarriedPriceLevel | NoEstimate {
  if (country.key === UNITED_STATES) return base(history, asOf);
  const latest = lastFrom(history.priceLevel.get(country.key), FIRST_YEAR);
  if (latest === undefined) return withoutPriceLevel(country, history);
  const { year, level, inflation } = throughYears(country.key, history, latest);
  const yearly = history.exchangeRate.get(country.key)?.get(year);
  const today = yearly && stepToDay(country, history, year, yearly);
  const obstacle =
    devaluationSince(country.key, history, year) ??
    (today === undefined ? tooOld(year, asOf) : undefined) ??
    rateConflict(country.key, latest, history);
  if (obstacle !== undefined) return obstacle;

  const day = today === undefined ? year + 0.5 : decimalYear(today.period);
  const lost = Math.max(0, decimalYear(asOf) - day);
  const since = inflation ?? lastInflation(country.key, history, year)?.difference ?? 0;
  return {
    log: level.log + (today?.change ?? 0),
    spot: today?.spot ?? 0,
    ...(today === undefined ? {} : { move: today.move }),
    drift:
      level.drift + (today?.drift ?? 0) + lost * (LOST_YEAR.sd ** 2 + (LOST_YEAR.perInflation * since) ** 2),
    period: today?.period ?? level.period,
    sources: new Set([...level.sources, ...(today?.sources ?? [])]),
  };
}

/** The latest price level, carried on year by year as far as figures reach; the year reached, and its inflation. */
function throughYears(
  country: string,
  history: PriceHistory,
  latest: { year: number; fact: Fact },
): { year: number; level: CarriedPriceLevel; inflation: number | undefined } {
  let { year } = latest;
  let log = Math.log(latest.fact.value);
  let drift = 0;
  let inflation: number | undefined;
  const sources = new Set([latest.fact.source]);
  for (
    let step = stepAfter(country, history, year, latest.year);
    step !== undefined;
    step = stepAfter(country, history, year, latest.year)
  ) {
    year += 1;
    log += step.change;
    drift += step.drift;
    inflation = step.inflation;
    for (const source of step.sources) sources.add(source);
  }
  return { year, level: { log, spot: 0, drift, period: String(year), sources }, inflation };
}

/** The United States: 1 by definition, on every day. */
function base(history: PriceHistory, asOf: string): CarriedPriceLevel {
  const latest = lastFrom(history.priceLevel.get(UNITED_STATES), FIRST_YEAR);
  return {
    log: 0,
    spot: 0,
    drift: 0,
    period: asOf.slice(0, 4),
    sources: new Set(latest ? [latest.fact.source] : []),
  };
}

function withoutPriceLevel({ key }: CostCountry, history: PriceHistory): NoEstimate {
  if (!history.described.has(key))
    return {
      reason: 'no_source',
      detail: 'The World Bank publishes no economic figures for this territory.',
    };
  const older = lastFrom(history.priceLevel.get(key), 0);
  const detail =
    older === undefined
      ? 'The World Bank publishes no price level ratio for this country.'
      : `The World Bank has published no price level for this country since ${older.year}.`;
  return { reason: 'no_price_level', detail };
}

function tooOld(year: number, asOf: string): NoEstimate | undefined {
  if (decimalYear(asOf) - year <= MAX_AGE_YEARS + 1) return undefined;
  return { reason: 'stale', detail: `The latest price level is from ${year}.` };
}

function rateConflict(
  country: string,
  { year, fact: level }: { year: number; fact: Fact },
  history: PriceHistory,
): NoEstimate | undefined {
  const parity = history.purchasingPowerParity.get(country)?.get(year);
  const rate = history.exchangeRate.get(country)?.get(year);
  if (parity === undefined || rate === undefined) return undefined;
  if (Math.log(parity.value / rate.value / level.value) <= RATE_CONFLICT) return undefined;
  const detail = `At the official exchange rate of ${year}, the price level would be ${(parity.value / rate.value).toFixed(2)} times that of the United States, but the World Bank publishes ${level.value.toFixed(2)}.`;
  return { reason: 'conflict', detail };
}

/** From one year to the next: the change of the price level (ln), and the variance of its error. */
interface YearStep {
  change: number;
  drift: number;
  /** Less that of the United States (ln). */
  inflation: number;
  sources: string[];
}

/** @param published year of the price level: only the devaluation right after it is bridged, as it was tested */
export function stepAfter(
  country: string,
  history: PriceHistory,
  year: number,
  published: number,
): YearStep | undefined {
  const before = history.exchangeRate.get(country)?.get(year);
  const after = history.exchangeRate.get(country)?.get(year + 1);
  if (before === undefined || after === undefined) return undefined;
  const fall = { fall: Math.log(after.value / before.value), source: after.source };
  const measured = measuredStep(country, history, year, fall);
  const step = measured ?? (year === published ? devaluedStep(country, history, year, fall) : undefined);
  return step && { ...step, drift: step.drift + 2 * (year - published) * CARRIED_YEAR.lasting ** 2 };
}

/** How far the currency fell against the dollar (ln). */
interface Fall {
  fall: number;
  source: string;
}

function measuredStep(
  country: string,
  { inflation }: PriceHistory,
  year: number,
  { fall, source }: Fall,
): YearStep | undefined {
  const prices = pricesOf(country, year + 1, inflation);
  if (prices === undefined || Math.log(1 + prices.percent / 100) < DEFLATION) return undefined;
  const { difference } = prices;
  return {
    change: difference - fall,
    drift: driftAt(difference),
    inflation: difference,
    sources: [prices.source, source],
  };
}

export function driftAt(inflation: number): number {
  return CARRIED_YEAR.sd ** 2 + (CARRIED_YEAR.perInflation * inflation) ** 2;
}

/** A year for which only the fall of the currency and the inflation of the year before are known. */
function devaluedStep(
  country: string,
  { inflation }: PriceHistory,
  year: number,
  { fall, source }: Fall,
): YearStep | undefined {
  const prices = pricesOf(country, year, inflation);
  if (prices === undefined || fall <= DEVALUATION || fall > DEVALUED_YEAR.deepest) return undefined;
  const difference = DEVALUED_YEAR.persistence * prices.difference + DEVALUED_YEAR.passThrough * fall;
  return {
    change: difference - fall,
    drift: driftAt(difference) + (DEVALUED_YEAR.perFall * fall) ** 2,
    inflation: difference,
    sources: [prices.source, source],
  };
}

function devaluationSince(
  country: string,
  { exchangeRate }: PriceHistory,
  year: number,
): NoEstimate | undefined {
  const rates = exchangeRate.get(country);
  const before = rates?.get(year);
  const after = lastFrom(rates, year + 1);
  if (before === undefined || after === undefined) return undefined;
  const fall = after.fact.value / before.value;
  if (Math.abs(Math.log(fall)) <= DEVALUATION) return undefined;
  const detail = `The official exchange rate changed by a factor of ${fall.toFixed(2)} from ${year} to ${after.year}, and no published inflation explains it.`;
  return { reason: 'stale', detail };
}

/** From the middle of a year to a day: the price level at the smoothed rate, and what to add for the day's own rate. */
interface DayStep {
  change: number;
  spot: number;
  drift: number;
  move: { real: number; from: number; until: number };
  period: string;
  sources: string[];
}

/** @param yearly average rate of the year */
export function stepToDay(
  country: CostCountry,
  history: PriceHistory,
  year: number,
  yearly: Fact,
): DayStep | undefined {
  const currency = country.currency ?? '';
  // After a change of currency, the new one's rate is refused as a break, and the peg of the old one, if any, gives the rate.
  const rates = [
    { rate: history.dayRates.get(currency), error: 0 },
    { rate: peggedDayRate(country.key, history, year), error: 0 },
    { rate: history.compiledRates.get(currency), error: COMPILED_RATE_SD },
  ];
  for (const { rate, error } of rates) {
    const step = rate === undefined ? undefined : stepToRate(country, history, year, yearly, rate);
    if (step !== undefined) return { ...step, drift: step.drift + error ** 2 };
  }
  return undefined;
}

function stepToRate(
  country: CostCountry,
  history: PriceHistory,
  year: number,
  yearly: Fact,
  rate: Fact,
): DayStep | undefined {
  if (decimalYear(rate.period) <= year + 0.5) return undefined;
  const until = decimalYear(rate.period);
  const inflation = inflationUntil(country.key, history, year, until);
  if (inflation === undefined) return undefined;
  const years = until - year - 0.5;
  const real = inflation.difference - Math.log(rate.value / yearly.value);
  if (Math.abs(real) > RATE_BREAK) return undefined;
  const kept = smoothing(years);
  return {
    change: kept * real,
    spot: (1 - kept) * real,
    drift:
      years * (inflation.isKnown ? driftAt(inflation.difference / years) : RATE_ONLY_YEAR.sd ** 2) +
      (REAL_CHANGE_DOUBT * real) ** 2,
    move: { real, from: year + 0.5, until },
    period: rate.period,
    sources: [yearly.source, ...inflation.sources, rate.source],
  };
}

/**
 * Inflation less that of the United States (ln) from the middle of a year to a day, by each year that is known or
 * projected; the last one continues to the day. A missing year counts as none if inflation was low before.
 */
function inflationUntil(
  country: string,
  history: PriceHistory,
  year: number,
  until: number,
): { difference: number; isKnown: boolean; sources: string[] } | undefined {
  const years: { difference: number; source: string }[] = [];
  for (let next = year + 1; next - 0.5 < until; next++) {
    const step = pricesOf(country, next, history.inflation, history.projectedInflation);
    if (step === undefined) break;
    years.push(step);
  }
  const last = years.at(-1);
  if (last === undefined || until - (year + 0.5) - years.length > 1) {
    const before = lastInflation(country, history, year);
    if (before === undefined || Math.abs(before.difference) > LOW_INFLATION) return undefined;
    return { difference: 0, isKnown: false, sources: [before.source] };
  }
  const whole = years.reduce((sum, { difference }) => sum + difference, 0);
  const difference = whole + last.difference * (until - (year + 0.5) - years.length);
  return { difference, isKnown: true, sources: years.map(({ source }) => source) };
}

/** Inflation of a year, in per cent, and less that of the United States (ln): of the first of the series that has the year. */
function pricesOf(
  country: string,
  year: number,
  ...series: readonly YearlySeries[]
): { difference: number; percent: number; source: string } | undefined {
  const of = (place: string) =>
    series.map((one) => one.get(place)?.get(year)).find((fact) => fact !== undefined);
  const [own, base] = [of(country), of(UNITED_STATES)];
  if (own === undefined || base === undefined) return undefined;
  const difference = Math.log((100 + own.value) / (100 + base.value));
  return { difference, percent: own.value, source: own.source };
}

/** The day's rate that follows from a peg to the dollar or the euro. */
function peggedDayRate(country: string, history: PriceHistory, year: number): Fact | undefined {
  const own = history.exchangeRate.get(country);
  const years = Array.from({ length: PEG_YEARS }, (_, back) => year - back);
  for (const [currency, anchor] of [
    ['USD', UNITED_STATES],
    ['EUR', EURO_ECONOMY],
  ] as const) {
    const anchored = history.exchangeRate.get(anchor);
    const proportions = years.map((of) => (own?.get(of)?.value ?? 0) / (anchored?.get(of)?.value ?? 0));
    const [least, most] = [Math.min(...proportions), Math.max(...proportions)];
    const day = history.dayRates.get(currency);
    if (day !== undefined && least > 0 && most / least < 1 + PEG_TOLERANCE)
      return { ...day, value: day.value * (proportions[0] ?? Number.NaN) };
  }
  return undefined;
}

/** Inflation of the year or of one of the two before. */
function lastInflation(country: string, { inflation }: PriceHistory, year: number) {
  return [year, year - 1, year - 2]
    .map((measured) => pricesOf(country, measured, inflation))
    .find((prices) => prices !== undefined);
}
