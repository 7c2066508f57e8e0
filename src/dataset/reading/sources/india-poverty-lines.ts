import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { RegionMatches } from '../places/match-regions.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const ID = 'india-poverty-lines';
const SOURCE = 'india-poverty-lines-2011-12';
const WHOLE_COUNTRY = 'All India';

/** Official poverty lines of the towns of each state of India, 2011–12: one basket at the prices of each state. */
export const indiaPovertyLines: SourceReader = {
  id: ID,
  folder: 'india-poverty-lines-2011-12',
  read(directory: string, gazetteer: Gazetteer): SourceReading {
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
    return {
      sources: [
        {
          id: SOURCE,
          publisher: 'Government of India, Planning Commission',
          title: 'Press note on poverty estimates 2011–12: poverty lines of states (Tendulkar method)',
          url: 'https://www.niti.gov.in',
          licence:
            'Government of India, facts from a public press note (our understanding, not confirmed by the publisher)',
          licence_url: null,
          attribution: 'Government of India, Planning Commission: Press Note on Poverty Estimates, 2011–12',
          vintage: '2013-07',
        },
      ],
      facts,
      matches: states.matches(),
    };
  },
};
