import Type, { type Static } from 'typebox';
import { byCategory, CATEGORIES } from '../../release/cost-basket.ts';
import type { Household } from '../../release/household-budgets.ts';
import type { Place } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { described } from '../described.ts';
import type { Endpoint } from '../endpoint.ts';
import * as field from '../field.ts';
import { checkCurrency } from '../figures/currency.ts';
import { citing } from '../figures/figures.ts';
import { intervalColumns, type Table } from '../formats/table.ts';
import { queryText } from '../parameters/query-text.ts';
import * as compared from '../places/compared-places.ts';
import { ReleaseVersion, resource, Sources } from '../schemas.ts';
import { basketOf, canonicalBasket, weightsParameter } from './basket.ts';
import {
  BUDGET_COLUMNS,
  budgetCurrency,
  budgetOf,
  householdParameter,
  NullableBudget,
  RemainingAmount,
  remainingAmount,
} from './budget.ts';
import {
  costIndex,
  IndexDifference,
  type IndexOptions,
  IndexReference,
  indexDifference,
  indexFields,
  levelsAgainst,
  RateSchema,
  rateParameter,
  Weights,
} from './cost-index.ts';
import {
  amountParameters,
  EQUIVALENT_COLUMNS,
  EquivalentAmount,
  equivalentAmount,
  GivenAmount,
  givenAmount,
} from './equivalent-amount.ts';
import { referenceCity, referenceParameter } from './index-reference.ts';

const PARTS = ['overall', ...CATEGORIES] as const;

const Differences = field.part('Differences from the first place, overall and by category.', {
  overall: IndexDifference,
  ...byCategory(() => IndexDifference),
});

const comparedFields = {
  ...indexFields,
  difference: field.objectOrNull(
    Differences,
    'How much more expensive the place is than the first place; null if one of the two has no index.',
  ),
  budget: Type.Optional(NullableBudget),
  remaining: Type.Optional(RemainingAmount),
  equivalent: Type.Optional(
    field.objectOrNull(
      field.only(EquivalentAmount.properties),
      'Only with `amount`: the amount that buys here what `amount` buys in the first place, taxes aside; null if one of the two places has no index.',
    ),
  ),
};

export const CostComparison = resource(
  'CostComparison',
  'The price levels of several cities and countries, and how they differ.',
  {
    release: ReleaseVersion,
    reference: IndexReference,
    weights: Weights,
    rate: RateSchema,
    amount: Type.Optional(GivenAmount),
    ...compared.lists('Cost', comparedFields, {}),
    sources: Sources,
  },
);

const COST_TABLE: Table = {
  items: 'cities',
  moreItems: 'countries',
  file: 'cost-of-living',
  columns: [
    ...compared.COLUMNS,
    { name: 'evidence', path: 'cities.evidence' },
    { name: 'index_missing_because', path: 'cities.index_reason.code' },
    ...PARTS.flatMap((part) => [
      ...intervalColumns(`cost_${part}`, `cities.index.${part}`),
      { name: `cost_${part}_country_average_100`, path: `cities.index.${part}.country_average_100` },
      { name: `cost_${part}_evidence`, path: `cities.index.${part}.evidence` },
      { name: `cost_${part}_period`, path: `cities.index.${part}.period` },
      { name: `cost_${part}_sources`, path: `cities.index.${part}.sources` },
      ...intervalColumns(`cost_${part}_difference_percent`, `cities.difference.${part}`, 'percent'),
      { name: `cost_${part}_difference_significant`, path: `cities.difference.${part}.significant` },
    ]),
    ...BUDGET_COLUMNS,
    ...EQUIVALENT_COLUMNS,
    { name: 'reference_id', path: 'reference.id' },
    { name: 'rate', path: 'rate' },
    { name: 'release', path: 'release' },
  ],
  feature: compared.feature,
};

const comparisonParameters = field.only({
  ...compared.parameters,
  weights: weightsParameter,
  reference: referenceParameter,
  rate: rateParameter,
  household: Type.Optional({
    ...householdParameter,
    description:
      'Each place also has the budget of this household: `one` adult, a `couple`, or a `family` of two adults and two children of school age. Default: no budgets.',
  }),
  ...amountParameters,
});
type CostQuery = Static<typeof comparisonParameters>;

export const compareCostOfLiving: Endpoint<typeof CostComparison> = {
  ...described('compareCostOfLiving'),
  path: '/data/cost-of-living',
  scope: 'cost-of-living:read',
  query: comparisonParameters,
  response: CostComparison,
  onlyWith: { budget: ['household'], remaining: ['amount'], equivalent: ['amount'], amount: ['amount'] },
  table: COST_TABLE,
  problems: ['unknown_city', 'unknown_country'],
  resolve({ release }, _parameters, query) {
    const asked = query as CostQuery;
    const rate = asked.rate ?? 'smoothed';
    const amount = givenAmount(release, asked);
    const named = compared.comparedPlaces(release, asked);
    const { household } = asked;
    const currency = asked.currency?.toUpperCase();
    if (household !== undefined && currency !== undefined) checkCurrency(release, currency);
    const { ids, canonical } = named;
    const weights = basketOf(asked.weights);
    const reference = referenceCity(release, asked.reference);
    const options = {
      reference,
      weights,
      rate,
      amount,
      budget: household && { household, currency: budgetCurrency(release, named.first, currency) },
    };
    return {
      identity: `data/cost-of-living?${ids.cities} ${ids.countries} ${reference.id} ${canonicalBasket(weights)} ${rate} ${amount?.value} ${currency} ${household}`,
      answer: () => ({ body: comparison(release, named, options) }),
      ...(canonical
        ? {}
        : { contentLocation: `/data/cost-of-living${queryText({ ...ids, ...others(asked) })}` }),
    };
  },
};

/** The parameters that name no place, as they were given. */
function others({ weights, reference, rate, household, amount, currency }: CostQuery) {
  return { weights, reference, rate, household, amount: amount?.toString(), currency };
}

interface ComparisonOptions extends IndexOptions {
  amount: GivenAmount | undefined;
  /** The household whose budgets are asked for, and their currency. */
  budget: { household: Household; currency: string } | undefined;
}

function comparison(
  release: Release,
  named: compared.ComparedPlaces,
  options: ComparisonOptions,
): Static<typeof CostComparison> {
  const { reference, weights, rate, amount } = options;
  const costOf = (place: Place) => comparedCost(release, place, named.first, options);
  return citing(release, {
    release: release.version,
    reference: { id: reference.id, name: reference.name, value: 100 },
    weights: { ...weights },
    rate,
    ...(amount === undefined ? {} : { amount }),
    ...compared.listed(release, named, costOf, () => ({})),
  });
}

function comparedCost(release: Release, place: Place, first: Place, options: ComparisonOptions) {
  const { amount, budget: asked } = options;
  const budget = asked && budgetOf(release, place, asked.household, asked.currency);
  const levels = levelsAgainst(release, place, first, options);
  return {
    ...costIndex(release, place, options),
    difference: levels && {
      overall: indexDifference(levels.overall),
      ...byCategory((category) => indexDifference(levels[category])),
    },
    ...(budget !== undefined && { budget }),
    ...(budget !== undefined && amount && { remaining: budget && remainingAmount(amount.value, budget) }),
    ...(amount && { equivalent: levels && equivalentAmount(release, place, first, amount, levels.overall) }),
  };
}
