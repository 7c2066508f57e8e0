import type { TableRules } from './table-reader.ts';

export const usConsumerExpenditure: TableRules = {
  // Parts of the line before them.
  keep: (row) => !row.required('item').startsWith('of_which_'),
  places: (_, gazetteer) => {
    const place = gazetteer.countryByCode('US')?.key ?? '';
    return { of: () => [{ place, grain: 'country' }], matches: () => [] };
  },
  figures: (row, listed) =>
    listed.map((figure) => ({ ...figure, note: row.required('item').replaceAll('_', ' ') })),
};
