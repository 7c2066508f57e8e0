import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { CountryMatches } from './country-matches.ts';
import type { SourceReader } from './reader.ts';

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
  sources: [SOURCE],
  read(directory, gazetteer) {
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
    return { facts, matches: countries.departures() };
  },
};
