import { CATEGORIES } from '../../../release/cost-basket.ts';
import { countryAverage100, isKnown, spanTooWide } from '../../../release/cost-estimates.ts';
import { type CostBasisRow, costRow } from '../../../release/cost-records.ts';
import { intervalFactors } from '../../../release/household-budgets.ts';
import { costMeasure, measureRow } from '../../../release/measures.ts';
import { roundTo } from '../../../release/round-to.ts';
import { cityBudgets } from '../estimates/city-budgets.ts';
import { estimateCostIndex } from '../estimates/cost-index.ts';
import type { CostInputs } from '../estimates/cost-inputs.ts';
import { homeRents } from '../estimates/home-rents.ts';
import { householdBaskets } from '../estimates/household-baskets.ts';
import { budgetMeasures, costFigures, countryLevels } from './release-measures.ts';

/** The rows of a release about the cost of living: see release/schema.sql. */
export type CostTables = ReturnType<typeof costTables>;

/** @param inputs their cities by rank, which is the order of the measures */
export function costTables(inputs: CostInputs) {
  const costs = estimateCostIndex(inputs);
  const cities = inputs.cities.map(({ key }) => key);
  const rents = homeRents(inputs, costs);
  const baskets = householdBaskets(inputs, rents);
  const budgetOf = cityBudgets(costs, baskets, rents);
  const bases = new Map<string, CostBasisRow>();
  const overall = costFigures(cities, costs, 'overall');
  const places = [...costs.countries, ...costs.cities].sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    estimates: places.map(([place, cost]) => costRow(place, cost, bases)),
    bases: [...bases.values()],
    measures: [
      measureRow('cost', overall),
      ...CATEGORIES.map((category) =>
        measureRow(costMeasure(category), costFigures(cities, costs, category)),
      ),
      ...budgetMeasures(cities, budgetOf),
    ],
    baskets,
    rents,
    /** By rank of the city; not tables: measures of pay are made from them. */
    overall,
    oneBedroom: oneBedroomRents(cities, budgetOf),
    /** Overall levels of countries by key, where the base city is 100, and of cities by rank, where their country is: for the same. */
    countryLevels: countryLevels(costs),
    inCountry: cities.map((key) => {
      const city = costs.cities.get(key);
      const country = isKnown(city) ? costs.countries.get(city.country) : undefined;
      return isKnown(city) && isKnown(country) ? countryAverage100(city.overall, country.overall) : undefined;
    }),
  };
}

/**
 * The rent of a one-bedroom home let now, without utilities, in each city: that of the budget of one adult. Undefined where the
 * budget shows none. US dollars a month, and what the rent is based on.
 *
 * @param cities their keys, by rank
 */
function oneBedroomRents(cities: readonly string[], budgetOf: ReturnType<typeof cityBudgets>) {
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
