import Type from 'typebox';
import { invalidParameter } from '../../http/problems.ts';
import { BASKET_WEIGHTS, type ByCategory, CATEGORIES, type Category } from '../../release/cost-basket.ts';

export const weightsParameter = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 400,
    description: `Your own basket: categories with their shares, \`housing:0.4,food:0.3,transport:0.3\`. A category that is not named has none. Shares are scaled to add up to 1; the response lists the shares used. Categories: ${CATEGORIES.join(', ')}.`,
  }),
);

/** The requested shares, scaled to add up to 1; our own basket when none are given. Throws a Problem that names what is wrong. */
export function basketOf(text: string | undefined): ByCategory<number> {
  if (text === undefined) return BASKET_WEIGHTS;
  const asked = new Map<Category, number>();
  for (const item of text.split(',')) {
    const [, name = '', digits = ''] = /^\s*([a-z]+)\s*:\s*(\d{1,6}(?:\.\d{1,6})?)\s*$/.exec(item) ?? [];
    const category = CATEGORIES.find((known) => known === name);
    if (category === undefined)
      throw invalidParameter(
        'weights',
        `must list shares such as housing:0.4, separated by commas; the categories are ${CATEGORIES.join(', ')}`,
      );
    if (asked.has(category)) throw invalidParameter('weights', `names ${category} twice`);
    asked.set(category, Number(digits));
  }
  const sum = [...asked.values()].reduce((total, share) => total + share, 0);
  if (sum === 0) throw invalidParameter('weights', 'must have a share above 0');
  return Object.fromEntries(
    CATEGORIES.map((category) => [category, (asked.get(category) ?? 0) / sum]),
  ) as ByCategory<number>;
}

/** The canonical text of a basket: equal baskets have equal texts. */
export function canonicalBasket(weights: ByCategory<number>): string {
  return weights === BASKET_WEIGHTS ? '' : CATEGORIES.map((category) => weights[category]).join(',');
}
