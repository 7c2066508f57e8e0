import { join } from 'node:path';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { RegionMatches } from '../places/match-regions.ts';
import { homicidesOfRegions, wholeYears, type YearOfDeaths } from './homicide-rate.ts';
import type { SourceReader } from './reader.ts';

const ID = 'argentina-snic-homicides';
const SOURCE = 'snic-provinces-2024';
const FILE = 'snic_provinces_2018_2024.csv';
const YEARS: readonly string[] = ['2022', '2023', '2024'];
const INTENTIONAL_HOMICIDE = '1';

const FIGURE = {
  metric: 'recorded_homicides',
  period: wholeYears('2022', '2024'),
  source: SOURCE,
};
const VICTIMS = 'victims; mean of three years';

/** Victims of intentional homicide in the provinces of Argentina. The country's are the sum of the provinces. */
export const argentinaSnicHomicides: SourceReader = {
  id: ID,
  folder: 'argentina-snic-provinces-2024',
  sources: [SOURCE],
  read(directory, { dataDirectory }) {
    const { rows } = readPublishedTable(join(directory, FILE), {
      columns: ['provincia_nombre', 'anio', 'codigo_delito_snic_id', 'cantidad_victimas', 'tasa_victimas'],
    });
    const homicides = rows.filter(
      (row) =>
        row.required('codigo_delito_snic_id') === INTENTIONAL_HOMICIDE && YEARS.includes(row.year('anio')),
    );
    const provinces = [...Map.groupBy(homicides, (row) => row.required('provincia_nombre'))].map(
      ([name, ofProvince]) => ({ name, years: yearsOf(ofProvince) }),
    );
    const matches = new RegionMatches(dataDirectory, ID);
    const facts = homicidesOfRegions(
      FIGURE,
      { country: 'country/argentina', note: VICTIMS, sum: 'sum of the provinces', regions: provinces },
      matches,
    );
    return { facts, matches: matches.matches() };
  },
};

/** The file has no population: it follows from the published count and rate. */
function yearsOf(rows: readonly PublishedRow[]): YearOfDeaths[] {
  const [first] = rows;
  if (first !== undefined && rows.length !== YEARS.length)
    throw first.fault('anio', `${rows.length} of ${YEARS.length} years`);
  return rows.map((row) => {
    const deaths = row.requiredNumber('cantidad_victimas');
    const rate = row.requiredNumber('tasa_victimas');
    if (deaths === 0 || rate === 0) throw row.fault('tasa_victimas', 'no rate from which people follow');
    return { deaths, people: (100_000 * deaths) / rate };
  });
}
