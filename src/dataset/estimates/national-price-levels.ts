import {
  BASKET_WEIGHTS,
  type ByCategory,
  byCategory,
  CATEGORIES,
  type Category,
} from '../../release/cost-basket.ts';
import type { Unknown } from '../../release/cost-estimates.ts';
import type { Fact } from '../facts/fact.ts';
import { type CostCountry, type CostInputs, UNITED_STATES } from './cost-inputs.ts';
import { type CarriedPriceLevel, carryPriceLevel, type PriceHistory } from './price-level-carry.ts';

/** The price levels of a country by category, against the United States, before any city is looked at. */
export interface NationalPriceLevels {
  /** Natural logarithms. */
  logs: ByCategory<number>;
  /** Variance of what all categories share: the drift since the price level, and the doubt whether it is the right one. */
  commonVariance: number;
  /** Variance of each category's own error. */
  ownVariances: ByCategory<number>;
  period: string;
  sources: readonly string[];
}

/** Year of the world-wide price survey of the International Comparison Program. */
const SURVEY_YEAR = 2021;

/** Categories of the survey that stand for ours. It has no heading for utilities: they are part of its housing. */
const SURVEYED: readonly Category[] = CATEGORIES.filter((category) => category !== 'utilities');

/**
 * Standard deviation of the error that all categories of a country share: how far the survey's basket and the price level
 * of the whole economy lie apart.
 */
const BASKET_DOUBT = 0.08;
/**
 * The part of a category's spread around its line that remains as error once the category was surveyed: the survey is a
 * sample, of 2021, and relative prices move. Where it was not surveyed, what the survey would have told comes on top: the
 * spread itself, of housing half of it.
 */
const SURVEY_DOUBT = 0.5;

/** ln(category level) = intercept + slope · ln(price level ratio), over the surveyed countries, with the residuals' variance. */
interface CategoryLine {
  intercept: number;
  slope: number;
  variance: number;
}

/**
 * Step 1. `log_ck = ln(survey_ck) + ln P_c(today) − ln P_c(2021)`: the survey of 2021 says how the categories differ, the
 * price level ratio P carried to today says how dear the country is. Two categories are special: the survey's housing
 * counts what government pays and imputes the rents of owners, so it is averaged with what the price level lets expect;
 * utilities follow the price level. A country outside the survey gets each category from its line.
 */
export function nationalPriceLevels(inputs: CostInputs): Map<string, NationalPriceLevels | Unknown> {
  const history = readPriceHistory(inputs.facts);
  const survey = readSurvey(inputs.facts);
  const lines = fitCategoryLines(survey, history);
  const reviews = new Map(inputs.reviews.map((review) => [review.country, review]));
  return new Map(
    inputs.countries.map((country): [string, NationalPriceLevels | Unknown] => {
      const review = reviews.get(country.iso2);
      if (review !== undefined) return [country.key, { reason: review.reason, detail: review.detail }];
      const carried = carryPriceLevel(country, history, inputs.asOf);
      if ('reason' in carried) return [country.key, carried];
      return [country.key, byCountry(country, carried, survey.get(country.key), history, lines)];
    }),
  );
}

function byCountry(
  { key }: CostCountry,
  carried: CarriedPriceLevel,
  surveyed: ReadonlyMap<Category, Fact> | undefined,
  history: PriceHistory,
  lines: ByCategory<CategoryLine>,
): NationalPriceLevels {
  const { period } = carried;
  const sources = new Set(carried.sources);
  if (key === UNITED_STATES) {
    const zero = byCategory(() => 0);
    return { logs: zero, commonVariance: 0, ownVariances: zero, period, sources: [...sources].sort() };
  }
  const then = history.priceLevel.get(key)?.get(SURVEY_YEAR);
  const ownVariances = byCategory(() => 0);
  const logs = byCategory((category) => {
    const line = lines[category];
    const expected = line.intercept + line.slope * carried.log;
    const fact = surveyed?.get(category);
    ownVariances[category] = SURVEY_DOUBT ** 2 * line.variance;
    if (fact === undefined || then === undefined) {
      ownVariances[category] += (category === 'housing' ? 1 / 4 : 1) * line.variance;
      return expected;
    }
    sources.add(fact.source);
    const measured = Math.log(fact.value / 100);
    const change = carried.log - Math.log(then.value);
    if (category !== 'housing') return measured + change;
    const expectedThen = line.intercept + line.slope * Math.log(then.value);
    return (measured + expectedThen) / 2 + change;
  });
  return {
    logs,
    commonVariance: BASKET_DOUBT ** 2 + carried.drift,
    ownVariances,
    period,
    sources: [...sources].sort(),
  };
}

