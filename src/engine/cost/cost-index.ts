import Type, { type Static } from 'typebox';
import { BASKET_WEIGHTS, type ByCategory, byCategory, CATEGORIES } from '../../release/cost-basket.ts';
import {
  atSpot,
  basketBasis,
  basketLevel,
  type CategoryEstimate,
  type CityCost,
  countryAverage100,
  difference,
  type Estimate,
  EVIDENCE,
  type Evidence,
  indexOf,
  isKnown,
  type NoEstimate,
  NULL_REASONS,
  shownIndex,
  spanTooWide,
  tooUncertain,
} from '../../release/cost-estimates.ts';
import type { CostBasis } from '../../release/cost-records.ts';
import { GRAINS } from '../../release/grain.ts';
import { roundTo } from '../../release/round-to.ts';
import { type City, type Country, isCity, type Place } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import * as field from '../field.ts';
import { resource, SourceIds } from '../schemas.ts';
import { IndexNotes, indexNotes } from './index-notes.ts';

/** The base, the basket and the exchange rate of an index. */
export interface IndexOptions {
  reference: City;
  weights: ByCategory<number>;
  rate: Rate;
}

const RATES = ['smoothed', 'spot'] as const;
export type Rate = (typeof RATES)[number];

export const rateParameter = field.optional.oneOf(
  RATES,
  'The exchange rate between cities with different currencies: `smoothed` (the default), the real rate averaged over the twelve months up to the day in `period`, or `spot`, the rate of that day.',
);

export const RateSchema = field.oneOf(
  RATES,
  'The exchange rate of the index: `smoothed`, the real rate averaged over the twelve months up to the day in `period`, or `spot`, the rate of that day. If the period is a year, no daily rate is known, and both are the average of that year.',
);

/** The evidence of a country's own price level, before it is spread over its cities. */
const NATIONAL = 'national';
type PlaceEvidence = Evidence | typeof NATIONAL;

export const EvidenceSchema = field.oneOf(
  [...EVIDENCE, NATIONAL],
  'What the price level is based on. `official_local`: an official price index or rent for the city or its metropolitan area. `official_regional`: one for the region around it. `derived_from_official`: a rent that a third party computed from official figures for the city or region; it is an input and never shown. `modelled_from_national_rents`: the national price level, with differences between cities modelled from official rents of other cities. `modelled`: the national price level, with differences modelled from the size of the agglomeration. `national`: a country\u2019s own price level.',
);

const IndexFigure = resource('IndexFigure', 'An estimated price level with its 80 % interval.', {
  value: field.number('The price level; the reference city is 100.'),
  ...field.interval,
  country_average_100: field.number(
    'The price level with that of the country as a whole as 100. That is the average of its cities; in the United States it is lower, because the official levels include rural areas. For a country, it is 100.',
  ),
  evidence: EvidenceSchema,
  period: field.text(
    'ISO 8601 day or year up to which the price level is known: of the national price level, or of a regional price index. Overall, the earliest of the categories.',
  ),
  grain: field.oneOf(
    GRAINS,
    'The kind of place for which the most local figure used was measured; all else is national. The overall index has the evidence and grain of its most local category.',
  ),
  method: Type.Literal('estimated', { description: 'Always `estimated`; the page Cost index explains how.' }),
  sources: SourceIds,
});

const CategoryFigure = Type.Unsafe<Static<typeof IndexFigure> | null>({
  ...field.nullable(IndexFigure),
  $id: 'CategoryFigure',
  description: 'The estimated price level of a category; null if `index_withheld` says why.',
});

export const CostIndex = field.part(
  'The price level, overall and by category; null if `index_reason` says why.',
  {
    overall: IndexFigure,
    ...byCategory(() => CategoryFigure),
  },
);

export const Weights = field.part('Shares of the categories in the overall index, which add up to 1.', {
  ...byCategory((category) => field.number(`Share of ${category}.`)),
});

export const IndexReference = field.part('The base of the index: the city that is 100.', {
  id: field.text('Id of the city.'),
  name: field.text('Name of the city.'),
  value: Type.Literal(100, { description: 'Always 100.' }),
});

const IndexReason = field.partOrNull('Why `index` is null; null if it is not.', {
  code: field.oneOf(
    NULL_REASONS,
    'no_source: there are no national figures; no_price_level: there is no national price level since 2015; stale: the price level is too old, or overtaken by a devaluation or a war; conflict: official figures contradict each other; too_uncertain: the 80 % interval spans a factor above 3.2.',
  ),
  detail: field.text('The reason in a sentence.'),
});

const IndexWithheld = field.list(
  field.part('A category that is null in `index`.', {
    category: field.oneOf(CATEGORIES, 'The category.'),
    code: Type.Literal('too_uncertain', { description: 'Its 80 % interval spans a factor above 3.2.' }),
    detail: field.text('The reason in a sentence.'),
  }),
  'Categories that are null in `index` because too little is known of them; mostly none.',
);

/** What the figures of a place say about its price level. */
export const indexFields = {
  evidence: field.nullable(EvidenceSchema),
  index: field.objectOrNull(CostIndex),
  index_reason: IndexReason,
  index_withheld: IndexWithheld,
  index_notes: IndexNotes,
};

export type CostIndex = Static<typeof CostIndex>;

