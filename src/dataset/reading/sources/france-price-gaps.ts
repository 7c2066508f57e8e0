import { RegionMatches } from '../places/match-regions.ts';
import type { TableRules } from './table-reader.ts';

/** The other regions of the mainland, with which the Paris region and Corsica are compared. */
const COMPARED_WITH = 'province without Corsica';

export const francePriceGaps: TableRules = {
  further(_, { dataDirectory }, [first]) {
    const regions = new RegionMatches(dataDirectory, 'france-price-gaps');
    const others =
      first === undefined ? [] : regions.of(COMPARED_WITH).map((place) => ({ ...first, place, value: 0 }));
    return { facts: others, matches: regions.matches() };
  },
};
