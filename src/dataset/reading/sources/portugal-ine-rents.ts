import { join } from 'node:path';
import { readPublishedTable } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { codesByTable, type MunicipalDivision, type Municipality } from '../places/municipalities.ts';
import { municipalReading } from './municipal-reading.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const SOURCE = 'ine-portugal-rents-2024-s2';
const FOLDER = 'portugal-ine-rents-2024s2';
/** The period in the file: leases of the twelve months that end then. */
const SEMESTER = '2.º Semestre de 2024';
const TWELVE_MONTHS = '2024';

/** Municipalities of Portugal, by the publisher's name. */
export const PORTUGUESE_MUNICIPALITIES: MunicipalDivision = {
  countries: ['PT'],
  term: 'Municipality',
  folder: FOLDER,
  municipalities: readRents,
  codesOfCities: (dataDirectory) => codesByTable(dataDirectory, 'PT'),
};

/** Median rents of new leases in Portugal by municipality. */
export const portugalIneRents: SourceReader = {
  id: 'portugal-ine-rents',
  folder: FOLDER,
  read(directory: string, gazetteer: Gazetteer): SourceReading {
    const reading = municipalReading(
      gazetteer,
      PORTUGUESE_MUNICIPALITIES,
      readRents(directory),
      (place, grain, { rent }) => [
        {
          place,
          metric: 'rent_per_square_metre_median',
          period: TWELVE_MONTHS,
          grain,
          value: rent,
          unit: 'EUR',
          source: SOURCE,
          note: 'leases signed within twelve months',
        },
      ],
    );
    return {
      sources: [
        {
          id: SOURCE,
          publisher: 'Statistics Portugal (INE)',
          title:
            'House rental statistics at local level, 2nd half of 2024, median of new leases (indicator 0012598)',
          url: 'https://www.ine.pt',
          licence: 'INE Portugal (attribution) (our understanding, not confirmed by the publisher)',
          licence_url: null,
          attribution: 'Statistics Portugal (INE)',
          vintage: '2024, second half',
        },
      ],
      ...reading,
    };
  },
};

/** EUR per month and square metre. */
function readRents(directory: string): (Municipality & { rent: number })[] {
  const { rows } = readPublishedTable(join(directory, 'pt_rents.csv'), {
    columns: ['municipality', 'eur_m2', 'period'],
  });
  return rows.map((row) => {
    const name = row.required('municipality');
    const period = row.required('period');
    if (period !== SEMESTER) throw row.fault('period', `${period} instead of ${SEMESTER}`);
    return { code: name, names: [name], rent: row.requiredNumber('eur_m2') };
  });
}
