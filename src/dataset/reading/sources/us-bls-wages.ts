import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readTable } from '../../building/files/table.ts';
import { areasById } from './place-rules.ts';
import type { SourceReader } from './reader.ts';
import { tableReader } from './table-reader.ts';
import { cbsaId } from './us-bea-rpp.ts';

const NATIONAL_SOURCE = 'us-bls-oews-2024-05';
const UNIT = 'usd_per_year';

/** One line per metro area. */
const metropolitanWages = tableReader({
  id: 'us-bls-wages',
  folder: 'us-bls-oews-may2025',
  sources: ['us-bls-oews-2025-05', NATIONAL_SOURCE],
  file: 'oews_may2025_median_annual_wage_all_occupations.csv',
  columns: ['cbsa'],
  places: areasById('metro', (row) => cbsaId(row.matching('cbsa', /^\d{5}$/, 'a code of five digits'))),
  period: '2025-05',
  figures: [
    {
      column: 'median_annual_wage_usd_all_occupations',
      metric: 'wage_median_annual',
      unit: UNIT,
    },
  ],
});

/**
 * Occupational Employment and Wage Statistics of the BLS: the median annual wage of metro areas, and mean and median of the
 * whole country, which say how far a mean is above a median.
 */
export const usBlsWages: SourceReader = {
  ...metropolitanWages,
  read(directory, gazetteer) {
    const { facts, matches } = metropolitanWages.read(directory, gazetteer);
    return { facts: [...facts, ...nationalWages(gazetteer.dataDirectory)], matches };
  },
};

/** Two cells of the publisher's file, typed because the others are of no use to us. */
function nationalWages(dataDirectory: string): Fact[] {
  const file = join(dataDirectory, 'readers', 'us-bls-national-wages.tsv');
  return readTable(file, ['metric', 'period', 'value', 'read_from']).map(({ metric, period, value }) => ({
    place: 'country/united-states',
    metric,
    period,
    grain: 'country',
    value: Number(value),
    unit: UNIT,
    source: NATIONAL_SOURCE,
    note: '',
  }));
}
