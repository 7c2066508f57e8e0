import { compareGrains } from './grain.ts';
import { roundTo } from './round-to.ts';
import type { Observation } from './schema.ts';

/*
 * Pay: which published figures are pay or incomes, and what follows from them. The build makes the measures of cities with
 * these functions, and the engine the responses for places, so that they agree.
 */

/** What a metric of pay or income means. */
export interface PayMetric {
  kind: 'earnings' | 'minimum_wage' | 'household_income';
  /** Null for amounts that the law sets. */
  statistic: 'mean' | 'median' | null;
  tax: 'gross' | 'net';
  per: 'month' | 'year';
  /** Whom the amount is for. */
  covers: string;
}

const EMPLOYER_SURVEY = {
  kind: 'earnings',
  tax: 'gross',
  per: 'year',
  covers: 'employees in all occupations; hourly pay is counted for 2,080 hours a year',
} as const;
const FULL_TIME_EQUIVALENT = {
  kind: 'earnings',
  statistic: 'mean',
  tax: 'gross',
  per: 'year',
  covers: 'employees, with part-time work counted as a share of a full-time job',
} as const;
const STATUTORY = { kind: 'minimum_wage', statistic: null, tax: 'gross', per: 'month' } as const;

/** By id of data/metrics.tsv, in the order in which a place shows those of one grain. */
export const PAY_METRICS: ReadonlyMap<string, PayMetric> = new Map<string, PayMetric>([
  ['wage_mean_annual', { ...EMPLOYER_SURVEY, statistic: 'mean' }],
  ['wage_median_annual', { ...EMPLOYER_SURVEY, statistic: 'median' }],
  ['average_annual_wage_in_national_currency', FULL_TIME_EQUIVALENT],
  [
    'average_monthly_earnings',
    {
      kind: 'earnings',
      statistic: 'mean',
      tax: 'gross',
      per: 'month',
      covers: 'employees, men and women; in some countries with part-time work as it is paid',
    },
  ],
  ['average_annual_wage', FULL_TIME_EQUIVALENT],
  ['regional_minimum_wage', { ...STATUTORY, covers: 'employees of formal employers in the region' }],
  ['minimum_wage', { ...STATUTORY, covers: 'employees with a statutory minimum wage' }],
  [
    'household_disposable_income',
    {
      kind: 'household_income',
      statistic: 'mean',
      tax: 'net',
      per: 'year',
      covers: 'people in households, with and without work',
    },
  ],
]);

/**
 * The earnings that are put beside one another: gross, of employees, in money. If a place has several of one grain, the first
 * counts. Dollars at purchasing power parity are not money that anyone is paid, so `average_annual_wage` is not here.
 */
const COMPARED: readonly string[] = [
  'wage_mean_annual',
  'wage_median_annual',
  'average_annual_wage_in_national_currency',
  'average_monthly_earnings',
];

/** Older earnings say too little about today's. */
export const MOST_YEARS = 5;

export const PAY_MEASURES = ['earnings', 'purchasing_power', 'rent_burden'] as const;
export type PayMeasure = (typeof PAY_MEASURES)[number];

/** Why a measure of pay is null. */
export const PAY_REASONS = [
  'no_earnings',
  'stale_earnings',
  'median_only',
  'no_exchange_rate',
  'no_price_level',
  'no_base',
] as const;
export type PayReason = (typeof PAY_REASONS)[number];

/** Units of a currency per US dollar. */
export interface DollarRate {
  value: number;
  period: string;
  /** Ids, separated by spaces. */
  source: string;
}

/** How a median becomes a mean: by the two that the same survey has for the whole country. */
export interface MeanOfMedian {
  mean: Observation;
  median: Observation;
}

export interface Earnings {
  /** US dollars a month, before tax, on average: whole dollars. */
  value: number;
  /** The published figure. */
  from: Observation;
  /** Null for figures in US dollars. */
  rate: DollarRate | null;
  /** Null if the figure is a mean. */
  conversion: MeanOfMedian | null;
}

