import { regionsByName } from './place-rules.ts';
import { tableReader } from './table-reader.ts';

const RENT = 'rent_try_per_m2_month_2026q2';
/** The first row, which is not a province. */
const WHOLE_COUNTRY = 'Türkiye';

/**
 * Rents per square metre for new tenants in Türkiye, by the central bank from valuation reports for mortgages: one line per
 * province. They rise by a third in a year, so that the quarter counts.
 */
export const turkeyUnitRents = tableReader({
  id: 'turkey-unit-rents',
  folder: 'turkey-tcmb-unit-rents-2026q2',
  sources: ['tcmb-unit-rents-2026-q2'],
  file: 'unit_rents_prices_by_province_2026q2.csv',
  columns: ['province'],
  keep: (row) => row.required('province') !== WHOLE_COUNTRY,
  places: regionsByName((row) => row.required('province')),
  period: '2026-04-01/2026-06-30',
  figures: [
    {
      column: RENT,
      metric: 'rent_per_square_metre',
      unit: 'TRY',
      missing: [],
      note: 'new letting, as assessed in valuation reports for mortgages',
    },
  ],
});
