import type { Static } from 'typebox';
import { BASKET_WEIGHTS } from '../../release/cost-basket.ts';
import { DWELLING_SQUARE_METRES, type Household } from '../../release/household-budgets.ts';
import type { Place } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { described } from '../described.ts';
import type { Endpoint } from '../endpoint.ts';
import * as field from '../field.ts';
import { checkCurrency, currencyParameter } from '../figures/currency.ts';
import { citing, coverageOf, toFigure } from '../figures/figures.ts';
import { costOfLivingFigures } from '../figures/place-figures.ts';
import { Ranking, rankingOf } from '../figures/ranking.ts';
import { queryText } from '../parameters/query-text.ts';
import { aboutCity, aboutCountry } from '../places/place-resolution.ts';
import {
  byMetric,
  CityReference,
  CountryReference,
  Coverage,
  Figure,
  ReleaseVersion,
  resource,
  Sources,
} from '../schemas.ts';
import { amountInWords, periodInWords } from '../summaries/words.ts';
import { basketOf, canonicalBasket, weightsParameter } from './basket.ts';
import { budgetCurrency, budgetOf, householdParameter, NullableBudget, rentOfHome } from './budget.ts';
import {
  costIndex,
  type IndexOptions,
  IndexReference,
  indexFields,
  RateSchema,
  rateParameter,
  Weights,
} from './cost-index.ts';
import type { IndexNote } from './index-notes.ts';
import { NEW_YORK, referenceCity, referenceParameter } from './index-reference.ts';
import { payFields, placePay } from './pay.ts';
import { Price, toPrice } from './price.ts';

const costFields = {
  release: ReleaseVersion,
  reference: IndexReference,
  ...indexFields,
  weights: Weights,
  rate: RateSchema,
  budget: NullableBudget,
  prices: field.list(Price, 'Published prices, the most local first, then the most recent.'),
  indicators: byMetric(
    Figure,
    'Price levels, parities, wages, taxes and allowances by metric id: the most local and most recent figure of each.',
  ),
  ...payFields,
  coverage: Coverage,
  sources: Sources,
};

export const CostOfLiving = resource('CostOfLiving', 'Cost-of-living data for one city.', {
  city: CityReference,
  ...costFields,
  ranking: Ranking,
});
export type CostOfLiving = Static<typeof CostOfLiving>;

export const CountryCostOfLiving = resource(
  'CountryCostOfLiving',
  'Cost-of-living data for one country: the same fields as for a city, with `country` instead of `city`.',
  { country: CountryReference, ...costFields },
);
export type CountryCostOfLiving = Static<typeof CountryCostOfLiving>;

const costParameters = field.only({
  weights: weightsParameter,
  reference: referenceParameter,
  rate: rateParameter,
  currency: currencyParameter,
  household: householdParameter,
});

const COST = {
  scope: 'cost-of-living:read',
  query: costParameters,
  onlyWith: { converted: ['currency'] },
  problems: ['unknown_city'],
} as const;

export const getCostOfLiving: Endpoint<typeof CostOfLiving> = {
  ...described('getCostOfLiving'),
  ...COST,
  path: '/data/cost-of-living/{city_id}',
  response: CostOfLiving,
  resolve: aboutCity('/data/cost-of-living', costQuery, (release, city, asked) => ({
    ...costOfLiving(release, city, asked),
    ranking: isRanked(asked) ? rankingOf(release, city, 'cost') : null,
  })),
};

export const getCountryCostOfLiving: Endpoint<typeof CountryCostOfLiving> = {
  ...described('getCountryCostOfLiving'),
  ...COST,
  path: '/data/cost-of-living/countries/{country_id}',
  response: CountryCostOfLiving,
  resolve: aboutCountry('/data/cost-of-living/countries', costQuery, costOfLiving),
};

type CostQuery = Static<typeof costParameters>;

