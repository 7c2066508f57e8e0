import { roundTo } from '../../../release/round-to.ts';
import type { Fact } from '../../building/facts/fact.ts';

/** What three households spend on an item, in the same money and time: one adult, a couple, and a couple with two school children. */
export interface SpendingByHousehold {
  one: number;
  couple: number;
  family: number;
}

/** How many times as much the larger households spend as one adult: all that the estimates use. */
export function spendingRatios(
  { one, couple, family }: SpendingByHousehold,
  about: Pick<Fact, 'place' | 'period' | 'grain' | 'source' | 'note'>,
): Fact[] {
  const ratio = (metric: string, spending: number): Fact => ({
    ...about,
    metric,
    value: roundTo(spending / one, 1e4),
    unit: 'times_one_adult',
  });
  return [ratio('spending_of_couple', couple), ratio('spending_of_family', family)];
}
