import { join } from 'node:path';
import { median } from 'simple-statistics';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { citiesByName } from './place-rules.ts';
import type { SourceReader } from './reader.ts';
import { tableReader } from './table-reader.ts';

const FILE = 'median_rents_4room_2026q2.csv';
const RENT = 'median_rent_sgd_month';
const SOURCE = 'hdb-rents-2026-q2';
const QUARTER = '2026-04-01/2026-06-30';
const FLATS = 'whole public flats of four rooms, about 90 m², let by their owners';
const CITY = 'city/singapore';

const TOWNS = tableReader({
  id: 'singapore-hdb-rents',
  folder: 'singapore-hdb-rents-2026q2',
  sources: [SOURCE],
  file: FILE,
  columns: ['town'],
  places: citiesByName((row) => {
    const published = row.required('town');
    return { published, name: published, iso2: 'SG' };
  }),
  period: QUARTER,
  figures: [
    {
      column: RENT,
      metric: 'rent_three_bedroom',
      unit: 'SGD',
      note: `${FLATS}; median of the applications in the quarter`,
    },
  ],
});

/**
 * Median rents of four-room public flats in Singapore that their owners let at market rents: one line per town. The city as a
 * whole has the median over the towns, which is not published and only an input of the estimates.
 */
export const singaporeHdbRents: SourceReader = {
  ...TOWNS,
  read(directory, gazetteer) {
    const { facts, matches } = TOWNS.read(directory, gazetteer);
    const { rows } = readPublishedTable(join(directory, FILE), { columns: [RENT] });
    const city = {
      place: CITY,
      metric: 'derived_city_rent',
      period: QUARTER,
      grain: 'city' as const,
      value: median(rows.map((row) => row.requiredNumber(RENT))),
      unit: 'SGD',
      source: SOURCE,
      note: `${FLATS}; median of the towns’ medians`,
    };
    return {
      facts: [...facts, city],
      matches: [...matches, { published: 'all towns', place: CITY, how: 'the city is the country' }],
    };
  },
};
