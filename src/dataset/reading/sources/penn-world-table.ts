import { countriesByCode } from './place-rules.ts';
import { type Figure, tableReader } from './table-reader.ts';

/** The last year of the edition. For earlier years, the World Bank has better figures. */
const YEAR = '2019';
const missing = ['NA'];

const FIGURES: readonly Figure[] = [
  { column: 'pl_c', metric: 'price_level_of_households_pwt', unit: 'united_states_output_2017_1', missing },
  { column: 'xr', metric: 'exchange_rate_pwt', unit: 'local_currency_per_usd', missing },
];

/** Price levels of household consumption and the exchange rates behind them, of the Penn World Table. */
export const pennWorldTable = tableReader({
  id: 'penn-world-table',
  folder: 'penn-world-table-10-01',
  sources: ['penn-world-table-10-01'],
  file: 'pwt1001_price_levels_2010_2019.csv',
  columns: ['isocode', 'country', 'year', ...FIGURES.map(({ column }) => column)],
  places: countriesByCode('isocode', 'country'),
  period: YEAR,
  figures: (row) => (row.year('year') === YEAR ? FIGURES : []),
});
