import { BASKET_WEIGHTS, type ByCategory, byCategory, CATEGORIES, type Category } from './cost-basket.ts';
import { type Grain, mostLocalGrain } from './grain.ts';
import { roundTo } from './round-to.ts';

/** What the estimate of a place rests on, from the strongest to the weakest. */
export const EVIDENCE = [
  /** An official price index or rent of the city or its metropolitan area. */
  'official_local',
  /** An official price index or rent of the region around it. */
  'official_regional',
  /** A rent of the city or its region that someone other than the publisher computed from official figures. */
  'derived_from_official',
  /** The national price level, spread by official rents of other cities of the country. */
  'modelled_from_national_rents',
  /** The national price level, spread by the size of the agglomeration, the capital, the coast and regional incomes. */
  'modelled',
] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** Why there is no estimate. */
export const NULL_REASONS = [
  /** No national figures of the World Bank at all: mostly territories that it counts as part of a state, or not at all. */
  'no_source',
  /** National figures, but no price level since 2015. */
  'no_price_level',
  /** A price level too old, or overtaken by a devaluation or a war since. */
  'stale',
  /** Official figures that contradict each other: an official exchange rate that hardly anyone gets. */
  'conflict',
  /** An interval that spans more than WIDEST_SPAN. */
  'too_uncertain',
] as const;
type NullReason = (typeof NULL_REASONS)[number];

export interface NoEstimate {
  reason: NullReason;
  /** One sentence for the reader. */
  detail: string;
}

/**
 * A price level against the United States: `log` is its natural logarithm, so 0 is the level of the United States and
 * e^(log − log of New York) an index with New York = 1. The variances are of `log`; errors of both kinds are independent.
 */
export interface Estimate {
  /** Categories: a multiple of 1e-4. Overall: the weighted sum of these, a multiple of 1e-6, exactly. */
  log: number;
  /** Variance of the error that all cities of the country share; it cancels between two of them. */
  countryVariance: number;
  /** Variance of the error that is the city's own. */
  localVariance: number;
}

export interface CategoryEstimate extends Estimate {
  /** The part of the error of the city's rent that this category bears: 1 for housing. */
  rentLoading: number;
  evidence: Evidence;
  /** The grain of the most local figure used. */
  grain: Grain;
  /** ISO 8601: the time up to which the price level is known. */
  period: string;
  /** Ids of data/sources.json, sorted: of the facts really used. */
  sources: readonly string[];
}

export interface CityCost {
  /** Country key. */
  country: string;
  categories: ByCategory<CategoryEstimate>;
  /** With the basis of all categories together: see basketBasis. */
  overall: Estimate & Pick<CategoryEstimate, 'evidence' | 'grain' | 'period' | 'sources'>;
  /** Variance of the errors that all categories and all cities of the country share: part of every `countryVariance`. */
  commonVariance: number;
  /** Variance of the log rent relative to the country: enters each `localVariance` times the square of `rentLoading`. */
  rentVariance: number;
  /** How it moved against its country, where an official index says so for several years. */
  past?: OwnMoves;
}

/** The level of the country as a whole, to which its cities average: for `country = 100`. */
export interface CountryCost {
  categories: ByCategory<Estimate & Pick<CategoryEstimate, 'sources'>>;
  overall: Estimate;
  commonVariance: number;
  /** What each category adds (ln) at the exchange rate of the day; everything else is at the smoothed rate. */
  spot: ByCategory<number>;
  period: string;
  /** Of all categories. */
  sources: readonly string[];
  /** The years before, earliest first. */
  past: readonly PastMove[];
}

/**
 * What a country's price level of a past year is based on: `published`, the price level ratio of the year as published;
 * `carried`, that of an earlier year, carried on by inflation and exchange rate; `between`, the straight line from the last of these to
 * the level of today; `income`, GDP per head of the year; `base`, none needed, because the United States are 1 by definition.
 */
type PastBasis = 'published' | 'carried' | 'between' | 'income' | 'base';