function costQuery(release: Release, given: CostQuery) {
  const { rate = 'smoothed', household = 'one' } = given;
  const weights = basketOf(given.weights);
  const reference = referenceCity(release, given.reference);
  const currency = given.currency?.toUpperCase();
  if (currency !== undefined) checkCurrency(release, currency);
  return {
    weights,
    reference,
    rate,
    currency,
    household,
    query: queryText({
      weights: given.weights,
      reference: given.reference,
      rate: given.rate,
      currency: given.currency,
      household: given.household,
    }),
    key: `${reference.id} ${canonicalBasket(weights)} ${rate} ${currency ?? ''} ${household}`,
  };
}

/** Price levels are ranked by our own basket at the smoothed rate. */
function isRanked({ weights, rate }: IndexOptions): boolean {
  return weights === BASKET_WEIGHTS && rate === 'smoothed';
}

function costOfLiving(
  release: Release,
  place: Place,
  options: ReturnType<typeof costQuery>,
): Omit<CostOfLiving, 'city' | 'ranking'> {
  const { prices, indicators } = costOfLivingFigures(release, place);
  const { reference, weights, rate, currency, household } = options;
  const estimate = costIndex(release, place, options);
  const budget = budgetOf(release, place, household, budgetCurrency(release, place, currency));
  const shown = [...prices, ...indicators];
  const amounts = prices.map((observation) => toPrice(release, observation, currency));
  const pay = placePay(release, place, {
    indexOf: (other) => (other === place ? estimate : costIndex(release, other, options)).index,
    reference,
    currency,
    isRanked: isRanked(options) && reference.id === NEW_YORK,
  });
  return citing(release, {
    release: release.version,
    reference: { id: reference.id, name: reference.name, value: 100 },
    ...estimate,
    index_notes: [...estimate.index_notes, ...otherHomes(release, place, amounts)],
    weights: { ...weights },
    rate,
    budget,
    prices: amounts,
    indicators: Object.fromEntries(
      indicators.map((observation) => [observation.metric, toFigure(release, observation)]),
    ),
    ...pay,
    coverage: coverageOf(release, 'cost_of_living', shown),
  });
}

/** Published rents that readers put beside the rent of a budget: of whose home, and how many times a month they count. */
const COMPARED: ReadonlyMap<string, readonly [home: Household, times: number]> = new Map([
  ['rent_one_bedroom', ['one', 1]],
  ['rent_two_bedroom', ['couple', 1]],
  ['rent_three_bedroom', ['family', 1]],
  ['rent_average_dwelling', ['couple', 1]],
  ['rent_average_dwelling_yearly', ['couple', 1 / 12]],
  ['rent_median_weekly', ['couple', 52 / 12]],
  ['rent_in_price_survey', ['couple', 1]],
  ['housing_cost_of_renters', ['couple', 1]],
  ['rent_per_square_metre', ['couple', DWELLING_SQUARE_METRES]],
  ['rent_per_square_metre_median', ['couple', DWELLING_SQUARE_METRES]],
  ['rent_per_square_metre_yearly_median', ['couple', DWELLING_SQUARE_METRES / 12]],
]);

/**
 * The most local published rent that is outside the interval of the budget's rent. Both are right, but of different homes, which a
 * reader who sees both must know. A rent of the budget that is published itself needs no remark.
 */
function otherHomes(release: Release, place: Place, prices: readonly Static<typeof Price>[]): IndexNote[] {
  for (const { item, title, amount, currency, per, usd, period, note } of prices) {
    const [household, times] = COMPARED.get(item) ?? [];
    if (household === undefined || times === undefined || usd === null) continue;
    const rent = rentOfHome(release, place, household);
    if (rent === null || rent.isPublished) return [];
    const published = usd * times;
    if (published >= rent.low && published <= rent.high) continue;
    const what = `${title} (${periodInWords(period)}): ${amountInWords({ amount, currency, per })}`;
    const ratio = (rent.value / published).toFixed(1);
    const detail = `${what}. The rent in the budget is ${ratio} times as much, because it is of another home: one of the same standard everywhere, let now. The published rent is of the homes that its publisher counts${note === null ? '' : `: ${note}`}.`;
    return [{ code: 'other_homes', title: 'Housing', categories: ['housing'], detail }];
  }
  return [];
}
