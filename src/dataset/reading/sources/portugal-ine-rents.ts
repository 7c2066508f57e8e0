import { join } from 'node:path';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { municipalReader } from './municipal-reader.ts';

const SOURCE = 'ine-portugal-rents-2024-s2';
/** The period in the file: leases of the twelve months that end then. */
const SEMESTER = '2.º Semestre de 2024';
const RENT = {
  metric: 'rent_per_square_metre_median',
  period: '2024',
  unit: 'EUR',
  source: SOURCE,
  note: 'leases signed within twelve months',
};

/** Median rents of new leases in Portugal, in EUR per month and square metre, by municipality and its name. */
export const portugalIneRents = municipalReader({
  id: 'portugal-ine-rents',
  folder: 'portugal-ine-rents-2024s2',
  sources: [SOURCE],
  countries: ['PT'],
  term: 'Municipality',
  municipalities(directory) {
    const { rows } = readPublishedTable(join(directory, 'pt_rents.csv'), {
      columns: ['municipality', 'eur_m2', 'period'],
    });
    return rows.map((row) => {
      const name = row.required('municipality');
      const period = row.required('period');
      if (period !== SEMESTER) throw row.fault('period', `${period} instead of ${SEMESTER}`);
      return { code: name, names: [name], figures: [{ ...RENT, value: row.requiredNumber('eur_m2') }] };
    });
  },
});
