import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { CountryMatches } from './country-matches.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const SOURCE = 'penn-world-table-10-01';

/** The last year of the edition. For earlier years, the World Bank has better figures. */
const YEAR = '2019';

/** Column → metric and unit. */
const COLUMNS: ReadonlyMap<string, [metric: string, unit: string]> = new Map([
  ['pl_c', ['price_level_of_households_pwt', 'united_states_output_2017_1']],
  ['xr', ['exchange_rate_pwt', 'local_currency_per_usd']],
]);

/** Price levels of household consumption and the exchange rates behind them, of the Penn World Table. */
export const pennWorldTable: SourceReader = {
  id: 'penn-world-table',
  folder: 'penn-world-table-10-01',
  read(directory: string, gazetteer: Gazetteer): SourceReading {
    const countries = new CountryMatches(gazetteer);
    const { rows } = readPublishedTable(join(directory, 'pwt1001_price_levels_2010_2019.csv'), {
      columns: ['isocode', 'country', 'year', ...COLUMNS.keys()],
    });
    const facts = rows.flatMap((row): Fact[] => {
      const place = countries.placeOf(row, 'isocode', row.required('country'));
      if (row.year('year') !== YEAR || place === null) return [];
      return [...COLUMNS].flatMap(([column, [metric, unit]]): Fact[] => {
        const value = row.number(column, ['NA']);
        if (value === null) return [];
        return [{ place, metric, period: YEAR, grain: 'country', value, unit, source: SOURCE, note: '' }];
      });
    });
    return {
      sources: [
        {
          id: SOURCE,
          publisher: 'Groningen Growth and Development Centre, University of Groningen',
          title: 'Penn World Table 10.01: price levels',
          url: 'https://www.rug.nl/ggdc/productivity/pwt/',
          licence: 'CC BY 4.0',
          licence_url: 'https://creativecommons.org/licenses/by/4.0/',
          attribution: 'Feenstra, Inklaar and Timmer (2015), Penn World Table 10.01',
          vintage: '10.01, to 2019',
        },
      ],
      facts,
      matches: countries.departures(),
    };
  },
};
