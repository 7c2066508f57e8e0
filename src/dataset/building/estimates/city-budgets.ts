import { atSpot, type CityCost, type CostEstimates, isKnown } from '../../../release/cost-estimates.ts';
import {
  type BasketPart,
  type HomeRents,
  type Household,
  householdBudget,
  VARIANCE_OF_SIZE,
  wholeBaskets,
} from '../../../release/household-budgets.ts';
import { BASE_CITY } from './cost-inputs.ts';

export interface CityBudget extends ReturnType<typeof householdBudget> {
  /** At the exchange rate of the day. */
  cost: CityCost;
  /** The official rents that the budget has; undefined if its rent is estimated. */
  official: HomeRents | undefined;
}

/**
 * The budgets of cities, in US dollars a month, as responses have them: undefined for a city without an index, and for all if
 * a part of the basket is missing. It is quicker to ask for all households of a city before the next.
 */
export function cityBudgets(
  costs: CostEstimates,
  parts: readonly BasketPart[],
  rents: readonly HomeRents[],
): (household: Household, city: string) => CityBudget | undefined {
  const rentsOf = new Map(rents.map((ofCity) => [ofCity.city, ofCity]));
  const baskets = wholeBaskets(parts);
  const costAt = (city: string) => {
    const cost = costs.cities.get(city);
    const country = isKnown(cost) ? costs.countries.get(cost.country) : undefined;
    return isKnown(cost) && isKnown(country) ? atSpot(cost, country) : undefined;
  };
  const [base, baseRents] = [costAt(BASE_CITY), rentsOf.get(BASE_CITY)];
  let last = { city: BASE_CITY, cost: base };
  return (household, city) => {
    if (last.city !== city) last = { city, cost: costAt(city) };
    const [cost, basket, official] = [last.cost, baskets.get(household), rentsOf.get(city)];
    if (cost === undefined || basket === undefined || base === undefined || baseRents === undefined)
      return undefined;
    const budget = householdBudget(
      cost,
      basket,
      { housing: base.categories.housing, variance: baseRents.sd ** 2 + VARIANCE_OF_SIZE[household] },
      official && { usd: official[household], sd: official.sd },
    );
    return { ...budget, cost, official };
  };
}
