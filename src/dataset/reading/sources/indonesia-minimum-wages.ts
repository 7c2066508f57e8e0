import { regionsByName } from './place-rules.ts';
import { tableReader } from './table-reader.ts';

/**
 * The statutory minimum wage of each regency and city of Indonesia, 2026. The codes of the copy are those of the Ministry of Home
 * Affairs, which GeoNames does not use, so that rows find their places by name.
 */
export const indonesiaMinimumWages = tableReader({
  id: 'indonesia-minimum-wages',
  folder: 'indonesia-minimum-wages-2026',
  sources: ['indonesia-minimum-wages-2026'],
  file: 'umk_regencies_2024_2026.csv',
  columns: ['regency', 'province'],
  places: regionsByName((row) => `${row.required('regency')} | ${row.required('province')}`),
  period: '2026',
  figures: [{ column: 'umk_2026', metric: 'regional_minimum_wage', unit: 'IDR' }],
});
