import Type, { type Static } from 'typebox';
import { byCategory, CATEGORIES, type Category } from '../../release/cost-basket.ts';
import { spanTooWide } from '../../release/cost-estimates.ts';
import {
  type Amount,
  HOUSEHOLDS,
  type Household,
  homeRent,
  householdBudget,
  intervalFactors,
  VARIANCE_OF_SIZE,
} from '../../release/household-budgets.ts';
import { roundTo } from '../../release/round-to.ts';
import { type City, isCity, type Place } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import * as field from '../field.ts';
import { latestRate } from '../figures/currency.ts';
import { intervalColumns, optional } from '../formats/table.ts';
import { memo } from '../memo.ts';
import NAMES from '../names.json' with { type: 'json' };
import { CURRENCY_CODE, exchangeRate, resource, SourceIds } from '../schemas.ts';
import { costAt, EvidenceSchema, type PlaceCost } from './cost-index.ts';
import { referenceCity } from './index-reference.ts';

/* What a household needs in a month, in money. */

export const householdParameter = field.optional.oneOf(
  [...HOUSEHOLDS],
  'The household of the budget: `one` adult (the default), a `couple`, or a `family` of two adults and two children of school age.',
  'family',
);

const amount = {
  value: field.number('The amount, to the hundredth.'),
  ...field.interval,
};

/** What the amount of each category pays for. */
export const COVERED: Readonly<Record<Category, string>> = NAMES.covered;

const BudgetPart = (category: Category) =>
  field.partOrNull(
    `Every month: ${COVERED[category]}. Null if \`index_withheld\` says why; the total includes it.`,
    {
      ...amount,
      evidence: EvidenceSchema,
      sources: SourceIds,
    },
  );

const SAME_BASKET = 'same_basket';

export const Budget = resource(
  'Budget',
  'What a household needs in a month: the basket of an average American household at the prices of the place, which is the same basket everywhere, renting on the market, without income tax. It is not what people there buy: habits differ most in transport, health care and education. Alcohol, tobacco, insurance and care for children are not in it.',
  {
    household: field.oneOf(HOUSEHOLDS, 'The household that the budget is for.'),
    currency: field.text('Currency of all amounts (ISO 4217).', { ...CURRENCY_CODE }),
    per: Type.Literal('month', { description: 'Always `month`.' }),
    basis: Type.Literal(SAME_BASKET, {
      description: 'Always `same_basket`: the same goods and services everywhere, without income tax.',
    }),
    total: field.part('All categories together.', amount),
    categories: field.part('The amounts that add up to the total.', byCategory(BudgetPart)),
    exchange_rate: exchangeRate(
      'The rate by which all amounts were converted; null for US dollars.',
      'Units of `currency` for one US dollar.',
    ),
  },
);
export type Budget = Static<typeof Budget>;

const Remaining = field.part(
  'Only with `amount` and `household`: what is left each month of the amount after the budget, if that amount is net pay; negative if it is not enough. Null if there is no budget.',
  {
    value: field.number('The amount less the budget, in the requested currency.'),
    ...field.interval,
  },
);

/** For responses in which a place may have no budget. */
export const NullableBudget = field.objectOrNull(
  field.only(Budget.properties),
  'What a household needs there in a month; null if `index` is null, if no exchange rate of the currency is known, and if the operator has left out the sources of the basket.',
);

/** The currency in which the amounts of a place are shown: the one asked for, else its own, else the dollar. */
export function budgetCurrency(release: Release, place: Place, asked: string | undefined): string {
  if (asked !== undefined) return asked;
  const own = release.countryOf(place).detail.currencies[0]?.code;
  return own !== undefined && rateTo(release, own) !== undefined ? own : 'USD';
}

/** The budget of a household in a place; null if the place has no index, or the currency no rate. */
export function budgetOf(
  release: Release,
  place: Place,
  household: Household,
  currency: string,
): Budget | null {
  const given = givenFor(release, place, household);
  const rate = rateTo(release, currency);
  if (given === undefined || rate === undefined) return null;
  const { total, parts } = amountsFor(given, rate?.value ?? 1);
  return {
    household,
    currency,
    per: 'month',
    basis: SAME_BASKET,
    total,
    categories: Object.fromEntries(
      CATEGORIES.map((category) => {
        const about = aboutPart(given, category);
        return [category, about && { ...parts[category], ...about }];
      }),
    ) as Budget['categories'],
    exchange_rate: rate,
  };
}

