import { CATEGORIES, type Category } from '../../release/cost-basket.ts';
import { PART_TITLES, priceName } from '../summaries/words.ts';
import type { CostIndex } from './cost-index.ts';
import type { IndexNote } from './index-notes.ts';

type Part = 'overall' | Category;

/** The parts of an index that are shown, by name: the overall level, and the categories that are not withheld. */
export function shownLevels(index: CostIndex): [Part, CostIndex['overall']][] {
  return (['overall', ...CATEGORIES] as const).flatMap((name) => {
    const figure = index[name];
    return figure === null ? [] : [[name, figure]];
  });
}

/**
 * The parts as rows of a page, with a title and a short name: categories that are one figure are one row, under the name of what they are together.
 *
 * @param figureOf null if a part has none
 * @param notes of every place in the row
 */
export function levelRows<Figure extends object>(
  figureOf: (part: Part) => Figure | null,
  notes: readonly (readonly IndexNote[])[],
): { part: Part; title: string; name: string; together?: IndexNote; figure: Figure }[] {
  const together = sharedBy(notes).filter(({ categories }) => {
    const [first, ...others] = categories.map((category) => {
      const figure = figureOf(category);
      // Against a city elsewhere, one figure may be several.
      return JSON.stringify(figure && Object.values(figure).filter((value) => typeof value === 'number'));
    });
    return others.every((other) => other === first);
  });
  return (['overall', ...CATEGORIES] as const).flatMap((part) => {
    const figure = figureOf(part);
    const shared = together.find(({ categories }) => categories.some((category) => category === part));
    if (figure === null || (shared !== undefined && shared.categories[0] !== part)) return [];
    if (shared === undefined)
      return [{ part, title: PART_TITLES[part] ?? part, name: priceName(part), figure }];
    const title = `${shared.title}: ${shared.categories.map(priceName).join(', ')}`;
    return [{ part, title, name: shared.title.toLowerCase(), together: shared, figure }];
  });
}

function sharedBy([first = [], ...others]: readonly (readonly IndexNote[])[]): IndexNote[] {
  return first.filter(
    ({ code, title }) =>
      code === 'one_index' && others.every((notes) => notes.some((note) => note.title === title)),
  );
}
