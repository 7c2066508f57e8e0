import { matchPlaces, readMatchOverrides } from '../places/match.ts';
import { areaMatch, areasByName } from '../places/match-areas.ts';
import { eachByRule } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';

const NAME = 'territorial_authority';
/** Medians of fewer bonds move by chance. */
const FEWEST_BONDS = 30;

export const newZealandRents: TableRules = {
  columns: ['lodged_bonds'],
  places: eachByRule((rows, gazetteer, reader) => {
    const { dataDirectory } = gazetteer;
    const areas = areasByName(dataDirectory, 'nz-municipality-');
    const councils = rows.flatMap((row) => {
      const [published, name] = [row.required(NAME), cityOf(row.required(NAME))];
      return name === undefined ? [] : { published, name, iso2: 'NZ' };
    });
    const cities = matchPlaces(gazetteer, readMatchOverrides(dataDirectory, reader), councils);
    return (row) => {
      const published = row.required(NAME);
      const city = cities.get(published);
      const found = [...(city === undefined ? [] : [city]), ...areaMatch(areas, published)];
      const few = row.requiredNumber('lodged_bonds') < FEWEST_BONDS;
      if (found.length === 0) return [{ published, place: '', how: 'a district without a city of ours' }];
      return few ? [{ published, place: '', how: `fewer than ${FEWEST_BONDS} bonds in the month` }] : found;
    };
  }),
};

/** `Wellington City` → `Wellington`; a district has a name of its own. Auckland is one council without the word. */
function cityOf(authority: string): string | undefined {
  return authority === 'Auckland' ? authority : /^(.*) City$/.exec(authority)?.[1];
}
