import { yearOf } from './best-figures.ts';
import { type Level, WIDEST_SPAN, Z80 } from './cost-estimates.ts';
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

function earnings(statistic: PayMetric['statistic'], per: PayMetric['per'], covers: string): PayMetric {
  return { kind: 'earnings', statistic, tax: 'gross', per, covers };
}

function minimumWage(covers: string): PayMetric {
  return { kind: 'minimum_wage', statistic: null, tax: 'gross', per: 'month', covers };
}

const IN_EMPLOYER_SURVEY = 'employees in all occupations; hourly pay is counted for 2,080 hours a year';
const FULL_TIME_EQUIVALENT = earnings(
  'mean',
  'year',
  'employees, with part-time work counted as a share of a full-time job',
);

/** By id of data/metrics.tsv, in the order in which a place shows those of one grain. */
export const PAY_METRICS: ReadonlyMap<string, PayMetric> = new Map<string, PayMetric>([
  ['wage_mean_annual', earnings('mean', 'year', IN_EMPLOYER_SURVEY)],
  ['wage_median_annual', earnings('median', 'year', IN_EMPLOYER_SURVEY)],
  ['average_annual_wage_in_national_currency', FULL_TIME_EQUIVALENT],
  [
    'average_monthly_earnings',
    earnings(
      'mean',
      'month',
      'employees, men and women; in some countries with part-time work as it is paid',
    ),
  ],
  ['average_annual_wage', FULL_TIME_EQUIVALENT],
  ['regional_minimum_wage', minimumWage('employees of formal employers in the region')],
  ['minimum_wage', minimumWage('employees with a statutory minimum wage')],
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

/** The prices of a place without what people earn, which `pay` has. */
export function pricesBesidePay<Each extends { item: string }>(prices: readonly Each[]): Each[] {
  return prices.filter(({ item }) => !PAY_METRICS.has(item));
}

/**
 * The earnings that are put beside one another: gross, of employees, in money, a mean. If a place has several of one grain, the first
 * counts: that of the OECD, whose definition most countries share. Dollars at purchasing power parity are not money that anyone is
 * paid, so `average_annual_wage` is not here: the build turns it into national money, and medians of areas into means
 * (wages-in-money.ts).
 */
const COMPARED: readonly string[] = [
  'average_annual_wage_in_national_currency',
  'wage_mean_annual',
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
  'no_exchange_rate',
  'no_price_level',
  'no_base',
  'too_uncertain',
  'other_homes',
] as const;
export type PayReason = (typeof PAY_REASONS)[number];

/** Units of a currency per US dollar. */
export interface DollarRate {
  value: number;
  period: string;
  /** Ids, separated by spaces. */
  source: string;
}

/** US dollars a month, before tax, on average: whole dollars. The interval is that of what the employees of the place earn. */
export interface Earnings extends Level {
  /** The published figure. */
  from: Observation;
  /** Null for figures in US dollars. */
  rate: DollarRate | null;
}

/**
 * What employees earn on average: from the most local figure that is at most MOST_YEARS old.
 *
 * @param known the latest figures of the place, the areas around it and its country
 * @param isCity whether the place is a city, for which a national figure says less
 * @param year of the release
 * @param dailyRate the rate of today for a currency; used where the figure has no amount in dollars, if it is of this or last year
 */
export function earningsOf(
  known: readonly Observation[],
  isCity: boolean,
  year: number,
  dailyRate: (currency: string) => DollarRate | undefined,
): Earnings | { reason: PayReason } {
  const figures = known.filter(({ metric }) => COMPARED.includes(metric)).sort(mostLocalFirst);
  if (figures.length === 0) return { reason: 'no_earnings' };
  const recent = figures.filter((figure) => yearOf(figure.period) >= year - MOST_YEARS);
  if (recent.length === 0) return { reason: 'stale_earnings' };
  for (const figure of recent) {
    const rate = rateOf(figure, dailyRate);
    if (rate === undefined) continue;
    const months = PAY_METRICS.get(figure.metric)?.per === 'year' ? 12 : 1;
    const usd = figure.value / (rate?.value ?? 1) / months;
    const ofPlace = isNational({ from: figure, isCity }) ? CITY_IN_COUNTRY_SD : 0;
    const reach = Math.exp(Z80 * Math.hypot(SURVEY_SD, ofPlace));
    const [value = 0, low = 0, high = 0] = [usd, usd / reach, usd * reach].map((each) => roundTo(each, 1));
    return { value, low, high, from: figure, rate };
  }
  return { reason: 'no_exchange_rate' };
}

function mostLocalFirst(left: Observation, right: Observation): number {
  return (
    compareGrains(left.grain, right.grain) ||
    (left.extent ?? 0) - (right.extent ?? 0) ||
    COMPARED.indexOf(left.metric) - COMPARED.indexOf(right.metric) ||
    yearOf(right.period) - yearOf(left.period)
  );
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
  return daily !== undefined && yearOf(figure.period) >= yearOf(daily.period) - 1 ? daily : undefined;
}

/**
 * Standard deviations (ln) of the error of earnings, as `data evaluate --budgets` learns them from official figures: of what a
 * survey counts, from two official sources for one country and year, and of a national figure as that of a city, from the pay
 * of American metropolitan areas.
 */
export const SURVEY_SD = 0.16;
export const CITY_IN_COUNTRY_SD = 0.12;
/** The same of what national earnings buy at national prices, as what a city's earnings buy there. */
export const BUYING_IN_COUNTRY_SD = 0.09;

/**
 * Whether earnings are divided by the prices of the whole country, because only its earnings are known. Pay rises with prices:
 * over 386 American areas by 1.2 (standard error .06) for each unit of the official price parity, and by .9 and 1.0 of our levels
 * without it. Divided by a city's own prices, national earnings would make the cheapest towns of a rich country the world's best.
 */
export function isNational({ from, isCity }: Pick<ComparedEarnings, 'from' | 'isCity'>): boolean {
  return isCity && from.grain === 'country';
}

/** Earnings of a place, to be compared with those of another. */
export interface ComparedEarnings extends Pick<Earnings, 'value' | 'from'> {
  place: string;
  country: string;
  isCity: boolean;
}

/**
 * Standard deviation (ln) of the ratio of the earnings of two places. What a survey counts is the same in places of one country.
 */
function ratioError(one: ComparedEarnings, other: ComparedEarnings): number {
  if (one.place === other.place) return 0;
  const ofSurveys = one.country === other.country ? 0 : Math.SQRT2 * SURVEY_SD;
  const ofPlaces = [one, other].map((earned) => (isNational(earned) ? BUYING_IN_COUNTRY_SD : 0));
  return Math.hypot(ofSurveys, ...ofPlaces);
}

/**
 * Earnings divided by the price level; those of the base city are 100. The interval has the errors of both.
 *
 * @param prices where the earnings are from: of the place, or of its country (`isNational`); the base city is 100
 * @param ofBase the same for the base city: 100, or the level of its country
 */
export function purchasingPower(
  earned: ComparedEarnings,
  base: ComparedEarnings,
  prices: Level,
  ofBase = 100,
): Level {
  const value = (100 * ofBase * earned.value) / (base.value * prices.value);
  return withError(value, prices.value / prices.high, prices.value / prices.low, ratioError(earned, base));
}

/**
 * What employees of a place earn. If only the earnings of its country are known, they are multiplied by its price level, because
 * pay rises with prices (`isNational`).
 *
 * @param level of the place, where its country is 100
 */
export function localEarnings(
  earned: Level & Pick<ComparedEarnings, 'from' | 'isCity'>,
  level: number,
): Level {
  if (!isNational(earned)) return earned;
  const value = (earned.value * level) / 100;
  const reach = Math.exp(Z80 * Math.hypot(SURVEY_SD, BUYING_IN_COUNTRY_SD));
  return { value, low: value / reach, high: value * reach };
}

/**
 * In per cent: of the 6,502 American places whose pay and rents by bedrooms are official, none has a rent that takes more of average
 * pay. Where one would, people live in other homes, and what these cost is not known.
 */
export const MOST_BURDEN = 58;

/**
 * What share of earnings a rent takes, in per cent; withheld if it says nothing about how people there live.
 *
 * @param earnings of the place (`localEarnings`)
 */
export function rentBurden(rent: Level, { value, high }: Level): Level | { reason: PayReason } {
  const share = (100 * rent.value) / value;
  if (share > MOST_BURDEN) return { reason: 'other_homes' };
  const burden = withError(
    share,
    rent.low / rent.value,
    rent.high / rent.value,
    Math.log(high / value) / Z80,
  );
  return burden.high > WIDEST_SPAN * burden.low ? { reason: 'too_uncertain' } : burden;
}

/** A ratio with the ends of an interval as factors, made wider by an independent error (ln). To a tenth. */
function withError(value: number, low: number, high: number, sd: number): Level {
  const reach = (factor: number) => Math.hypot(Math.log(factor), Z80 * sd);
  const [least, most] = [value * Math.exp(-reach(low)), value * Math.exp(reach(high))];
  return { value: roundTo(value, 10), low: roundTo(least, 10), high: roundTo(most, 10) };
}
