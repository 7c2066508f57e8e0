import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { RegionMatches } from '../places/match-regions.ts';
import type { SourceReader } from './reader.ts';

const ID = 'india-poverty-lines';
const SOURCE = 'india-poverty-lines-2011-12';
const WHOLE_COUNTRY = 'All India';

/** Official poverty lines of the towns of each state of India, 2011–12: one basket at the prices of each state. */
export const indiaPovertyLines: SourceReader = {
  id: ID,
  folder: 'india-poverty-lines-2011-12',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, 'tendulkar_poverty_lines_2011-12.csv'), {
      columns: ['nss_state_code', 'state_as_in_copy', 'urban_inr_per_capita_month'],
    });
    const states = new RegionMatches(gazetteer.dataDirectory, ID);
    const facts = rows
      .filter((row) => row.required('state_as_in_copy') !== WHOLE_COUNTRY)
      .flatMap((row) =>
        states.of(row.required('state_as_in_copy')).map(
          (place): Fact => ({
            place,
            metric: 'poverty_line',
            period: '2011-07-01/2012-06-30',
            grain: 'region',
            value: row.requiredNumber('urban_inr_per_capita_month'),
            unit: 'INR',
            source: SOURCE,
            note: 'towns of the state in its 2011 borders',
          }),
        ),
      );
    return { facts, matches: states.matches() };
  },
};
