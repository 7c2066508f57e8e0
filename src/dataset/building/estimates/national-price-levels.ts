import { linearRegression, median } from 'simple-statistics';
import {
  BASKET_WEIGHTS,
  type ByCategory,
  byCategory,
  CATEGORIES,
  type Category,
} from '../../../release/cost-basket.ts';
import type { NoEstimate, PastMove } from '../../../release/cost-estimates.ts';
import { roundTo } from '../../../release/round-to.ts';
import type { Fact } from '../facts/fact.ts';
import { type CostCountry, type CostInputs, UNITED_STATES } from './cost-inputs.ts';
import { type DatedPriceLevel, pastOfCarried, withPast } from './past-levels.ts';
import {
  type CarriedPriceLevel,
  carryPriceLevel,
  DEFLATION,
  type PriceHistory,
} from './price-level-carry.ts';
import { isFarRicher, substitutePriceLevel } from './price-level-substitutes.ts';
import type { YearlySeries } from './yearly-series.ts';

/** The price levels of a country by category, relative to the United States, before cities are considered. */
export interface NationalPriceLevels {
  /** Natural logarithms. */
  logs: ByCategory<number>;
  /** Variance of the error that all categories share: drift since the price level was published, and BASKET_DOUBT. */
  commonVariance: number;
  /** Variance of each category's own error. */
  ownVariances: ByCategory<number>;
  /** What to add to each category to price it at the exchange rate of the day instead of the smoothed one. */
  spot: ByCategory<number>;
  period: string;
  sources: readonly string[];
  past: readonly PastMove[];
}

/** Year of the world-wide price survey of the International Comparison Program. */
const SURVEY_YEAR = 2021;

/** Our categories that the survey has. It has no heading for utilities: they are part of its housing. */
const SURVEYED: readonly Category[] = CATEGORIES.filter((category) => category !== 'utilities');

/**
 * Standard deviation of the error that all categories of a country share, because the survey's basket is that of households and
 * the price level is that of the whole economy.
 */
const BASKET_DOUBT = 0.08;
/**
 * Which share of a category's departure from its line (CategoryLine) is kept: the survey is a sample of 2021, whose error is about
 * half of how far countries are from the line, so 1 ÷ (1 + 0.5²) of a departure is expected to be true. Of housing, half: the survey counts
 * what government pays, and imputes the rents of owners. No error of it is in utilities, which were not surveyed.
 */
const SURVEY_WEIGHT = { housing: 0.5, utilities: 1, others: 0.8 };

/**
 * Exchange-rate pass-through: which share of a change of the rate reaches a category's prices within the year, less the share
 * that reaches all items (0.20 ± 0.02). Least squares over some 1,120 years of 150 countries, 2017–2024, with a constant for each
 * year, changes above 0.3 (ln) left out. Standard errors, by country: food 0.02, communication 0.03, education 0.04, the others
 * 0.02 to 0.04.
 */
const PASS_THROUGH: ByCategory<number> = {
  housing: -0.04,
  utilities: 0,
  food: 0.01,
  restaurants: -0.07,
  transport: 0.08,
  communication: -0.17,
  recreation: -0.06,
  clothing: -0.06,
  health: -0.06,
  education: -0.17,
};
/**
 * A category's index that has moved further than this (ln) from that of all items since the survey was redefined, or began in a
 * trough of 2021 as that of Qatar's hotels did; it is not used. 19 of 1,120 have. All others last: of the movements of half of the
 * years 2015–2024, none is taken back in the other half (least squares: they go on by a fifth).
 */
const RELATIVE_BREAK = 0.3;

/** ln(category level) = intercept + slope · ln(price level ratio), over the surveyed countries, with the residuals' variance. */
interface CategoryLine {
  intercept: number;
  slope: number;
  variance: number;
}

/**
 * Step 1. `log_ck = line_ck + kept_k · (ln(survey_ck) − line_ck) + ln P_c(today) − ln P_c(2021)`: the survey of 2021 says how the
 * categories differ, as far as it can be trusted (SURVEY_WEIGHT), the price level ratio P carried to today how expensive the
 * country is. Utilities follow the price level. A country outside the survey, or with a substitute for its price level, gets each
 * category from its line.
 */
