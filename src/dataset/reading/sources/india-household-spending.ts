import { regionsByName } from './place-rules.ts';
import { tableReader } from './table-reader.ts';

const WHOLE_COUNTRY = 'All-India';

/** What people in the towns of each state of India spend in a month, August 2023 to July 2024. */
export const indiaHouseholdSpending = tableReader({
  id: 'india-household-spending',
  folder: 'india-hces-spending-2023-24',
  sources: ['india-hces-2023-24'],
  file: 'mpce_by_state_2023_24.csv',
  columns: ['state'],
  keep: (row) => row.required('state') !== WHOLE_COUNTRY,
  places: regionsByName((row) => row.required('state')),
  period: '2023-08-01/2024-07-31',
  figures: [
    {
      column: 'urban_mpce_inr_month',
      metric: 'household_spending_per_person',
      unit: 'INR',
      note: 'towns of the state',
    },
  ],
});
