import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { RegionMatches } from '../places/match-regions.ts';
import type { SourceReader } from './reader.ts';

const ID = 'argentina-regional-parities';
const SOURCE = 'indec-regional-parities-2001';

/** Purchasing power parities of consumers in the six regions of Argentina against Greater Buenos Aires, by INDEC. */
export const argentinaRegionalParities: SourceReader = {
  id: ID,
  folder: 'argentina-indec-regional-parities',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, 'ppcc_2001.csv'), {
      columns: ['region', 'ppcc_gba_1'],
    });
    const regions = new RegionMatches(gazetteer.dataDirectory, ID);
    const facts = rows.flatMap((row) =>
      regions.of(row.required('region')).map(
        (place): Fact => ({
          place,
          metric: 'regional_consumer_price_parity',
          period: '2001',
          grain: 'region',
          value: row.requiredNumber('ppcc_gba_1'),
          unit: 'greater_buenos_aires_1',
          source: SOURCE,
          note: '',
        }),
      ),
    );
    return { facts, matches: regions.matches() };
  },
};
