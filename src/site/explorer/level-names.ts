import type { IndexNote } from '../../engine/cost/index-notes.ts';
import type { Messages } from '../languages/english.ts';

/** The title of a row of price levels and its name within a sentence. @param together categories that are one figure */
export function levelNames(
  part: string,
  together: IndexNote | undefined,
  { cost, figures }: Messages,
): { title: string; name: string } {
  if (together === undefined) return { title: figures.parts[part] ?? part, name: figures.priceName(part) };
  const title = cost.together(together.title);
  const among = together.categories.map(figures.priceName).join(', ');
  return { title: `${title}: ${among}`, name: figures.inSentence(title) };
}
