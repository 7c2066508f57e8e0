import { CATEGORIES, type Category } from '../../release/cost-basket.ts';
import type { CostIndex } from './cost-index.ts';

/** The parts of an index that are shown, by name: the overall level, and the categories that are not withheld. */
export function shownLevels(index: CostIndex): ['overall' | Category, CostIndex['overall']][] {
  return (['overall', ...CATEGORIES] as const).flatMap((name) => {
    const figure = index[name];
    return figure === null ? [] : [[name, figure]];
  });
}
