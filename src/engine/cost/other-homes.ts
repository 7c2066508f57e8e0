import type { Static } from 'typebox';
import { DWELLING_SQUARE_METRES, type Household } from '../../release/household-budgets.ts';
import type { Release } from '../catalogue/release.ts';
import type { Place } from '../places/place.ts';
import { amountInWords, periodInWords } from '../summaries/words.ts';
import { rentOfHome } from './budget.ts';
import type { IndexNote } from './index-notes.ts';
import type { Price } from './price.ts';

/** Published rents that readers put beside the rent of a budget: of whose home, and how many times a month they count. */
const COMPARED: ReadonlyMap<string, readonly [home: Household, times: number]> = new Map([
  ['rent_one_bedroom', ['one', 1]],
  ['rent_two_bedroom', ['couple', 1]],
  ['rent_three_bedroom', ['family', 1]],
  ['rent_average_dwelling', ['couple', 1]],
  ['rent_average_dwelling_yearly', ['couple', 1 / 12]],
  ['rent_median_weekly', ['couple', 52 / 12]],
  ['rent_in_price_survey', ['couple', 1]],
  ['housing_cost_of_renters', ['couple', 1]],
  ['rent_per_square_metre', ['couple', DWELLING_SQUARE_METRES]],
  ['rent_per_square_metre_median', ['couple', DWELLING_SQUARE_METRES]],
  ['rent_per_square_metre_yearly_median', ['couple', DWELLING_SQUARE_METRES / 12]],
]);

/**
 * The most local published rent that is outside the interval of the budget's rent. Both are right, but of different homes, which a
 * reader who sees both must know. A rent of the budget that is published itself needs no remark.
 */
export function otherHomes(
  release: Release,
  place: Place,
  prices: readonly Static<typeof Price>[],
): IndexNote[] {
  for (const { item, title, amount, currency, per, usd, period, note } of prices) {
    const [household, times] = COMPARED.get(item) ?? [];
    if (household === undefined || times === undefined || usd === null) continue;
    const rent = rentOfHome(release, place, household);
    if (rent === null || rent.isPublished) return [];
    const published = usd * times;
    if (published >= rent.low && published <= rent.high) continue;
    const what = `${title} (${periodInWords(period)}): ${amountInWords({ amount, currency, per })}`;
    const ratio = (rent.value / published).toFixed(1);
    const detail = `${what}. The rent in the budget is ${ratio} times as much, because it is of another home: one of the same standard everywhere, let now. The published rent is of the homes that its publisher counts${note === null ? '' : `: ${note}`}.`;
    return [{ code: 'other_homes', title: 'Housing', categories: ['housing'], detail }];
  }
  return [];
}
