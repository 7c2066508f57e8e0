import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { CountryMatches } from './country-matches.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'oecd-average-wages-2025';
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
export const oecdWagesInNationalCurrency: SourceReader = {
  id: 'oecd-wages-in-national-currency',
  folder: 'oecd-average-wages-2025',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const countries = new CountryMatches(gazetteer);
    const { rows } = readPublishedTable(join(directory, 'average-annual-wages_2026-07-12.csv.gz'), {
      columns: [
        'REF_AREA',
        'Reference area',
        'UNIT_MEASURE',
        'PRICE_BASE',
        'TIME_PERIOD',
        'OBS_VALUE',
        ...SAME.keys(),
      ],
    });
    const facts = rows.flatMap((row): Fact[] => {
      for (const [column, expected] of SAME)
        if (row.required(column) !== expected) throw row.fault(column, `not ${expected}: another series`);
      const place = countries.placeOf(row, 'REF_AREA', row.required('Reference area'));
      const period = row.year('TIME_PERIOD');
      if (row.required('PRICE_BASE') !== CURRENT_PRICES || Number(period) < FIRST_YEAR || place === null)
        return [];
      const unit = row.matching('UNIT_MEASURE', /^[A-Z]{3}$/, 'a currency');
      const value = row.requiredNumber('OBS_VALUE');
      const fact = {
        place,
        metric: 'average_annual_wage_in_national_currency',
        period,
        value,
        unit,
        note: '',
      };
      return [{ ...fact, grain: 'country', source: SOURCE }];
    });
    return { facts, matches: countries.departures() };
  },
};
