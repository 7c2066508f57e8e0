import { regionsByName } from './place-rules.ts';
import { tableReader } from './table-reader.ts';

const WHOLE_COUNTRY = 'All India';

/** Official poverty lines of the towns of each state of India, 2011–12: one basket at the prices of each state. */
export const indiaPovertyLines = tableReader({
  id: 'india-poverty-lines',
  folder: 'india-poverty-lines-2011-12',
  sources: ['india-poverty-lines-2011-12'],
  file: 'tendulkar_poverty_lines_2011-12.csv',
  columns: ['nss_state_code', 'state_as_in_copy'],
  keep: (row) => row.required('state_as_in_copy') !== WHOLE_COUNTRY,
  places: regionsByName((row) => row.required('state_as_in_copy')),
  period: '2011-07-01/2012-06-30',
  figures: [
    {
      column: 'urban_inr_per_capita_month',
      metric: 'past_poverty_line',
      unit: 'INR',
      note: 'towns of the state in its 2011 borders',
    },
  ],
});
