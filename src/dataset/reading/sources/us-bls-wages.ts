import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey, readAreaIds } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { SourceReader, SourceReading } from './reader.ts';
import { cbsaId } from './us-bea-rpp.ts';

const SOURCE = 'us-bls-oews-2025-05';
const WAGE = 'median_annual_wage_usd_all_occupations';

/** Occupational Employment and Wage Statistics of the BLS: the median annual wage, one line per metro area. */
export const usBlsWages: SourceReader = {
  id: 'us-bls-wages',
  folder: 'us-bls-oews-may2025',
  read(directory: string, gazetteer: Gazetteer): SourceReading {
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
    return {
      sources: [
        {
          id: SOURCE,
          publisher: 'U.S. Bureau of Labor Statistics',
          title: 'Occupational Employment and Wage Statistics, metropolitan areas, May 2025',
          url: 'https://www.bls.gov/oes/',
          licence: 'U.S. Government work, public domain',
          licence_url: 'https://www.bls.gov/bls/linksite.htm',
          attribution:
            'U.S. Bureau of Labor Statistics: Occupational Employment and Wage Statistics, May 2025',
          vintage: '2025-05',
        },
      ],
      facts,
      matches: [],
    };
  },
};
