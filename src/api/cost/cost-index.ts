import Type, { type Static } from 'typebox';
import type { City, Release } from '../../catalogue/release.ts';
import { BASKET_WEIGHTS, type ByCategory, byCategory, CATEGORIES } from '../../release/cost-basket.ts';
import {
  atSpot,
  basketLevel,
  type CityCost,
  difference,
  type Estimate,
  EVIDENCE,
  type Evidence,
  indexOf,
  isKnown,
  NULL_REASONS,
  shownIndex,
  type Unknown,
} from '../../release/cost-estimates.ts';
import type { CostBasis } from '../../release/cost-records.ts';
import { GRAINS } from '../../release/grain.ts';
import { nullable, part, resource, SourceIds } from '../schemas.ts';

/** A base other than New York, a basket other than ours, and the exchange rate. */
export interface IndexOptions {
  reference: City;
  weights: ByCategory<number>;
  rate: Rate;
}

const RATES = ['smoothed', 'spot'] as const;
export type Rate = (typeof RATES)[number];

export const rateParameter = Type.Optional(
  Type.Enum([...RATES], {
    description:
      'The exchange rate at which cities of different currencies are compared: `smoothed`, the default, the mean of the twelve months up to the day in `period`, in real terms; or `spot`, the rate of that day.',
  }),
);

export const RateSchema = Type.Enum([...RATES], {
  description:
    'The exchange rate of the index: `smoothed`, the mean of the twelve months up to the day in `period`, in real terms, or `spot`, the rate of that day. Where the period is a year, no rate of a day is known, and both are the average of that year.',
});

export const EvidenceSchema = Type.Enum([...EVIDENCE], {
  description:
    'The evidence: an official price index or rent of the city or its metropolitan area (`official_local`), of the region around it (`official_regional`), a rent that a third party computed from official figures of the city or region, which is an input and never shown (`derived_from_official`), the national price level spread by official rents of other cities (`modelled_from_national_rents`) or by the size of the agglomeration (`modelled`).',
});

export const IndexFigure = resource('IndexFigure', 'An estimated price level, with its 80 % interval.', {
  value: Type.Number({ description: 'Index; the reference city is 100.' }),
  low: Type.Number({ description: 'Lower end of the 80 % interval.' }),
  high: Type.Number({ description: 'Upper end of the 80 % interval.' }),
  country_average_100: Type.Number({
    description: 'The same against the average of the country\u2019s cities, which is 100.',
  }),
  evidence: EvidenceSchema,
  period: Type.String({ description: 'ISO 8601: the latest period of the national price level.' }),
  grain: Type.Enum([...GRAINS], {
    description:
      'The kind of place that the most local figure behind it was measured for. The rest is national: the overall index has the evidence and grain of its most local category, and each category says its own.',
  }),
  method: Type.Literal('estimated', { description: 'Always `estimated`: see the page on method.' }),
  sources: SourceIds,
});

export const CostIndex = part('The price level, overall and by category.', {
  overall: IndexFigure,
  ...byCategory(() => IndexFigure),
});

export const Weights = part('Shares of the categories in the overall index; they add up to 1.', {
  ...byCategory((category) => Type.Number({ description: `Share of ${category}.` })),
});

export const IndexReference = part('The base of the index.', {
  id: Type.String({ description: 'Id of the city that is 100.' }),
  name: Type.String({ description: 'Its name.' }),
  value: Type.Literal(100, { description: 'Always 100.' }),
});

export const IndexReason = nullable(
  Type.Object(
    {
      code: Type.Enum([...NULL_REASONS], {
        description:
          'no_source: no national figures at all; no_price_level: no price level since 2015; stale: too old, or overtaken by a devaluation or a war; conflict: official figures that contradict each other.',
      }),
      detail: Type.String({ description: 'The reason in a sentence.' }),
    },
    { additionalProperties: false, description: 'Why `index` is null; null where there is one.' },
  ),
);

export type CostIndex = Static<typeof CostIndex>;

