import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { RegionMatches } from '../places/match-regions.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const ID = 'argentina-regional-parities';
const SOURCE = 'indec-regional-parities-2001';

/** Purchasing power parities of consumers in the six regions of Argentina against Greater Buenos Aires, by INDEC. */
export const argentinaRegionalParities: SourceReader = {
  id: ID,
  folder: 'argentina-indec-regional-parities',
  read(directory: string, gazetteer: Gazetteer): SourceReading {
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
    return {
      sources: [
        {
          id: SOURCE,
          publisher: 'INDEC (Instituto Nacional de Estadística y Censos), Argentina',
          title:
            'Purchasing power parities of consumers by region (PPCC), 2001, as used for the regional poverty baskets',
          url: 'https://www.indec.gob.ar/indec/web/Nivel4-Tema-4-43-149',
          licence: 'CC BY 4.0 (our understanding, not confirmed by the publisher)',
          licence_url: 'https://creativecommons.org/licenses/by/4.0/',
          attribution: 'INDEC, Argentina: Paridades de Poder de Compra del Consumidor',
          vintage: '2001',
        },
      ],
      facts,
      matches: regions.matches(),
    };
  },
};
