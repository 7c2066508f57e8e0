import { citiesByName } from './place-rules.ts';
import { tableReader } from './table-reader.ts';

/** Median rents of four-room public flats in Singapore that their owners let at market rents: one line per town. */
export const singaporeHdbRents = tableReader({
  id: 'singapore-hdb-rents',
  folder: 'singapore-hdb-rents-2026q2',
  sources: ['hdb-rents-2026-q2'],
  file: 'median_rents_4room_2026q2.csv',
  columns: ['town'],
  places: citiesByName((row) => {
    const published = row.required('town');
    return { published, name: published, iso2: 'SG' };
  }),
  period: '2026-04-01/2026-06-30',
  figures: [
    {
      column: 'median_rent_sgd_month',
      metric: 'rent_three_bedroom',
      unit: 'SGD',
      note: 'whole public flats of four rooms, about 90 m², let by their owners; median of the applications in the quarter',
    },
  ],
});
