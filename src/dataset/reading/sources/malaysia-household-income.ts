import { regionsByName } from './place-rules.ts';
import { tableReader } from './table-reader.ts';

const YEAR = '2022';

/** The median income of the households of each district of Malaysia; the last year is kept. */
export const malaysiaHouseholdIncome = tableReader({
  id: 'malaysia-household-income',
  folder: 'malaysia-district-income-2022',
  sources: ['dosm-household-income-2022'],
  file: 'hh_income_district.csv',
  columns: ['state', 'district', 'date'],
  keep: (row) => row.required('date').startsWith(YEAR),
  places: regionsByName((row) => `${row.required('state')} | ${row.required('district')}`),
  period: YEAR,
  figures: [{ column: 'income_median', metric: 'household_median_income_monthly', unit: 'MYR' }],
});
