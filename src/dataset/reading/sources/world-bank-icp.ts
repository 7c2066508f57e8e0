import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { CountryMatches } from './country-matches.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'wb-icp-2021';

/** The year that the prices of this round of the programme were collected for. */
const BENCHMARK_YEAR = '2021';

/** The file's column → our metric. */
const CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['food', 'price_level_food'],
  ['housing', 'price_level_housing'],
  ['clothing', 'price_level_clothing'],
  ['health', 'price_level_health'],
  ['transport', 'price_level_transport'],
  ['communication', 'price_level_communication'],
  ['recreation', 'price_level_recreation'],
  ['education', 'price_level_education'],
  ['restaurants', 'price_level_restaurants'],
]);

/** The programme's codes for the world, its regions and income groups. */
const AGGREGATES = [
  'EAB',
  'ECB',
  'HIB',
  'LCB',
  'LIB',
  'LMB',
  'MEB',
  'NAB',
  'RUT',
  'SAB',
  'SSB',
  'UMB',
  'WLD',
];

/** Price level indices by category of the International Comparison Program 2021, United States = 100. */
export const worldBankIcp: SourceReader = {
  id: 'world-bank-icp',
  folder: 'worldbank-icp2021-categories',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const countries = new CountryMatches(gazetteer, {
      noCountry: Object.fromEntries(AGGREGATES.map((code) => [code, 'an aggregate of economies'])),
    });
    const { rows } = readPublishedTable(join(directory, 'icp2021_pli_us100.csv'), {
      columns: ['iso3', ...CATEGORIES.keys()],
    });
    const facts: Fact[] = [];
    for (const row of rows) {
      const place = countries.placeOf(row, 'iso3', row.required('iso3'));
      if (place === null) continue;
      for (const [column, metric] of CATEGORIES) {
        const value = row.number(column);
        if (value === null) continue;
        facts.push({
          place,
          metric,
          period: BENCHMARK_YEAR,
          grain: 'country',
          value,
          unit: 'united_states_100',
          source: SOURCE,
          note: '',
        });
      }
    }
    return { facts, matches: countries.departures() };
  },
};
