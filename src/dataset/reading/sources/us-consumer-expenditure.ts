import { tableReader } from './table-reader.ts';

/**
 * What people who live alone spend in the United States in a year, by item, 2024: the means of the Consumer Expenditure Surveys.
 * Only they are read, because the spending of larger households follows their larger incomes.
 */
export const usConsumerExpenditure = tableReader({
  id: 'us-consumer-expenditure',
  folder: 'us-bls-consumer-expenditure-2024',
  sources: ['us-bls-consumer-expenditure-2024'],
  file: 'spending_by_household_2024.csv',
  columns: ['item'],
  // Parts of the line before them.
  keep: (row) => !row.required('item').startsWith('of_which_'),
  places: (_, gazetteer) => {
    const place = gazetteer.countryByCode('US')?.key ?? '';
    return { of: () => [{ place, grain: 'country' }], matches: () => [] };
  },
  period: '2024',
  figures: (row) => [
    {
      column: 'one_person',
      metric: 'spending_of_one_adult',
      unit: 'USD',
      note: row.required('item').replaceAll('_', ' '),
    },
  ],
});
