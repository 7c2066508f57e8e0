import type { TableRules } from './table-reader.ts';

export const oecdWagesInNationalCurrency: TableRules = {
  columns: ['UNIT_MEASURE'],
  figures: (row, listed) =>
    listed.map((figure) => ({ ...figure, unit: row.matching('UNIT_MEASURE', /^[A-Z]{3}$/, 'a currency') })),
};
