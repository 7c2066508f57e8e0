import { countriesByCode } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';

export const oecdWages: TableRules = {
  places: countriesByCode('REF_AREA', 'Reference area', (row) =>
    row.text('BASE_PER') === '' ? 'the publisher does not say in the prices of which year' : '',
  ),
};
