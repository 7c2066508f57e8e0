import { type ByCategory, byCategory } from '../../../release/cost-basket.ts';
import {
  atSpot,
  type CostEstimates,
  type Evidence,
  isKnown,
  spanTooWide,
} from '../../../release/cost-estimates.ts';
import {
  type BasketPart,
  type HomeRents,
  householdBudget,
  intervalFactors,
} from '../../../release/household-budgets.ts';
import type { Level } from '../../../release/pay.ts';
import { roundTo } from '../../../release/round-to.ts';
import { BASE_CITY } from '../estimates/cost-inputs.ts';

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
  costs: CostEstimates,
  baskets: readonly BasketPart[],
  rents: readonly HomeRents[],
): (CityRent | undefined)[] {
  const rentOf = new Map(rents.map((rent) => [rent.city, rent]));
  const parts = new Map(
    baskets.filter(({ household }) => household === 'one').map((part) => [part.category, part]),
  );
  const costAt = (key: string) => {
    const cost = costs.cities.get(key);
    const country = isKnown(cost) ? costs.countries.get(cost.country) : undefined;
    return isKnown(cost) && isKnown(country) ? atSpot(cost, country) : undefined;
  };
  const [baseCost, ofBase] = [costAt(BASE_CITY), rentOf.get(BASE_CITY)];
  if (baseCost === undefined || ofBase === undefined || parts.size === 0) return cities.map(() => undefined);
  const basket: ByCategory<BasketPart> = byCategory((category) => parts.get(category) as BasketPart);
  const base = { housing: baseCost.categories.housing, variance: ofBase.sd ** 2 };
  return cities.map((key) => {
    const cost = costAt(key);
    if (cost === undefined) return undefined;
    const official = rentOf.get(key);
    const { evidence } = official ?? cost.categories.housing;
    // As in the budget (src/engine/cost/budget.ts): a rent from a level that is not shown is not shown either.
    const isWithheld = spanTooWide(cost.categories.housing) !== undefined;
    if (isWithheld && evidence === cost.categories.housing.evidence) return undefined;
    const rent = official && { usd: official.one, sd: official.sd };
    const { housing } = householdBudget(cost, basket, base, rent).categories;
    const { low, high } = intervalFactors(housing);
    const cents = (usd: number) => roundTo(usd, 100);
    return {
      value: cents(housing.usd),
      low: cents(housing.usd * low),
      high: cents(housing.usd * high),
      evidence,
    };
  });
}