export function nationalPriceLevels(inputs: CostInputs): Map<string, NationalPriceLevels | NoEstimate> {
  const history = readPriceHistory(inputs.facts);
  const survey = readSurvey(inputs.facts);
  const lines = fitCategoryLines(survey, history);
  const reviews = new Map(inputs.reviews.map((review) => [review.country, review]));
  const byCode = new Map(inputs.countries.map((country) => [country.iso2, country]));
  const kin = new Map((inputs.kin ?? []).map(({ country, of }) => [country, byCode.get(of)]));
  const substituted = new Set<string>();
  const levelOf = (country: CostCountry): DatedPriceLevel | NoEstimate => {
    const review = reviews.get(country.iso2);
    const carried = review ?? carryPriceLevel(country, history, inputs.asOf);
    if (!('reason' in carried)) return withPast(carried, pastOfCarried(country, history, carried));
    const related = kin.get(country.iso2);
    const ofKin =
      related === undefined || isFarRicher(country.key, related.key, history) ? undefined : levelOf(related);
    const known = ofKin !== undefined && !('reason' in ofKin) ? ofKin : undefined;
    const substitute =
      review?.instead === '' ? undefined : substitutePriceLevel(country, history, inputs.asOf, known);
    if (substitute !== undefined) substituted.add(country.key);
    return substitute ?? { reason: carried.reason, detail: carried.detail };
  };
  return new Map(
    inputs.countries.map((country): [string, NationalPriceLevels | NoEstimate] => {
      const level = levelOf(country);
      if ('reason' in level) return [country.key, level];
      // A survey at an exchange rate that contradicts the price level says nothing about prices at another level.
      const surveyed = substituted.has(country.key) ? undefined : survey.get(country.key);
      return [country.key, byCountry(country, level, surveyed, history, lines)];
    }),
  );
}

function byCountry(
  { key }: CostCountry,
  carried: DatedPriceLevel,
  surveyed: ReadonlyMap<Category, Fact> | undefined,
  history: PriceHistory,
  lines: ByCategory<CategoryLine>,
): NationalPriceLevels {
  const { period, past } = carried;
  const sources = new Set(carried.sources);
  if (key === UNITED_STATES) {
    const zero = byCategory(() => 0);
    const none = { logs: zero, commonVariance: 0, ownVariances: zero, spot: zero };
    return { ...none, period, sources: [...sources].sort(), past };
  }
  const then = history.priceLevel.get(key)?.get(SURVEY_YEAR);
  const ownVariances = byCategory(() => 0);
  const relative = relativePrices(key, carried, history);
  const logs = byCategory((category) => {
    const line = lines[category];
    const expected = line.intercept + line.slope * carried.log;
    const fact = surveyed?.get(category);
    const kept = SURVEY_WEIGHT[category === 'housing' || category === 'utilities' ? category : 'others'];
    // Surveyed countries depart from the line by the errors of the survey, too: a country departs by less.
    ownVariances[category] = line.variance * kept;
    if (fact === undefined || then === undefined) return expected;
    // What a surveyed departure leaves unknown, when its error is as large as its weight says.
    ownVariances[category] *= 1 - kept;
    sources.add(fact.source);
    const measured = Math.log(fact.value / 100);
    const change = carried.log - Math.log(then.value);
    for (const source of relative.sources[category]) sources.add(source);
    const expectedThen = line.intercept + line.slope * Math.log(then.value);
    return expectedThen + kept * (measured - expectedThen) + change + relative.logs[category];
  });
  return {
    logs,
    commonVariance: BASKET_DOUBT ** 2 + carried.drift,
    ownVariances,
    spot: relative.spot,
    period,
    sources: [...sources].sort(),
    past,
  };
}

/**
 * How prices of the categories have moved against each other since the survey; the moves average to 0 over the basket. Up to the last year of the consumer price indices: each category's index over that of all items, compared with the same ratio
 * in the United States. From there to the day: what the change of the exchange rate does to the category (PASS_THROUGH).
 */
function relativePrices(key: string, carried: CarriedPriceLevel, history: PriceHistory) {
  const { move, spot } = carried;
  const measured = byCategory((category) => measuredRelative(key, category, history));
  const depreciation = byCategory((category) => {
    if (move === undefined) return 0;
    const last = measured[category]?.year ?? move.from - 0.5;
    const share = Math.min(1, Math.max(0, (move.until - last - 0.5) / (move.until - move.from)));
    return -share * PASS_THROUGH[category];
  });
  const kept = (move?.real ?? 0) - spot;
  const logs = byCategory((category) => (measured[category]?.log ?? 0) + depreciation[category] * kept);
  const atSpot = byCategory((category) => depreciation[category] * spot);
  return {
    logs: centred(logs),
    /** What to add to price at the rate of the day, including what the price level adds. */
    spot: byCategory((category) => roundTo(spot + centred(atSpot)[category], 1e4)),
    sources: byCategory((category) => measured[category]?.sources ?? []),
  };
}

function centred(logs: ByCategory<number>): ByCategory<number> {
  const mean = nationalOverall(logs);
  return byCategory((category) => logs[category] - mean);
}

function measuredRelative(
  key: string,
  category: Category,
  { indices }: PriceHistory,
): { log: number; year: number; sources: string[] } | undefined {
  const since = (place: string, until: number) => {
    const [own, all] = [indices.get(category)?.get(place), indices.get('all_items')?.get(place)];
    const years = [...(own?.keys() ?? [])].filter((year) => all?.has(year) && year <= until);
    const last = Math.max(...years);
    const at = (series: ReadonlyMap<number, Fact> | undefined, year: number) =>
      Math.log(series?.get(year)?.value ?? Number.NaN);
    const log = at(own, last) - at(own, SURVEY_YEAR) - at(all, last) + at(all, SURVEY_YEAR);
    return { log, year: last, source: own?.get(last)?.source ?? '' };
  };
  const own = since(key, Number.POSITIVE_INFINITY);
  const log = own.log - since(UNITED_STATES, own.year).log;
  if (!(Math.abs(log) <= RELATIVE_BREAK) || own.year <= SURVEY_YEAR) return undefined;
  return { log, year: own.year, sources: [own.source] };
}

