import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readTable } from '../../building/files/table.ts';
import { areasById } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';
import { cbsaId } from './us-bea-rpp.ts';

const NATIONAL_SOURCE = 'us-bls-oews-2024-05';

/** Metro areas by the code of the Census Bureau, and the whole country. */
export const usBlsWages: TableRules = {
  places: areasById('metro', (row) => cbsaId(row.matching('cbsa', /^\d{5}$/, 'a code of five digits'))),
  further: (_, { dataDirectory }) => ({ facts: nationalWages(dataDirectory), matches: [] }),
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
    unit: 'usd_per_year',
    source: NATIONAL_SOURCE,
    note: '',
  }));
}
