import { regionsByName } from './place-rules.ts';
import { tableReader } from './table-reader.ts';

const YEAR = '2025';
/** Regions, and the parts of the two that contain autonomous districts; the country and its federal districts are left out. */
const LEVELS = ['2', '3'];

/** The cost of one basket of goods and services in each region of Russia in December, by Rosstat. Only the last year is kept. */
export const rosstatFixedBasket = tableReader({
  id: 'rosstat-fixed-basket',
  folder: 'rosstat-fixed-basket-2025',
  sources: ['rosstat-fixed-basket-2025-12'],
  file: 'fixed_basket_december_long.csv',
  columns: ['name_as_published', 'level', 'year'],
  keep: (row) => row.year('year') === YEAR && LEVELS.includes(row.required('level')),
  places: regionsByName((row) => row.required('name_as_published')),
  period: `${YEAR}-12`,
  figures: [{ column: 'rubles_december', metric: 'fixed_basket_cost', unit: 'RUB' }],
});
