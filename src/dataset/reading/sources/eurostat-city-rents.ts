import { join } from 'node:path';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { readTable } from '../../building/files/table.ts';
import type { PublishedPlace } from '../places/match.ts';
import { citiesByName } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';

export const eurostatCityRents: TableRules = {
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
};

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