/** The price level of a country in a past year, against its level of today. */
export interface PastMove {
  year: number;
  /** To be added to `log` of the country and its cities: the same for all categories. */
  log: number;
  /** To be added to the variance that all cities of the country share; negative for a year that is known better than today. */
  countryVariance: number;
  /** To be added to the variance of a city without moves of its own: cities move against their country. */
  localVariance: number;
  basis: PastBasis;
  /** Year of the last published figure that was used. */
  since: number;
  sources: readonly string[];
}

/** How a city moved against its country, by an official index of its metropolitan area or region. */
export interface OwnMoves {
  /** By year: what to add to `log` beyond the country's move. */
  logs: readonly (readonly [year: number, log: number])[];
  /** Variance of each. */
  variance: number;
  grain: Grain;
  sources: readonly string[];
}

/**
 * Estimates at the exchange rate of the day instead of the smoothed one. A rate is the country's, so all its cities
 * move alike.
 */
export function atSpot<Cost extends CityCost | CountryCost>(cost: Cost, { spot }: CountryCost): Cost {
  const moved = (category: Category) => {
    const estimate = cost.categories[category];
    return { ...estimate, log: roundTo(estimate.log + spot[category], 1e4) };
  };
  const categories = byCategory(moved);
  const { log } = basketLevel({ ...cost, categories });
  return { ...cost, categories, overall: { ...cost.overall, log } };
}

export interface CostEstimates {
  /** By city key, `city/lisbon`; every city is there. */
  cities: ReadonlyMap<string, CityCost | NoEstimate>;
  /** By country key, `country/portugal`; every country is there. */
  countries: ReadonlyMap<string, CountryCost | NoEstimate>;
}

export function isKnown<Cost extends CityCost | CountryCost>(
  cost: Cost | NoEstimate | undefined,
): cost is Cost {
  return cost !== undefined && !('reason' in cost);
}

/**
 * The correlation of the errors of two categories of a city, beyond what its rents explain: the mean of the American metropolitan
 * areas (0.44, BEA), the Japanese prefectures (0.11) and the Canadian cities (0.06), each over all pairs of their categories.
 */
const CATEGORY_CORRELATION = 0.2;

type Weighable = { categories: ByCategory<Estimate & { rentLoading?: number }>; commonVariance: number } & {
  rentVariance?: number;
};

/** Evidence, grain, period and sources of a level. */
type Basis<Kind> = Pick<CategoryEstimate, 'grain' | 'period' | 'sources'> & { evidence: Kind };

/**
 * The basis of several categories together: the firmest of their evidence, the most local of their grains, the earliest of their
 * periods, and all of their sources.
 *
 * @param categories at least one
 */
export function basketBasis<Kind extends string>(categories: readonly Basis<Kind>[]): Basis<Kind> {
  const firmness = (kind: string) => (EVIDENCE as readonly string[]).indexOf(kind);
  const [firmest] = categories.toSorted((left, right) => firmness(left.evidence) - firmness(right.evidence));
  const [period] = categories.map((category) => category.period).sort();
  if (firmest === undefined || period === undefined) throw new Error('a basket without categories');
  return {
    evidence: firmest.evidence,
    grain: mostLocalGrain(categories.map(({ grain }) => grain)) ?? firmest.grain,
    period,
    // Most categories share a list.
    sources: [...new Set([...new Set(categories.map(({ sources }) => sources))].flat())].sort(),
  };
}

/**
 * The price level of a basket with these weights (any that add up to 1): a weighted geometric mean,
 * log = Σ w_k log_k. The shared errors enter with the weights' sum, those of single categories with its squares:
 * country variance = common + Σ w_k² (c_k − common), local variance = (Σ w_k λ_k)² V + (1 − ρ) Σ w_k² o_k + ρ (Σ w_k √o_k)²,
 * with c_k and l_k the category's variances, λ_k its rent loading, V the rent variance, o_k = l_k − λ_k² V and ρ
 * CATEGORY_CORRELATION.
 */