/** The total of that budget alone, for lists of cities: what each amount is based on is half of the work. */
export function budgetTotal(
  release: Release,
  place: Place,
  household: Household,
  currency: string,
): (Budget['total'] & { currency: string }) | null {
  const given = givenFor(release, place, household);
  const rate = rateTo(release, currency);
  if (given === undefined || rate === undefined) return null;
  return { ...amountsFor(given, rate?.value ?? 1).total, currency };
}

/** @param factor units of the currency for a dollar */
function amountsFor(
  { cost, basket, base, official }: NonNullable<ReturnType<typeof givenFor>>,
  factor: number,
) {
  const { total, categories } = householdBudget(cost, basket, base, official);
  const parts = byCategory((category) => amountsOf(categories[category], factor));
  const sum = CATEGORIES.reduce((all, category) => all + parts[category].value, 0);
  return { parts, total: amountsOf(total, factor, roundTo(sum, 100)) };
}

/** The rent in the budget of a household, in US dollars; null where that shows none. */
export function rentOfHome(
  release: Release,
  place: Place,
  household: Household,
): (NonNullable<Budget['categories']['housing']> & { isPublished: boolean }) | null {
  const given = givenFor(release, place, household);
  const about = given && aboutPart(given, 'housing');
  if (given === undefined || !about) return null;
  const { cost, basket, base, official } = given;
  const isPublished = official !== undefined;
  return { ...amountsOf(homeRent(cost, basket.housing.usd, base, official), 1), ...about, isPublished };
}

/** What a budget is made of; undefined if something is missing. */
function givenFor(release: Release, place: Place, household: Household) {
  const cost = costAt(release, place, 'spot');
  const basket = release.baskets.get(household);
  const base = baseRent(release, household);
  if ('reason' in cost || basket === undefined || base === null) return undefined;
  const rents = isCity(place) ? release.homeRents(place) : undefined;
  return { cost, basket, base, official: rents && { ...rents, usd: rents[household] } };
}

/** What an amount is based on; null if it is not shown. */
function aboutPart({ cost, basket, official }: NonNullable<ReturnType<typeof givenFor>>, category: Category) {
  const rents = category === 'housing' ? official : undefined;
  const estimate = cost.categories[category];
  if (rents === undefined && spanTooWide(estimate) !== undefined) return null;
  const { evidence } = rents ?? estimate;
  // An official rent is not made from the basket.
  if (rents !== undefined) return { evidence, sources: [rents.source] };
  const sources = new Set([...basket[category].sources.split(' '), ...estimate.sources]);
  return { evidence, sources: [...sources].sort() };
}

/** What is left of a monthly amount after the budget, in its currency. */
export const RemainingAmount = field.objectOrNull(Remaining);

export function remainingAmount(given: number, { total }: Budget): Static<typeof Remaining> {
  const left = (spent: number) => roundTo(given - spent, 100);
  return { value: left(total.value), low: left(total.high), high: left(total.low) };
}

/** For CSV and GeoJSON: only with `household`. */
export const BUDGET_COLUMNS = optional([
  ...intervalColumns('budget_per_month', 'cities.budget.total'),
  { name: 'budget_currency', path: 'cities.budget.currency' },
  { name: 'budget_household', path: 'cities.budget.household' },
  ...CATEGORIES.flatMap((category) =>
    intervalColumns(`budget_${category}`, `cities.budget.categories.${category}`),
  ),
  ...intervalColumns('remaining_per_month', 'cities.remaining'),
]);

/** The homes of the basket are those of New York, at its own rents; null in a release without these. */
function baseRent(release: Release, household: Household) {
  const known = memo(HOMES_OF_BASE, release, () => {
    const base: City = referenceCity(release, undefined);
    const cost = costAt(release, base, 'spot');
    const rents = release.homeRents(base);
    return 'reason' in cost || rents === undefined
      ? null
      : { housing: cost.categories.housing, sd: rents.sd };
  });
  return known && { housing: known.housing, variance: known.sd ** 2 + VARIANCE_OF_SIZE[household] };
}

/** They are a third of the work of a budget. */
const HOMES_OF_BASE = new WeakMap<
  Release,
  { housing: PlaceCost['categories']['housing']; sd: number } | null
>();

/** Null for the dollar, undefined if no rate is known. */
function rateTo(release: Release, currency: string) {
  return currency === 'USD' ? null : (latestRate(release, 'USD', currency) ?? undefined);
}

function amountsOf(estimate: Amount, factor: number, value = estimate.usd * factor) {
  const { low, high } = intervalFactors(estimate);
  return { value: roundTo(value, 100), low: roundTo(value * low, 100), high: roundTo(value * high, 100) };
}
