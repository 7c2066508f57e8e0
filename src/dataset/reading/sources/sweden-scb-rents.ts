import { join } from 'node:path';
import { readPublishedTable } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { codesByTable, type MunicipalDivision, type Municipality } from '../places/municipalities.ts';
import { municipalReading } from './municipal-reading.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const SOURCE = 'scb-rents-2026';
const FOLDER = 'sweden-scb-rents-2026';
const RENT = 'median_rent_sek_per_m2_year';

/** Municipalities of Sweden, by the publisher's name. */
export const SWEDISH_MUNICIPALITIES: MunicipalDivision = {
  countries: ['SE'],
  term: 'Municipality',
  folder: FOLDER,
  municipalities: readRents,
  codesOfCities: (dataDirectory) => codesByTable(dataDirectory, 'SE'),
};

/** Median rents of rented dwellings in Sweden by municipality, as negotiated by their utility value. */
export const swedenScbRents: SourceReader = {
  id: 'sweden-scb-rents',
  folder: FOLDER,
  read(directory: string, gazetteer: Gazetteer): SourceReading {
    const reading = municipalReading(
      gazetteer,
      SWEDISH_MUNICIPALITIES,
      readRents(directory),
      (place, grain, { rent }) => [
        {
          place,
          metric: 'rent_per_square_metre_yearly_median',
          period: '2026',
          grain,
          value: rent,
          unit: 'SEK',
          source: SOURCE,
          note: 'rents negotiated by utility value, sitting tenants included',
        },
      ],
    );
    return {
      sources: [
        {
          id: SOURCE,
          publisher: 'Statistics Sweden (SCB)',
          title: 'Rents for dwellings (BO0406), median annual rent per m² by municipality, 2026',
          url: 'https://www.statistikdatabasen.scb.se/pxweb/en/ssd/START__BO__BO0406__BO0406E/BO0406Tab01/',
          licence: 'CC0',
          licence_url: 'https://creativecommons.org/publicdomain/zero/1.0/',
          attribution: 'Statistics Sweden',
          vintage: '2026',
        },
      ],
      ...reading,
    };
  },
};

/** SEK per year and square metre. */
function readRents(directory: string): (Municipality & { rent: number })[] {
  const { rows } = readPublishedTable(join(directory, 'scb_bo0406_2026.csv'), {
    columns: ['municipality', RENT],
  });
  return rows.map((row) => {
    const name = row.required('municipality');
    return { code: name, names: [name], rent: row.requiredNumber(RENT) };
  });
}