/** The price level of a city, or of a country as a whole. */
export interface PlaceCost extends Omit<CityCost, 'categories' | 'overall'> {
  categories: ByCategory<PlaceEstimate>;
  overall: Estimate & PlaceBasis;
}
type PlaceEstimate = Omit<CategoryEstimate, 'evidence'> & PlaceBasis;
type PlaceBasis = Omit<CostBasis, 'evidence'> & { evidence: PlaceEvidence };

/** The index of a place for the response, with the reason if there is none. */
export function costIndex(
  release: Release,
  place: Place,
  options: IndexOptions,
): { [Name in keyof typeof indexFields]: Static<(typeof indexFields)[Name]> } {
  const { rate, reference, weights } = options;
  const cost = costAt(release, place, rate);
  const base = costAt(release, reference, rate);
  if ('reason' in cost)
    return {
      index: null,
      index_reason: { code: cost.reason, detail: cost.detail },
      index_withheld: [],
      index_notes: [],
      evidence: null,
    };
  if ('reason' in base) throw new Error(`the reference ${reference.id} has no index`);
  const country = costAt(release, release.countryOf(place), rate);
  if ('reason' in country) throw new Error(`${place.id} has an index and its country none`);
  const relation = place === reference ? 'same' : cost.country === base.country ? 'compatriot' : 'foreign';
  const figure = (estimate: Estimate, of: (cost: PlaceCost) => Estimate, basis: PlaceBasis) => ({
    ...shownIndex(estimate, of(base), relation),
    country_average_100: countryAverage100(estimate, of(country)),
    evidence: basis.evidence,
    period: basis.period,
    grain: basis.grain,
    method: 'estimated' as const,
    sources: [...basis.sources],
  });
  const basis = overallBasis(cost, weights);
  return {
    index: {
      overall: figure(basketLevel(cost, weights), (of) => basketLevel(of, weights), basis),
      ...byCategory((category) => {
        const estimate = cost.categories[category];
        if (spanTooWide(estimate) !== undefined) return null;
        return figure(estimate, ({ categories }) => categories[category], estimate);
      }),
    },
    index_reason: null,
    index_withheld: CATEGORIES.flatMap((category) => {
      const span = spanTooWide(cost.categories[category]);
      if (span === undefined) return [];
      return { category, code: 'too_uncertain' as const, detail: tooUncertain(category, span).detail };
    }),
    index_notes: indexNotes(cost.categories),
    evidence: basis.evidence,
  };
}

/** The estimate of the place, at the rate that is asked for. */
export function costAt(release: Release, place: Place, rate: Rate): PlaceCost | NoEstimate {
  if (!isCity(place)) return nationalCost(release, place, rate);
  const cost = release.cityCost(place);
  const country = release.countryCost(release.country(place.country));
  return rate === 'spot' && isKnown(cost) && isKnown(country) ? atSpot(cost, country) : cost;
}

/** The level of a country as a whole. Differences between its cities are not an error of the country. */
function nationalCost(release: Release, country: Country, rate: Rate): PlaceCost | NoEstimate {
  const known = release.countryCost(country);
  if (!isKnown(known)) return known;
  const cost = rate === 'spot' ? atSpot(known, known) : known;
  const basis = { evidence: NATIONAL, grain: 'country', period: cost.period } as const;
  return {
    country: `country/${country.id}`,
    categories: byCategory((category) => ({ ...cost.categories[category], ...basis, rentLoading: 0 })),
    overall: { ...cost.overall, ...basis, sources: cost.sources },
    commonVariance: cost.commonVariance,
    rentVariance: 0,
  };
}

/** The basis of the overall index: that of the categories with weight. */
function overallBasis({ categories, overall }: PlaceCost, weights: ByCategory<number>): PlaceBasis {
  if (weights === BASKET_WEIGHTS) return overall;
  return basketBasis(
    CATEGORIES.filter((category) => weights[category] > 0).map((category) => categories[category]),
  );
}

export const IndexDifference = resource(
  'IndexDifference',
  'How much more expensive a place is than the first place.',
  {
    percent: field.number('Difference in per cent; negative if the place is cheaper.'),
    ...field.difference,
  },
);

/**
 * The levels of a place against the first, which is 100, overall and by category; null if one of them has no index. Errors that all
 * places of a country share cancel, also between the country and its cities.
 */
export function levelsAgainst(
  release: Release,
  place: Place,
  first: Place,
  { weights, rate }: Pick<IndexOptions, 'weights' | 'rate'>,
): Record<'overall' | (typeof CATEGORIES)[number], ReturnType<typeof indexOf>> | null {
  const [left, right] = [costAt(release, place, rate), costAt(release, first, rate)];
  if ('reason' in left || 'reason' in right) return null;
  const level = (of: (cost: PlaceCost) => Estimate) =>
    place === first
      ? { value: 100, low: 100, high: 100 }
      : indexOf(difference(of(left), of(right), left.country === right.country));
  return {
    overall: level((cost) => basketLevel(cost, weights)),
    ...byCategory((category) => level((cost) => cost.categories[category])),
  };
}

export function indexDifference({
  value,
  low,
  high,
}: ReturnType<typeof indexOf>): Static<typeof IndexDifference> {
  const percent = (level: number) => roundTo(level - 100, 10);
  return {
    percent: percent(value),
    low: percent(low),
    high: percent(high),
    significant: low > 100 || high < 100,
  };
}
