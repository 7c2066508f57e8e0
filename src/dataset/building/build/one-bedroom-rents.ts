import { type Evidence, spanTooWide } from '../../../release/cost-estimates.ts';
import { intervalFactors } from '../../../release/household-budgets.ts';
import type { Level } from '../../../release/pay.ts';
import { roundTo } from '../../../release/round-to.ts';
import type { cityBudgets } from '../estimates/city-budgets.ts';

/** US dollars a month, and what the rent is based on. */
export interface CityRent extends Level {
  evidence: Evidence;
}

/**
 * The rent of a one-bedroom home let now, without utilities, in each city: that of the budget of one adult. Undefined where the
 * budget shows none.
 *
 * @param cities their keys, by rank
 */
export function oneBedroomRents(
  cities: readonly string[],
  budgetOf: ReturnType<typeof cityBudgets>,
): (CityRent | undefined)[] {
  return cities.map((key) => {
    const budget = budgetOf('one', key);
    if (budget === undefined) return undefined;
    const { official, cost, categories } = budget;
    const estimate = cost.categories.housing;
    // As in the budget (src/engine/cost/budget.ts): a rent from a level that is not shown is not shown either.
    if (official === undefined && spanTooWide(estimate) !== undefined) return undefined;
    const { usd } = categories.housing;
    const { low, high } = intervalFactors(categories.housing);
    const cents = (amount: number) => roundTo(amount, 100);
    const { evidence } = official ?? estimate;
    return { value: cents(usd), low: cents(usd * low), high: cents(usd * high), evidence };
  });
}
