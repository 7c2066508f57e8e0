import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { RegionMatches } from '../places/match-regions.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const ID = 'brazil-pof-rents';
const SOURCE = 'ibge-pof-2018-rents-derived';
const URBAN = '1';

/**
 * Rents that owners and rent-free occupants in the towns of a state of Brazil estimate for their dwelling: medians that the
 * copyist computed from the household budget survey 2017–2018. An input of the estimates, not the publisher's figure.
 */
export const brazilPofRents: SourceReader = {
  id: ID,
  folder: 'brazil-pof-imputed-rents-2018',
  read(directory: string, gazetteer: Gazetteer): SourceReading {
    const { rows } = readPublishedTable(join(directory, 'imputed_rent_by_state_urban_rural.csv'), {
      columns: ['uf', 'situation', 'median_imputed_rent_brl'],
    });
    const states = new RegionMatches(gazetteer.dataDirectory, ID);
    const facts = rows
      .filter((row) => row.matching('situation', /^[12]$/, '1 or 2') === URBAN)
      .flatMap((row) =>
        states.of(row.required('uf')).map(
          (place): Fact => ({
            place,
            metric: 'derived_city_rent',
            // The survey's values are in prices of this day.
            period: '2018-01-15',
            grain: 'region',
            value: row.requiredNumber('median_imputed_rent_brl'),
            unit: 'BRL',
            source: SOURCE,
            note: 'what owners think their home would rent for; median of the state’s towns',
          }),
        ),
      );
    return {
      sources: [
        {
          id: SOURCE,
          publisher: 'IBGE (Instituto Brasileiro de Geografia e Estatística)',
          title:
            'Household budget survey (POF) 2017–2018, imputed rents (state medians calculated by a third party)',
          url: 'https://www.ibge.gov.br/estatisticas/sociais/saude/24786-pesquisa-de-orcamentos-familiares-2.html',
          licence:
            'IBGE, free use if the source is named (our understanding, not confirmed by the publisher)',
          licence_url: null,
          attribution: 'IBGE, POF 2017–2018, own computation',
          vintage: '2017–2018',
        },
      ],
      facts,
      matches: states.matches(),
    };
  },
};
