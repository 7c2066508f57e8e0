import { RegionMatches } from '../places/match-regions.ts';
import { regionsByName } from './place-rules.ts';
import type { SourceReader } from './reader.ts';
import { tableReader } from './table-reader.ts';

const GROUP = 'all items without rents';
/** The other regions of the mainland, with which the Paris region and Corsica are compared. */
const COMPARED_WITH = 'province without Corsica';

const gaps = tableReader({
  id: 'france-price-gaps',
  folder: 'france-insee-spatial-prices-2022',
  sources: ['insee-spatial-prices-2022'],
  file: 'price_gaps.csv',
  columns: ['territory', 'group', 'year'],
  keep: (row) => row.required('group') === GROUP,
  places: regionsByName((row) => row.required('territory')),
  period: (row) => row.year('year'),
  figures: [{ column: 'gap_percent', metric: 'price_gap_without_rent', unit: 'percent_above_other_regions' }],
});

/**
 * How far consumer prices without rents in the Paris region and in Corsica are above those of the other regions of mainland
 * France, 2022. The other regions have the gap 0, because they are what the two are compared with.
 */
export const francePriceGaps: SourceReader = {
  ...gaps,
  read(directory, gazetteer) {
    const { facts, matches = [], ...rest } = gaps.read(directory, gazetteer);
    const regions = new RegionMatches(gazetteer.dataDirectory, gaps.id);
    const [first] = facts;
    const others =
      first === undefined ? [] : regions.of(COMPARED_WITH).map((place) => ({ ...first, place, value: 0 }));
    return { ...rest, facts: [...facts, ...others], matches: [...matches, ...regions.matches()] };
  },
};
