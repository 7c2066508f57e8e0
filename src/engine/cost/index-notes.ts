import type { Static } from 'typebox';
import { type ByCategory, CATEGORIES, type Category, ONE_INDEX } from '../../release/cost-basket.ts';
import type { Estimate } from '../../release/cost-estimates.ts';
import * as field from '../field.ts';
import { categoryName, list, priceName } from '../summaries/words.ts';

/** What a reader of the categories must know, so that no figure says more than was measured. */
export const IndexNotes = field.list(
  field.part('A remark about categories of `index`.', {
    code: field.oneOf(
      ['one_index', 'no_rent_measured', 'no_rent_published', 'other_homes'],
      '`one_index`: the office publishes one index for these categories together, so they are one figure and not several that agree. `no_rent_measured`: no source has a rent of the city or its region, so housing is modelled. `no_rent_published`: housing is based on a rent that nobody publishes, computed from official figures. `other_homes`: a rent in `prices` is outside the interval of the rent of such a home in the budget, because it is of other homes. Later versions may add codes.',
    ),
    title: field.text('What the remark is about, such as `Goods`.'),
    categories: field.list(
      field.oneOf([...CATEGORIES], 'A category of `index`.'),
      'The categories; their `sources` are those of the figure.',
    ),
    detail: field.text('The remark in a sentence.'),
  }),
  'Which categories are one figure, what housing is based on if no rent is published, and which published rent differs from the budget’s.',
);
export type IndexNote = Static<typeof IndexNotes>[number];

type Noted = ByCategory<Estimate & { evidence: string; sources: readonly string[] }>;

export function indexNotes(categories: Noted): IndexNote[] {
  const shared = Object.entries(ONE_INDEX).flatMap(([title, together]): IndexNote[] => {
    if (!isOneFigure(together, categories)) return [];
    const names = categoryName(list(together.map(priceName)));
    const detail = `${names} are one figure: the office publishes one index of ${title.toLowerCase()}.`;
    return [{ code: 'one_index', title, categories: [...together], detail }];
  });
  const rent = RENT_NOTES[categories.housing.evidence];
  return rent === undefined ? shared : [...shared, { ...rent, title: 'Housing', categories: ['housing'] }];
}

/** By the evidence of housing that rests on no published rent of the city or its region. */
const RENT_NOTES: Readonly<Record<string, Pick<IndexNote, 'code' | 'detail'>>> = {
  derived_from_official: {
    code: 'no_rent_published',
    detail:
      'No rent was measured for this city as such: housing is based on one that was computed from official figures.',
  },
  modelled_from_national_rents: {
    code: 'no_rent_measured',
    detail:
      'No rent was measured here: housing is modelled from the national price level and the rents of other cities.',
  },
  modelled: {
    code: 'no_rent_measured',
    detail: 'No rent was measured here: housing is modelled from the national price level.',
  },
};

/** Estimates of separate figures never agree in level, variances and sources at once. */
function isOneFigure(together: readonly Category[], categories: Noted): boolean {
  const [first, ...others] = together.map((category) => {
    const { log, countryVariance, localVariance, sources } = categories[category];
    return JSON.stringify([log, countryVariance, localVariance, sources]);
  });
  return others.every((other) => other === first);
}