/** Least squares over the countries that have both a survey and a price level of its year; the United States is the base. */
function fitCategoryLines(survey: Survey, { priceLevel }: PriceHistory): ByCategory<CategoryLine> {
  const surveyed = byCategory((category) => {
    const points = [...survey].flatMap(([country, levels]): [x: number, y: number][] => {
      const level = levels.get(category);
      const ratio = priceLevel.get(country)?.get(SURVEY_YEAR);
      if (level === undefined || ratio === undefined || country === UNITED_STATES) return [];
      return [[Math.log(ratio.value), Math.log(level.value / 100)]];
    });
    return points.length < 3 ? { intercept: 0, slope: 1, variance: 0 } : leastSquares(points);
  });
  return { ...surveyed, utilities: { intercept: 0, slope: 1, variance: surveyed.housing.variance } };
}

function leastSquares(points: [x: number, y: number][]): CategoryLine {
  const { m: slope, b: intercept } = linearRegression(points);
  const medianResidual = median(points.map(([x, y]) => Math.abs(y - intercept - slope * x)));
  return { intercept, slope, variance: (NORMAL_PER_MEDIAN * medianResidual) ** 2 };
}

/** Standard deviation of a normal distribution per median absolute deviation: a few outliers do not widen it. */
const NORMAL_PER_MEDIAN = 1.4826;

/** Country key → category → fact of the survey. */
type Survey = ReadonlyMap<string, ReadonlyMap<Category, Fact>>;

function readSurvey(facts: readonly Fact[]): Survey {
  const survey = new Map<string, Map<Category, Fact>>();
  const categories = new Map(SURVEYED.map((category) => [`price_level_${category}`, category]));
  for (const fact of facts) {
    const category = categories.get(fact.metric);
    if (category === undefined || fact.period !== String(SURVEY_YEAR)) continue;
    survey.getOrInsertComputed(fact.place, () => new Map()).set(category, fact);
  }
  return survey;
}

export function readPriceHistory(facts: readonly Fact[]): PriceHistory {
  const byMetric = Map.groupBy(facts, ({ metric }) => metric);
  const of = (metric: string): YearlySeries =>
    new Map(
      [...Map.groupBy(byMetric.get(metric) ?? [], ({ place }) => place)].map(([place, ofPlace]) => [
        place,
        new Map(ofPlace.map((fact) => [Number(fact.period), fact])),
      ]),
    );
  const ofCurrencies = (metric: string) =>
    new Map((byMetric.get(metric) ?? []).map((fact) => [fact.place.slice('currency/'.length), fact]));
  const isDescribed = ({ place, source }: Fact) =>
    place.startsWith('country/') && /^wb-(wdi|icp)-/.test(source);
  return {
    priceLevel: of('price_level_ratio'),
    purchasingPowerParity: of('purchasing_power_parity'),
    exchangeRate: of('official_exchange_rate'),
    inflation: filledInflation(of('consumer_price_inflation'), of('consumer_price_inflation_imf')),
    projectedInflation: of('projected_consumer_price_inflation'),
    dayRates: ofCurrencies('reference_exchange_rate'),
    compiledRates: ofCurrencies('compiled_exchange_rate'),
    indices: new Map([...SURVEYED, 'all_items'].map((part) => [part, of(`consumer_price_index_${part}`)])),
    pennLevel: of('price_level_of_households_pwt'),
    pennRate: of('exchange_rate_pwt'),
    gdpPerHead: of('gdp_per_capita_imf'),
    gdpPerHeadOfBank: of('gdp_per_capita'),
    described: new Set(facts.filter(isDescribed).map(({ place }) => place)),
  };
}

/** The World Bank's inflation. The Fund's is used for years without one, and for years in which the Bank has a DEFLATION. */
function filledInflation(bank: YearlySeries, fund: YearlySeries): YearlySeries {
  return new Map(
    [...new Set([...bank.keys(), ...fund.keys()])].map((country) => {
      const sound = [...(bank.get(country) ?? [])].filter(
        ([year, { value }]) => Math.log(1 + value / 100) >= DEFLATION || !fund.get(country)?.has(year),
      );
      return [country, new Map([...(fund.get(country) ?? []), ...sound])];
    }),
  );
}

/** The overall level of a country from its categories, by their weights in the basket. */
export function nationalOverall(logs: ByCategory<number>): number {
  return Object.entries(BASKET_WEIGHTS).reduce(
    (sum, [category, weight]) => sum + weight * logs[category as Category],
    0,
  );
}