/**
 * What employees earn on average: from the most local figure that is at most MOST_YEARS old.
 *
 * @param known the latest figures of the place, the areas around it and its country
 * @param year of the release
 * @param dailyRate the rate of today for a currency; used where the figure has no amount in dollars, if it is of this or last year
 */
export function earningsOf(
  known: readonly Observation[],
  year: number,
  dailyRate: (currency: string) => DollarRate | undefined,
): Earnings | { reason: PayReason } {
  const figures = known.filter(({ metric }) => COMPARED.includes(metric)).sort(mostLocalFirst);
  if (figures.length === 0) return { reason: 'no_earnings' };
  const recent = figures.filter((figure) => endYear(figure) >= year - MOST_YEARS);
  if (recent.length === 0) return { reason: 'stale_earnings' };
  const means = recent.flatMap((figure) => {
    const conversion = PAY_METRICS.get(figure.metric)?.statistic === 'median' ? nationalRatio(known) : null;
    return conversion === undefined ? [] : { figure, conversion };
  });
  if (means.length === 0) return { reason: 'median_only' };
  for (const { figure, conversion } of means) {
    const rate = rateOf(figure, dailyRate);
    if (rate === undefined) continue;
    const months = PAY_METRICS.get(figure.metric)?.per === 'year' ? 12 : 1;
    const ratio = conversion === null ? 1 : conversion.mean.value / conversion.median.value;
    const value = roundTo(((figure.value / (rate?.value ?? 1)) * ratio) / months, 1);
    return { value, from: figure, rate, conversion };
  }
  return { reason: 'no_exchange_rate' };
}

function mostLocalFirst(left: Observation, right: Observation): number {
  return (
    compareGrains(left.grain, right.grain) ||
    (left.extent ?? 0) - (right.extent ?? 0) ||
    COMPARED.indexOf(left.metric) - COMPARED.indexOf(right.metric) ||
    endYear(right) - endYear(left)
  );
}

function endYear({ period }: Observation): number {
  return Number((period.split('/').at(-1) ?? '').slice(0, 'yyyy'.length));
}

/** Mean and median of one survey for the whole country; undefined if the country lacks one of them. */
function nationalRatio(known: readonly Observation[]): MeanOfMedian | undefined {
  const national = known.filter(({ grain }) => grain === 'country');
  const mean = national.find(({ metric }) => metric === 'wage_mean_annual');
  const median = national.find(
    ({ metric, source, period }) =>
      metric === 'wage_median_annual' && source === mean?.source && period === mean.period,
  );
  return mean === undefined || median === undefined ? undefined : { mean, median };
}

/** Null for an amount in dollars. */
function rateOf(
  figure: Observation,
  dailyRate: (currency: string) => DollarRate | undefined,
): DollarRate | null | undefined {
  const { unit, usd_rate: value, usd_rate_period: period, usd_rate_source: source } = figure;
  if (unit === 'USD' || unit === 'usd_per_year') return null;
  if (value !== null && period !== null && source !== null) return { value, period, source };
  const daily = dailyRate(unit);
  return daily !== undefined && endYear(figure) >= Number(daily.period.slice(0, 'yyyy'.length)) - 1
    ? daily
    : undefined;
}

/** A level with its 80 % interval. */
export interface Level {
  value: number;
  low: number;
  high: number;
}

/**
 * Earnings divided by the price level; those of the base city are 100. The interval is that of the price level.
 *
 * @param level of prices, where the base city is 100
 */
export function purchasingPower(earnings: number, ofBase: number, level: Level): Level {
  const at = (price: number) => roundTo((100 * 100 * earnings) / (ofBase * price), 10);
  return { value: at(level.value), low: at(level.high), high: at(level.low) };
}

/** What share of earnings a rent takes, in per cent. */
export function rentBurden(rent: Level, earnings: number): Level {
  const share = (amount: number) => roundTo((100 * amount) / earnings, 10);
  return { value: share(rent.value), low: share(rent.low), high: share(rent.high) };
}
