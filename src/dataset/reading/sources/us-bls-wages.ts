import { areasById } from './place-rules.ts';
import { tableReader } from './table-reader.ts';
import { cbsaId } from './us-bea-rpp.ts';

/** Occupational Employment and Wage Statistics of the BLS: the median annual wage, one line per metro area. */
export const usBlsWages = tableReader({
  id: 'us-bls-wages',
  folder: 'us-bls-oews-may2025',
  sources: ['us-bls-oews-2025-05'],
  file: 'oews_may2025_median_annual_wage_all_occupations.csv',
  columns: ['cbsa'],
  places: areasById('metro', (row) => cbsaId(row.matching('cbsa', /^\d{5}$/, 'a code of five digits'))),
  period: '2025-05',
  figures: [
    {
      column: 'median_annual_wage_usd_all_occupations',
      metric: 'wage_median_annual',
      unit: 'usd_per_year',
    },
  ],
});
