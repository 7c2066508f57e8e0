import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { readTable } from '../../building/files/table.ts';
import { matchPlaces, type PublishedPlace, readMatchOverrides } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const ID = 'eurostat-city-rents';
const SOURCE = 'eurostat-colc-rents-2023';
const FILE = 'prc_colc_rents_2014_2023_long.csv';
/** Earlier years are in the file, but we do not use them. */
const FIRST_YEAR = '2021';

/** Houses are left out, because few are let in any city. */
const METRICS: Readonly<Record<string, string | undefined>> = {
  '1-bedroom flats': 'rent_one_bedroom',
  '2-bedroom flats': 'rent_two_bedroom',
  '3-bedroom flats': 'rent_three_bedroom',
};

/** Rents that estate agents ask for flats in capitals and other seats of the European Union's bodies, with one definition. */
export const eurostatCityRents: SourceReader = {
  id: ID,
  folder: 'eurostat-city-rents-colc-2023',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const cities = readCities(gazetteer.dataDirectory);
    const { rows } = readPublishedTable(join(directory, FILE), {
      columns: ['indicator', 'geo', 'year', 'value', 'flag'],
    });
    const matches = matchPlaces(
      gazetteer,
      readMatchOverrides(gazetteer.dataDirectory, ID),
      rows.map((row) => cityOf(row, cities)),
    );
    const facts = rows.flatMap((row): Fact[] => {
      const metric = METRICS[row.required('indicator')];
      const place = matches.get(row.required('geo'))?.place ?? '';
      if (metric === undefined || place === '' || row.year('year') < FIRST_YEAR) return [];
      return [toFact(row, place, metric)];
    });
    return { facts, matches: [...matches.values()] };
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

function cityOf(row: PublishedRow, cities: ReadonlyMap<string, PublishedPlace>): PublishedPlace {
  const city = cities.get(row.required('geo'));
  if (city === undefined)
    throw row.fault('geo', `${row.text('geo')} is not in data/readers/eurostat-rent-cities.tsv`);
  return city;
}

function toFact(row: PublishedRow, place: string, metric: string): Fact {
  return {
    place,
    metric,
    period: row.year('year'),
    grain: 'city',
    value: row.requiredNumber('value'),
    unit: 'EUR',
    source: SOURCE,
    note: 'asking rents of estate agents for good homes in good districts; same definition in all countries',
  };
}
