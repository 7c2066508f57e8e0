import { join } from 'node:path';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { municipalReader } from './municipal-reader.ts';

const SOURCE = 'scb-rents-2026';
const COLUMN = 'median_rent_sek_per_m2_year';
const RENT = {
  metric: 'rent_per_square_metre_yearly_median',
  period: '2026',
  unit: 'SEK',
  source: SOURCE,
  note: 'rents negotiated by utility value, sitting tenants included',
};

/** Median rents of rented dwellings in Sweden, in SEK per year and square metre, by municipality and its name. */
export const swedenScbRents = municipalReader({
  id: 'sweden-scb-rents',
  folder: 'sweden-scb-rents-2026',
  sources: [SOURCE],
  countries: ['SE'],
  term: 'Municipality',
  municipalities(directory) {
    const { rows } = readPublishedTable(join(directory, 'scb_bo0406_2026.csv'), {
      columns: ['municipality', COLUMN],
    });
    return rows.map((row) => {
      const name = row.required('municipality');
      return { code: name, names: [name], figures: [{ ...RENT, value: row.requiredNumber(COLUMN) }] };
    });
  },
});
