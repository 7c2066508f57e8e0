import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { matchPlaces, readMatchOverrides } from '../places/match.ts';
import { areaMatch, areasByName } from '../places/match-areas.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const ID = 'new-zealand-rents';
const SOURCE = 'mbie-rental-bonds-2026-07';
const NAME = 'territorial_authority';
/** Medians of fewer bonds move by chance. */
const FEWEST_BONDS = 30;

/**
 * Median rents of the tenancies for which a bond was lodged in the month: one line per territorial authority. A city
 * council's figure is that of our city of the same name; other places have it through the authority's area.
 */
export const newZealandRents: SourceReader = {
  id: ID,
  folder: 'newzealand-rental-bonds-2026',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, 'ta_rents_2026_07.csv'), {
      columns: [NAME, 'median_rent_nzd_week', 'lodged_bonds'],
    });
    const areas = areasByName(gazetteer.dataDirectory, 'nz-municipality-');
    const councils = rows.map((row) => row.required(NAME)).filter((name) => cityOf(name) !== undefined);
    const cities = matchPlaces(
      gazetteer,
      readMatchOverrides(gazetteer.dataDirectory, ID),
      councils.map((published) => ({ published, name: cityOf(published) ?? '', iso2: 'NZ' })),
    );
    const matches: SourceReading['matches'] = [];
    const facts: Fact[] = [];
    for (const row of rows) {
      const published = row.required(NAME);
      const value = row.requiredNumber('median_rent_nzd_week');
      const city = cities.get(published);
      const found = [...(city === undefined ? [] : [city]), ...areaMatch(areas, published)];
      if (found.length === 0) {
        matches.push({ published, place: '', how: 'a district without a city of ours' });
        continue;
      }
      if (row.requiredNumber('lodged_bonds') < FEWEST_BONDS) {
        matches.push({ published, place: '', how: `fewer than ${FEWEST_BONDS} bonds in the month` });
        continue;
      }
      matches.push(...found);
      for (const { place } of found.filter(({ place }) => place !== '')) {
        facts.push({
          place,
          metric: 'rent_median_weekly',
          period: '2026-07',
          grain: place.startsWith('city/') ? 'city' : 'region',
          value,
          unit: 'NZD',
          source: SOURCE,
          note: 'tenancies of all sizes that began in the month; the whole territorial authority',
        });
      }
    }
    return { facts, matches };
  },
};

/** `Wellington City` → `Wellington`; a district has a name of its own. Auckland is one council without the word. */
function cityOf(authority: string): string | undefined {
  return authority === 'Auckland' ? authority : /^(.*) City$/.exec(authority)?.[1];
}
