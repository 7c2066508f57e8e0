import type { PublishedRow } from '../../building/files/published-file.ts';
import { countriesByCode } from './place-rules.ts';
import { type Figure, tableReader } from './table-reader.ts';

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
export const worldBankWgi = tableReader({
  id: 'world-bank-wgi',
  folder: 'worldbank-wgi',
  sources: ['wb-wgi-2024'],
  file: 'wgi_2023_long.csv',
  columns: ['code', 'countryname', 'year', 'indicator', 'estimate', 'stddev'],
  checkComplete,
  places: countriesByCode('code', 'countryname', {
    ownCodes: { ADO: 'AND', KSV: 'XK', ROM: 'ROU', TMP: 'TLS', WBG: 'PSE', ZAR: 'COD' },
    noCountry: { ANT: 'the Netherlands Antilles, dissolved in 2010' },
  }),
  period: (row) => row.year('year'),
  figures: estimateOf,
});

function estimateOf(row: PublishedRow): Figure[] {
  const metric = DIMENSIONS.get(row.required('indicator'));
  if (metric === undefined) throw row.fault('indicator', `no dimension ${row.text('indicator')} is known`);
  const [estimate, error] = [row.required('estimate'), row.required('stddev')];
  if ((estimate === NO_ESTIMATE) !== (error === NO_ESTIMATE))
    throw row.fault('stddev', 'an estimate has an error, and nothing else has');
  if (estimate === NO_ESTIMATE) return [];
  return [{ column: 'estimate', metric, unit: 'standard_normal_units', error: 'stddev' }];
}

/** Every dimension lists the same countries, with or without an estimate, so unequal numbers of lines mean a truncated file. */
function checkComplete(rows: readonly PublishedRow[]): void {
  const byDimension = Map.groupBy(rows, (row) => row.required('indicator'));
  const last = rows.at(-1);
  for (const dimension of DIMENSIONS.keys()) {
    const found = byDimension.get(dimension)?.length ?? 0;
    if (found !== rows.length / DIMENSIONS.size && last !== undefined)
      throw last.fault('indicator', `truncated: ${found} lines of ${dimension}, unlike the others`);
  }
}
