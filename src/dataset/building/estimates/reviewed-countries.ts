import { NULL_REASONS } from '../../../release/cost-estimates.ts';
import { filled, matching, recordTable, text, texts, word } from '../files/records.ts';

/* Decisions about countries that our figures cannot make, each with its reason: tables of data/estimates by ISO 3166-1 alpha-2. */

/** Price levels that are not shown: `detail` is one sentence for the reader. With `income`, GDP per head gives a level instead. */
export const { read: readPriceLevelReviews } = recordTable(
  'estimates/price-level-reviews',
  { country: text, reason: word(NULL_REASONS), detail: filled, instead: word(['', 'income']) },
  ({ country }) => country,
);
export type PriceLevelReview = ReturnType<typeof readPriceLevelReviews>[number];

/** Territories for which we use the prices of their country (`of`). */
export const { read: readKin } = recordTable('estimates/price-level-kin', texts('country', 'of', 'reason'));
export type Kin = Omit<ReturnType<typeof readKin>[number], 'reason'>;

/** Where public or regulated rents dominate. */
export const { read: readPublicHousing } = recordTable('estimates/public-housing', {
  country: matching(/^[A-Z]{2}$/, 'a code'),
  reason: filled,
});
