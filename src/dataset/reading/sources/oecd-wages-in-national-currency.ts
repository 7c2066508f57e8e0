import type { PublishedRow } from '../../building/files/published-file.ts';
import { countriesByCode } from './place-rules.ts';
import { type Figure, tableReader } from './table-reader.ts';

const FIRST_YEAR = 2020;

/** The cells that every line of the file has, in all series. */
const SAME: ReadonlyMap<string, string> = new Map([
  ['MEASURE', 'WG'],
  ['PAY_PERIOD', 'A'],
  ['AGGREGATION_OPERATION', 'MEAN'],
  ['OBS_STATUS', 'A'],
  ['UNIT_MULT', '0'],
]);
const CURRENT_PRICES = 'V';

/** Average annual wages in the country's money at the prices of each year; the file's other series are left out. */
export const oecdWagesInNationalCurrency = tableReader({
  id: 'oecd-wages-in-national-currency',
  folder: 'oecd-average-wages-2025',
  sources: ['oecd-average-wages-2025'],
  file: 'average-annual-wages_2026-07-12.csv.gz',
  columns: [
    'REF_AREA',
    'Reference area',
    'UNIT_MEASURE',
    'PRICE_BASE',
    'TIME_PERIOD',
    'OBS_VALUE',
    ...SAME.keys(),
  ],
  places: countriesByCode('REF_AREA', 'Reference area'),
  period: (row) => row.year('TIME_PERIOD'),
  figures: wageOf,
});

function wageOf(row: PublishedRow): Figure[] {
  for (const [column, expected] of SAME)
    if (row.required(column) !== expected) throw row.fault(column, `not ${expected}: another series`);
  if (row.required('PRICE_BASE') !== CURRENT_PRICES || Number(row.year('TIME_PERIOD')) < FIRST_YEAR)
    return [];
  const unit = row.matching('UNIT_MEASURE', /^[A-Z]{3}$/, 'a currency');
  return [{ column: 'OBS_VALUE', metric: 'average_annual_wage_in_national_currency', unit }];
}