/** The index of a city for the response, with the reason if there is none. */
export function costIndex(
  release: Release,
  city: City,
  options: IndexOptions,
): { index: CostIndex | null; index_reason: Static<typeof IndexReason>; evidence: Evidence | null } {
  const cost = costAt(release, city, options.rate);
  const base = costAt(release, options.reference, options.rate);
  if (!isKnown(cost))
    return { index: null, index_reason: { code: cost.reason, detail: cost.detail }, evidence: null };
  if (!isKnown(base)) throw new Error(`the reference ${options.reference.id} has no index`);
  const average = release.countryCost(release.country(city.country));
  if (!isKnown(average)) throw new Error(`${city.id} has an index and its country none`);
  const country = options.rate === 'spot' ? atSpot(average, average) : average;
  const relation =
    city.id === options.reference.id ? 'same' : cost.country === base.country ? 'compatriot' : 'foreign';
  const figure = (estimate: Estimate, ofBase: Estimate, average: Estimate, basis: CostBasis) =>
    indexFigure(estimate, ofBase, average, basis, relation);
  const { weights } = options;
  const basis = basketBasis(cost, weights);
  return {
    index: {
      overall: figure(
        basketLevel(cost, weights),
        basketLevel(base, weights),
        basketLevel(country, weights),
        basis,
      ),
      ...byCategory((category) => {
        const estimate = cost.categories[category];
        return figure(estimate, base.categories[category], country.categories[category], estimate);
      }),
    },
    index_reason: null,
    evidence: basis.evidence,
  };
}

/** The estimate of the city, at the rate that is asked for. */
function costAt(release: Release, city: City, rate: Rate): CityCost | Unknown {
  const cost = release.cityCost(city);
  const country = release.countryCost(release.country(city.country));
  return rate === 'spot' && isKnown(cost) && isKnown(country) ? atSpot(cost, country) : cost;
}

/** The basis of an overall index: the firmest evidence among the categories with weight, and the sources of all of them. */
function basketBasis({ categories, overall }: CityCost, weights: ByCategory<number>): CostBasis {
  if (weights === BASKET_WEIGHTS) return overall;
  const counted = CATEGORIES.filter((category) => weights[category] > 0).map(
    (category) => categories[category],
  );
  const [firmest = overall] = counted.toSorted(
    (left, right) => EVIDENCE.indexOf(left.evidence) - EVIDENCE.indexOf(right.evidence),
  );
  const { evidence, grain, period } = firmest;
  return { evidence, grain, period, sources: [...new Set(counted.flatMap(({ sources }) => sources))].sort() };
}

function indexFigure(
  estimate: Estimate,
  base: Estimate,
  average: Estimate,
  { evidence, grain, period, sources }: CostBasis,
  relation: Parameters<typeof shownIndex>[2],
): Static<typeof IndexFigure> {
  return {
    ...shownIndex(estimate, base, relation),
    country_average_100: toTenth(100 * Math.exp(estimate.log - average.log)),
    evidence,
    period,
    grain,
    method: 'estimated',
    sources: [...sources],
  };
}

export const IndexDifference = resource(
  'IndexDifference',
  'How much more expensive a city is than the first one.',
  {
    percent: Type.Number({ description: 'Per cent; negative when it is cheaper.' }),
    low: Type.Number({ description: 'Lower end of the 80 % interval.' }),
    high: Type.Number({ description: 'Upper end of the 80 % interval.' }),
    significant: Type.Boolean({ description: 'Whether the 80 % interval leaves out 0.' }),
  },
);

export type CostDifference = Record<'overall' | (typeof CATEGORIES)[number], Static<typeof IndexDifference>>;

/** The difference between two cities, overall and by category; null if one of them has no index. */
export function costDifference(
  release: Release,
  city: City,
  first: City,
  { weights, rate }: Pick<IndexOptions, 'weights' | 'rate'>,
): CostDifference | null {
  const [left, right] = [costAt(release, city, rate), costAt(release, first, rate)];
  if (!isKnown(left) || !isKnown(right)) return null;
  const between = (of: (cost: CityCost) => Estimate) => {
    if (city.id === first.id) return { percent: 0, low: 0, high: 0, significant: false };
    const { value, low, high } = indexOf(difference(of(left), of(right), left.country === right.country));
    return {
      percent: toTenth(value - 100),
      low: toTenth(low - 100),
      high: toTenth(high - 100),
      significant: low > 100 || high < 100,
    };
  };
  return {
    overall: between((cost) => basketLevel(cost, weights)),
    ...byCategory((category) => between((cost) => cost.categories[category])),
  };
}

function toTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
