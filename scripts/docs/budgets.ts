import { ask } from '../../src/engine/ask.ts';
import type { Budget } from '../../src/engine/cost/budget.ts';
import type { View } from '../../src/engine/endpoint.ts';
import { BUDGET_TITLES, HOUSEHOLD_WORDS } from '../../src/engine/summaries/budget-words.ts';
import { CATEGORIES } from '../../src/release/cost-basket.ts';
import { HOUSEHOLDS } from '../../src/release/household-budgets.ts';
import { table } from './markdown.ts';

/** What each household buys in a month, in US dollars at American prices, and the rent of its home at the level of New York. */
export function basketTable({ release }: View): string {
  return table(
    ['USD a month', ...HOUSEHOLDS.map((household) => HOUSEHOLD_WORDS[household])],
    CATEGORIES.map((category) => [
      BUDGET_TITLES[category] + (category === 'housing' ? ', at New York’s level' : ''),
      ...HOUSEHOLDS.map((household) => amount(release.baskets.get(household)?.[category].usd ?? Number.NaN)),
    ]),
  );
}

/** Lisbon's budget for one adult from answers that everybody can ask for. */
export function lisbonTable(view: View): string {
  const cost = (place: string, query: { currency?: string; rate?: string }) =>
    ask(view, '/data/cost-of-living/{city_id}', { place, query }).body;
  const base = budget(cost('new-york', { currency: 'USD' }).budget);
  const { index } = cost('lisbon', { rate: 'spot' });
  const dollars = budget(cost('lisbon', { currency: 'USD' }).budget);
  const euros = budget(cost('lisbon', {}).budget);
  const of = ({ categories }: Budget, category: (typeof CATEGORIES)[number]) =>
    amount(categories[category]?.value ?? Number.NaN);
  // New York itself has official rents of homes of each size.
  const rent = view.release.baskets.get('one')?.housing.usd ?? Number.NaN;
  const atBase = (category: (typeof CATEGORIES)[number]) =>
    category === 'housing' ? rent : (base.categories[category]?.value ?? Number.NaN);
  const together = CATEGORIES.reduce((sum, category) => sum + atBase(category), 0);
  return table(
    [
      'Category',
      'At New York’s level, USD',
      'Lisbon’s index',
      'Lisbon, USD',
      `Lisbon, EUR (× ${euros.exchange_rate?.value.toFixed(4)})`,
    ],
    [
      ...CATEGORIES.map((category) => [
        BUDGET_TITLES[category],
        amount(atBase(category)),
        String(index?.[category]?.value),
        of(dollars, category),
        of(euros, category),
      ]),
      ['**Together**', amount(together), '', amount(dollars.total.value), amount(euros.total.value)],
    ],
  );
}

function budget(found: Budget | null): Budget {
  if (found === null) throw new Error('a city of the documentation has no budget');
  return found;
}

function amount(value: number): string {
  return value.toFixed(0);
}
