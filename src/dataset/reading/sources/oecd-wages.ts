import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { CountryMatches } from './country-matches.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'oecd-average-wages-2022';

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
export const oecdWages: SourceReader = {
  id: 'oecd-wages',
  folder: 'oecd-average-wages-2022',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const countries = new CountryMatches(gazetteer, {
      noCountry: { OECD: 'the average over the member countries' },
    });
    const { rows } = readPublishedTable(join(directory, 'OECD_AV_AN_WAGE.csv'), {
      columns: ['REF_AREA', 'Reference area', 'TIME_PERIOD', 'OBS_VALUE', 'BASE_PER', ...SERIES.keys()],
    });
    const facts: Fact[] = [];
    for (const row of rows) {
      checkSeries(row);
      const name = row.required('Reference area');
      const place = countries.placeOf(row, 'REF_AREA', name);
      if (place === null) continue;
      const basePeriod = row.text('BASE_PER');
      if (basePeriod === '') {
        countries.leaveOut(row, 'REF_AREA', name, 'the publisher does not say in the prices of which year');
        continue;
      }
      if (basePeriod !== BASE_YEAR)
        throw row.fault('BASE_PER', `prices of ${basePeriod} instead of ${BASE_YEAR}`);
      facts.push({
        place,
        metric: 'average_annual_wage',
        period: row.year('TIME_PERIOD'),
        grain: 'country',
        value: row.requiredNumber('OBS_VALUE'),
        unit: 'usd_ppp_2022_per_year',
        source: SOURCE,
        note: '',
      });
    }
    return { facts, matches: countries.departures() };
  },
};

function checkSeries(row: PublishedRow): void {
  for (const [column, expected] of SERIES) {
    const found = row.required(column);
    if (found !== expected) throw row.fault(column, `${found} instead of ${expected}: another series`);
  }
}
