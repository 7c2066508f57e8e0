import { regionsByName } from './place-rules.ts';
import { tableReader } from './table-reader.ts';

const YEAR = '2023';

/** What food and other basic needs of a person cost for a month in the towns of each natural region of Peru; the last year is kept. */
export const peruPovertyLines = tableReader({
  id: 'peru-poverty-lines',
  folder: 'peru-poverty-lines-2014-2023',
  sources: ['inei-poverty-lines-2023'],
  file: 'lines_by_domain.csv',
  columns: ['domain', 'year'],
  keep: (row) => row.year('year') === YEAR,
  places: regionsByName((row) => row.required('domain')),
  period: YEAR,
  figures: [
    {
      column: 'poverty_line_pen_person_month',
      metric: 'poverty_line',
      unit: 'PEN',
      note: 'towns of the natural region',
    },
  ],
});
