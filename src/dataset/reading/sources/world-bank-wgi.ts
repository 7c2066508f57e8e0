import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { CountryMatches } from './country-matches.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'wb-wgi-2024';
const FILE = 'wgi_2023_long.csv';

/** The publisher's two letters for a dimension → our metric. */
const DIMENSIONS: ReadonlyMap<string, string> = new Map([
  ['va', 'voice_and_accountability'],
  ['pv', 'political_stability'],
  ['ge', 'government_effectiveness'],
  ['rq', 'regulatory_quality'],
  ['rl', 'rule_of_law'],
  ['cc', 'control_of_corruption'],
]);

/** The workbook's mark for "no estimate". */
const NO_ESTIMATE = '..';

/**
 * Worldwide Governance Indicators of the World Bank, 2024 update: one line per country, year and dimension.
 * We keep the estimate and its standard error, not the percentile rank: the rank says nothing that the estimates together do not.
 */
export const worldBankWgi: SourceReader = {
  id: 'world-bank-wgi',
  folder: 'worldbank-wgi',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const countries = new CountryMatches(gazetteer, {
      ownCodes: { ADO: 'AND', KSV: 'XK', ROM: 'ROU', TMP: 'TLS', WBG: 'PSE', ZAR: 'COD' },
      noCountry: { ANT: 'the Netherlands Antilles, dissolved in 2010' },
    });
    const { rows } = readPublishedTable(join(directory, FILE), {
      columns: ['code', 'countryname', 'year', 'indicator', 'estimate', 'stddev'],
    });
    checkComplete(rows);
    const facts: Fact[] = [];
    for (const row of rows) {
      const metric = DIMENSIONS.get(row.required('indicator'));
      if (metric === undefined)
        throw row.fault('indicator', `no dimension ${row.text('indicator')} is known`);
      const period = row.year('year');
      const place = countries.placeOf(row, 'code', row.required('countryname'));
      row.required('estimate');
      row.required('stddev');
      const value = row.number('estimate', [NO_ESTIMATE]);
      const error = row.number('stddev', [NO_ESTIMATE]);
      if ((value === null) !== (error === null))
        throw row.fault('stddev', 'an estimate has an error, and nothing else has');
      if (place === null || value === null || error === null) continue;
      facts.push({
        place,
        metric,
        period,
        grain: 'country',
        value,
        unit: 'standard_normal_units',
        source: SOURCE,
        note: '',
        standard_error: error,
      });
    }
    return { facts, matches: countries.departures() };
  },
};

/** Every dimension lists the same countries, with or without an estimate, so unequal numbers of lines mean a truncated file. */
function checkComplete(rows: readonly PublishedRow[]): void {
  const byDimension = Map.groupBy(rows, (row) => row.required('indicator'));
  for (const dimension of DIMENSIONS.keys()) {
    const found = byDimension.get(dimension)?.length ?? 0;
    if (found === rows.length / DIMENSIONS.size) continue;
    const last = rows.at(-1)?.line ?? 0;
    throw new SourceFileError(
      FILE,
      last,
      'indicator',
      `truncated: ${found} lines of ${dimension}, unlike the others`,
    );
  }
}