/** Least squares over the countries that have both a survey and a price level of its year; the United States is the base. */
export function fitCategoryLines(survey: Survey, { priceLevel }: PriceHistory): ByCategory<CategoryLine> {
  const surveyed = byCategory((category) => {
    const points = [...survey].flatMap(([country, levels]) => {
      const level = levels.get(category);
      const ratio = priceLevel.get(country)?.get(SURVEY_YEAR);
      if (level === undefined || ratio === undefined || country === UNITED_STATES) return [];
      return [{ x: Math.log(ratio.value), y: Math.log(level.value / 100) }];
    });
    return points.length < 3 ? { intercept: 0, slope: 1, variance: 0 } : leastSquares(points);
  });
  return { ...surveyed, utilities: { intercept: 0, slope: 1, variance: surveyed.housing.variance } };
}

function leastSquares(points: readonly { x: number; y: number }[]): CategoryLine {
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const x0 = mean(({ x }) => x);
  const y0 = mean(({ y }) => y);
  const slope = mean(({ x, y }) => (x - x0) * (y - y0)) / mean(({ x }) => (x - x0) ** 2);
  const intercept = y0 - slope * x0;
  const residuals = points.map(({ x, y }) => Math.abs(y - intercept - slope * x)).sort((a, b) => a - b);
  const medianResidual = residuals[residuals.length >> 1] ?? 0;
  return { intercept, slope, variance: (NORMAL_PER_MEDIAN * medianResidual) ** 2 };
}

/** Standard deviation of a normal distribution per median absolute deviation: a few odd countries do not widen it. */
const NORMAL_PER_MEDIAN = 1.4826;

/** Country key → category → fact of the survey. */
export type Survey = ReadonlyMap<string, ReadonlyMap<Category, Fact>>;

export function readSurvey(facts: readonly Fact[]): Survey {
  const survey = new Map<string, Map<Category, Fact>>();
  const categories = new Map(SURVEYED.map((category) => [`price_level_${category}`, category]));
  for (const fact of facts) {
    const category = categories.get(fact.metric);
    if (category === undefined || fact.period !== String(SURVEY_YEAR)) continue;
    const levels = survey.get(fact.place) ?? new Map<Category, Fact>();
    survey.set(fact.place, levels.set(category, fact));
  }
  return survey;
}

export function readPriceHistory(facts: readonly Fact[]): PriceHistory {
  const yearly = new Map<string, Map<string, Map<number, Fact>>>(
    [...YEARLY_METRICS].map((metric) => [metric, new Map()]),
  );
  const dayRates = new Map<string, Fact>();
  const described = new Set<string>();
  for (const fact of facts) {
    if (fact.place.startsWith('country/') && /^wb-(wdi|icp)-/.test(fact.source)) described.add(fact.place);
    if (fact.metric === 'reference_exchange_rate') dayRates.set(fact.place.slice('currency/'.length), fact);
    const series = yearly.get(fact.metric);
    if (series === undefined) continue;
    const ofPlace = series.get(fact.place) ?? new Map<number, Fact>();
    series.set(fact.place, ofPlace.set(Number(fact.period), fact));
  }
  const of = (metric: string) => yearly.get(metric) ?? new Map();
  return {
    priceLevel: of('price_level_ratio'),
    purchasingPowerParity: of('purchasing_power_parity'),
    exchangeRate: of('official_exchange_rate'),
    inflation: of('consumer_price_inflation'),
    dayRates,
    described,
  };
}

const YEARLY_METRICS = new Set([
  'price_level_ratio',
  'purchasing_power_parity',
  'official_exchange_rate',
  'consumer_price_inflation',
]);

/** The overall level of a country from its categories: for checks between countries. */
export function nationalOverall(logs: ByCategory<number>): number {
  return Object.entries(BASKET_WEIGHTS).reduce(
    (sum, [category, weight]) => sum + weight * logs[category as Category],
    0,
  );
}
