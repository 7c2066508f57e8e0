import { matchPlaces, readMatchOverrides } from '../places/match.ts';
import { areaMatch, areasByName } from '../places/match-areas.ts';
import { eachByRule } from './place-rules.ts';
import { tableReader } from './table-reader.ts';

const NAME = 'territorial_authority';
/** Medians of fewer bonds move by chance. */
const FEWEST_BONDS = 30;

/**
 * Median rents of the tenancies for which a bond was lodged in the month: one line per territorial authority. A city
 * council's figure is that of our city of the same name; other places have it through the authority's area.
 */
export const newZealandRents = tableReader({
  id: 'new-zealand-rents',
  folder: 'newzealand-rental-bonds-2026',
  sources: ['mbie-rental-bonds-2026-07'],
  file: 'ta_rents_2026_07.csv',
  columns: [NAME, 'lodged_bonds'],
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
  period: '2026-07',
  figures: [
    {
      column: 'median_rent_nzd_week',
      metric: 'rent_median_weekly',
      unit: 'NZD',
      note: 'tenancies of all sizes that began in the month; the whole territorial authority',
    },
  ],
});

/** `Wellington City` → `Wellington`; a district has a name of its own. Auckland is one council without the word. */
function cityOf(authority: string): string | undefined {
  return authority === 'Auckland' ? authority : /^(.*) City$/.exec(authority)?.[1];
}
