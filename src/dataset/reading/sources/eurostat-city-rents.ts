import { join } from 'node:path';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { readTable } from '../../building/files/table.ts';
import type { PublishedPlace } from '../places/match.ts';
import { citiesByName } from './place-rules.ts';
import { tableReader } from './table-reader.ts';

/** Earlier years are in the file, but we do not use them. */
const FIRST_YEAR = '2021';

/** Houses are left out, because few are let in any city. */
const METRICS: Readonly<Record<string, string | undefined>> = {
  '1-bedroom flats': 'rent_one_bedroom',
  '2-bedroom flats': 'rent_two_bedroom',
  '3-bedroom flats': 'rent_three_bedroom',
};
const NOTE =
  'asking rents of estate agents for good homes in good districts; same definition in all countries';

/** Rents that estate agents ask for flats in capitals and other seats of the European Union's bodies, with one definition. */
export const eurostatCityRents = tableReader({
  id: 'eurostat-city-rents',
  folder: 'eurostat-city-rents-colc-2023',
  sources: ['eurostat-colc-rents-2023'],
  file: 'prc_colc_rents_2014_2023_long.csv',
  columns: ['indicator', 'geo', 'year', 'value', 'flag'],
  places: (rows, gazetteer, reader) => {
    const cities = readCities(gazetteer.dataDirectory);
    const named = citiesByName((row) => {
      const city = cities.get(row.required('geo'));
      if (city === undefined)
        throw row.fault('geo', `${row.text('geo')} is not in data/readers/eurostat-rent-cities.tsv`);
      return city;
    });
    return named(rows, gazetteer, reader);
  },
  period: (row) => row.year('year'),
  figures(row) {
    const metric = METRICS[row.required('indicator')];
    if (metric === undefined || row.year('year') < FIRST_YEAR) return [];
    return [{ column: 'value', metric, unit: 'EUR', note: NOTE }];
  },
});

/** The publisher's name of a city → country and name under which to look it up. */
function readCities(dataDirectory: string): Map<string, PublishedPlace> {
  const file = join(dataDirectory, 'readers', 'eurostat-rent-cities.tsv');
  return new Map(
    readTable(file, ['published', 'country', 'name']).map(({ line, published, country, name }) => {
      if (!/^[A-Z]{2}$/.test(country))
        throw new SourceFileError(file, line, 'country', `no code: ${country}`);
      return [published, { published, name, iso2: country }];
    }),
  );
}
