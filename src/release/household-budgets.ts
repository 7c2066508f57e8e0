import { type ByCategory, byCategory, CATEGORIES, type Category } from './cost-basket.ts';
import { basketLevel, type Estimate, type Evidence, Z80 } from './cost-estimates.ts';
import type { Grain } from './grain.ts';

/**
 * What a household needs in a month, in money: one adult, a couple, and a couple with two children of school age. The basket is the
 * same everywhere. The build and the engine make the amounts with the same function.
 */
export const HOUSEHOLDS = ['one', 'couple', 'family'] as const;
export type Household = (typeof HOUSEHOLDS)[number];

/**
 * Variance (ln) of what homes with one and three bedrooms cost against two: five offices differ by .04 and .08. The households rent one,
 * two and three.
 */
export const VARIANCE_OF_SIZE: Readonly<Record<Household, number>> = {
  one: 0.04 ** 2,
  couple: 0,
  family: 0.08 ** 2,
};

/** Floor of the home with two bedrooms, to which rents of the sources are brought. */
export const DWELLING_SQUARE_METRES = 70;

/** A part of the basket of a household: a row of the table household_basket. */
export interface BasketPart {
  household: Household;
  category: Category;
  /**
   * US dollars a month on the day of the release, at the average prices of the United States; of housing the rent of the household's
   * home in the base city, let now, without utilities.
   */
  usd: number;
  /** Ids of sources, separated by spaces. */
  sources: string;
}

/** Official rents of homes let now, without utilities, in a city or its area: a row of the table home_rent. */
export interface HomeRents extends Record<Household, number> {
  /** City key. The amounts above are US dollars a month, at the rate of the day of the release. */
  city: string;
  /** Standard deviation (ln) of each as what a newcomer pays in the city. */
  sd: number;
  evidence: Evidence;
  grain: Grain;
  period: string;
  source: string;
}

export type Basket = ByCategory<Pick<BasketPart, 'usd'>>;

/** The basket of each household that has all its parts: an operator may leave out a source, and a budget without it would be wrong. */
export function wholeBaskets(parts: readonly BasketPart[]): Map<Household, ByCategory<BasketPart>> {
  return new Map(
    HOUSEHOLDS.flatMap((household): [Household, ByCategory<BasketPart>][] => {
      const known = new Map(
        parts.filter((part) => part.household === household).map((part) => [part.category, part]),
      );
      if (CATEGORIES.some((category) => !known.has(category))) return [];
      return [[household, byCategory((category) => known.get(category) as BasketPart)]];
    }),
  );
}

/** US dollars a month, and the variance of its natural logarithm. */
export interface Amount {
  usd: number;
  variance: number;
}

/** What an amount in the base city is worth: its housing, and the variance of the rent of the home there. */
export interface BaseRent {
  housing: Estimate;
  variance: number;
}

type Costed = Parameters<typeof basketLevel>[0];

/**
 * The budget of a household: the basket at the prices of the place. Its total has the errors of its parts in proportion to their
 * shares, with those that they share. An official rent has an error of its own.
 *
 * @param cost at the exchange rate of the day
 * @param rent the official rent of the household's home, if there is one
 */
export function householdBudget(
  cost: Costed,
  basket: Basket,
  base: BaseRent,
  rent?: { usd: number; sd: number },
): { total: Amount; categories: Record<Category, Amount> } {
  const categories = byCategory((category) => {
    const { log, countryVariance, localVariance } = cost.categories[category];
    const { usd } = basket[category];
    return category === 'housing'
      ? homeRent(cost, usd, base, rent)
      : { usd: usd * Math.exp(log), variance: countryVariance + localVariance };
  });
  const usd = CATEGORIES.reduce((sum, category) => sum + categories[category].usd, 0);
  const shares = byCategory((category) => categories[category].usd / usd);
  const housing = shares.housing ** 2;
  const { variance: ofRent } = categories.housing;
  const total =
    rent === undefined
      ? varianceOf(cost, shares) + housing * base.variance
      : varianceOf(cost, { ...shares, housing: 0 }) + housing * ofRent;
  return { total: { usd, variance: total }, categories };
}

/** The rent of a household's home: the official one, or that of the base city at the level of the place. See householdBudget. */
export function homeRent(
  { categories: { housing } }: Costed,
  inBase: number,
  base: BaseRent,
  rent?: { usd: number; sd: number },
): Amount {
  if (rent !== undefined) return { usd: rent.usd, variance: rent.sd ** 2 };
  const { log, countryVariance, localVariance } = housing;
  const variance = countryVariance + localVariance + base.variance;
  return { usd: inBase * Math.exp(log - base.housing.log), variance };
}

/** Of a sum with these shares. Errors that all parts have in common count once, with the sum of the shares. */
function varianceOf(cost: Costed, shares: ByCategory<number>): number {
  const sum = CATEGORIES.reduce((all, category) => all + shares[category], 0);
  const { countryVariance, localVariance } = basketLevel(cost, shares);
  return countryVariance - (1 - sum ** 2) * cost.commonVariance + localVariance;
}

/** The ends of the 80 % interval as factors of the amount. */
export function intervalFactors({ variance }: Amount): { low: number; high: number } {
  const reach = Z80 * Math.sqrt(Math.max(0, variance));
  return { low: Math.exp(-reach), high: Math.exp(reach) };
}
