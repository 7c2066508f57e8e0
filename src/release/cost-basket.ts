/**
 * Shares of the categories in the overall index. A convention, not a measurement: the round shares of a household that
 * rents in a city, near those of consumer price indices of rich countries. They are the same everywhere, so that two
 * cities differ only by their prices, not by what people there buy; a household that lives differently can use other weights.
 * They add up to 1, and have two decimals so that the overall index can be recomputed exactly.
 *
 * The basket has ten categories of what a household buys, after the divisions of COICOP; restaurants include hotels, health and
 * education what the household pays itself.
 */
export const BASKET_WEIGHTS = {
  housing: 0.25,
  utilities: 0.06,
  food: 0.17,
  restaurants: 0.1,
  transport: 0.14,
  communication: 0.05,
  recreation: 0.09,
  clothing: 0.05,
  health: 0.05,
  education: 0.04,
};

export type Category = keyof typeof BASKET_WEIGHTS;
export type ByCategory<Value> = Readonly<Record<Category, Value>>;
export const CATEGORIES = Object.keys(BASKET_WEIGHTS) as readonly Category[];

/** Categories of which an office publishes one index for all together, by what they are together. */
export const ONE_INDEX = {
  Goods: ['food', 'clothing', 'transport'],
  Services: ['restaurants', 'communication', 'recreation', 'health', 'education'],
} as const satisfies Readonly<Record<string, readonly Category[]>>;

export function byCategory<Value>(of: (category: Category) => Value): Record<Category, Value> {
  // Not by Object.fromEntries: estimates are made for tens of thousands of cities, and that takes several times as long.
  const values: Partial<Record<Category, Value>> = {};
  for (const category of CATEGORIES) values[category] = of(category);
  return values as Record<Category, Value>;
}
