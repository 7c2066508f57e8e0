import { BASKET_WEIGHTS, type ByCategory, CATEGORIES } from '../../release/cost-basket.ts';
import { canonicalShares, weightsParameter as parameter, sharesOf } from '../parameters/weights.ts';

export const weightsParameter = parameter(
  `Your own basket: categories with their shares, \`housing:0.4,food:0.3,transport:0.3\`. Categories that you leave out have no share. Shares are scaled to add up to 1; the response lists the shares used. Categories: ${CATEGORIES.join(', ')}.`,
);

/** The requested shares, scaled to add up to 1; our own basket when none are given. Throws a Problem that names what is wrong. */
export function basketOf(text: string | undefined): ByCategory<number> {
  if (text === undefined) return BASKET_WEIGHTS;
  return sharesOf(text, { names: CATEGORIES, plural: 'categories', example: 'housing:0.4' });
}

/** The canonical text of a basket: equal baskets have equal texts. */
export function canonicalBasket(weights: ByCategory<number>): string {
  return weights === BASKET_WEIGHTS ? '' : canonicalShares(weights, CATEGORIES);
}