export function basketLevel(cost: Weighable, weights: ByCategory<number> = BASKET_WEIGHTS): Estimate {
  const { categories, commonVariance, rentVariance = 0 } = cost;
  let log = 0;
  let countryVariance = commonVariance;
  let localVariance = 0;
  let loading = 0;
  let together = 0;
  for (const category of CATEGORIES) {
    const weight = weights[category];
    const estimate = categories[category];
    const { rentLoading = 0 } = estimate;
    log += weight * estimate.log;
    loading += weight * rentLoading;
    countryVariance += weight ** 2 * (estimate.countryVariance - commonVariance);
    // Rounded variances may leave a little less than nothing.
    const own = weight ** 2 * Math.max(0, estimate.localVariance - rentLoading ** 2 * rentVariance);
    localVariance += (1 - CATEGORY_CORRELATION) * own;
    together += Math.sqrt(own);
  }
  return {
    log: roundTo(log, 1e6),
    countryVariance: roundTo(countryVariance, 1e7),
    localVariance: roundTo(
      localVariance + CATEGORY_CORRELATION * together ** 2 + loading ** 2 * rentVariance,
      1e7,
    ),
  };
}

export interface Difference {
  /** ln(left ÷ right). */
  log: number;
  variance: number;
}

/**
 * How much more expensive `left` is than `right`. Within a country the errors of the national price level cancel. Local errors
 * are taken as independent, which for neighbours overstates the variance, so a significant difference is reliable.
 */
export function difference(left: Estimate, right: Estimate, sameCountry: boolean): Difference {
  const national = sameCountry ? 0 : left.countryVariance + right.countryVariance;
  return { log: left.log - right.log, variance: national + left.localVariance + right.localVariance };
}

/** Half the width of an 80 % interval in standard deviations of a normal distribution. */
export const Z80 = 1.2815515594;

/** A level whose 80 % interval spans a larger factor says too little to be shown: its ends are a third and three times as much. */
export const WIDEST_SPAN = 3.2;

/** The factor that the 80 % interval of a level spans, if it is too large for the level to be shown. */
export function spanTooWide({ countryVariance, localVariance }: Estimate): number | undefined {
  const span = Math.exp(2 * Z80 * Math.sqrt(countryVariance + localVariance));
  return span > WIDEST_SPAN ? span : undefined;
}

/** Why a level is not shown. */
export function tooUncertain(what: string, span: number): NoEstimate {
  const detail = `The 80 % interval of ${what} spans a factor of ${span.toFixed(1)}. Above ${WIDEST_SPAN}, we show no figure.`;
  return { reason: 'too_uncertain', detail };
}

/** A level, or another figure, with its 80 % interval. */
export interface Level {
  value: number;
  low: number;
  high: number;
}

/** The index with right = 100, and its 80 % interval. */
export function indexOf({ log, variance }: Difference): Level {
  const reach = Z80 * Math.sqrt(variance);
  return {
    value: 100 * Math.exp(log),
    low: 100 * Math.exp(log - reach),
    high: 100 * Math.exp(log + reach),
  };
}

/**
 * The index of a place against the base, which is 100, as responses state it: to a tenth.
 *
 * @param relation `same`: the place is the base, so that its index has no uncertainty; `compatriot`: they are in one country
 */
export function shownIndex(
  estimate: Estimate,
  base: Estimate,
  relation: 'same' | 'compatriot' | 'foreign',
): Level {
  if (relation === 'same') return { value: 100, low: 100, high: 100 };
  const { value, low, high } = indexOf(difference(estimate, base, relation === 'compatriot'));
  return { value: roundTo(value, 10), low: roundTo(low, 10), high: roundTo(high, 10) };
}

/** An estimate where the average of its country is 100, to the tenth. */
export function countryAverage100(estimate: Estimate, average: Estimate): number {
  return roundTo(100 * Math.exp(estimate.log - average.log), 10);
}
