import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey, readAreaIds } from '../../building/places/areas.ts';
import type { SourceReader } from './reader.ts';
import { cbsaId } from './us-bea-rpp.ts';

const SOURCE = 'us-bls-oews-2025-05';
const WAGE = 'median_annual_wage_usd_all_occupations';

/** Occupational Employment and Wage Statistics of the BLS: the median annual wage, one line per metro area. */
export const usBlsWages: SourceReader = {
  id: 'us-bls-wages',
  folder: 'us-bls-oews-may2025',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const ours = readAreaIds(gazetteer.dataDirectory);
    const { rows } = readPublishedTable(
      join(directory, 'oews_may2025_median_annual_wage_all_occupations.csv'),
      { columns: ['cbsa', WAGE] },
    );
    const facts = rows.flatMap((row): Fact[] => {
      const code = row.matching('cbsa', /^\d{5}$/, 'a code of five digits');
      const value = row.requiredNumber(WAGE);
      if (!ours.has(cbsaId(code))) return [];
      return [
        {
          place: areaKey(cbsaId(code)),
          metric: 'wage_median_annual',
          period: '2025-05',
          grain: 'metro',
          value,
          unit: 'usd_per_year',
          source: SOURCE,
          note: '',
        },
      ];
    });
    return { facts, matches: [] };
  },
};
