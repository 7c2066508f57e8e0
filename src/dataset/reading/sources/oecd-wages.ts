import type { PublishedRow } from '../../building/files/published-file.ts';
import { countriesByCode } from './place-rules.ts';
import { type Figure, tableReader } from './table-reader.ts';

/** The cells that every line must have for its figure to match our metric. */
const SERIES: ReadonlyMap<string, string> = new Map([
  ['MEASURE', 'WG'],
  ['UNIT_MEASURE', 'USD_PPP'],
  ['PAY_PERIOD', 'A'],
  ['PRICE_BASE', 'Q'],
  ['AGGREGATION_OPERATION', 'MEAN'],
  ['OBS_STATUS', 'A'],
  ['UNIT_MULT', '0'],
]);

/** The year in whose prices the wages are. */
const BASE_YEAR = '2022';

/** Average annual wages of the OECD: SDMX CSV, one line per area and year. */
export const oecdWages = tableReader({
  id: 'oecd-wages',
  folder: 'oecd-average-wages-2022',
  sources: ['oecd-average-wages-2022'],
  file: 'OECD_AV_AN_WAGE.csv',
  columns: ['REF_AREA', 'Reference area', 'TIME_PERIOD', 'OBS_VALUE', 'BASE_PER', ...SERIES.keys()],
  places: countriesByCode(
    'REF_AREA',
    'Reference area',
    { noCountry: { OECD: 'the average over the member countries' } },
    (row) => (row.text('BASE_PER') === '' ? 'the publisher does not say in the prices of which year' : ''),
  ),
  period: (row) => row.year('TIME_PERIOD'),
  figures: wageOf,
});

function wageOf(row: PublishedRow): Figure[] {
  for (const [column, expected] of SERIES) {
    const found = row.required(column);
    if (found !== expected) throw row.fault(column, `${found} instead of ${expected}: another series`);
  }
  const basePeriod = row.text('BASE_PER');
  if (basePeriod === '') return [];
  if (basePeriod !== BASE_YEAR)
    throw row.fault('BASE_PER', `prices of ${basePeriod} instead of ${BASE_YEAR}`);
  return [{ column: 'OBS_VALUE', metric: 'average_annual_wage', unit: 'usd_ppp_2022_per_year' }];
}
