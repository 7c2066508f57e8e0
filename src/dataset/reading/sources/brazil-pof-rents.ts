import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { RegionMatches } from '../places/match-regions.ts';
import type { SourceReader } from './reader.ts';

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
  sources: [SOURCE],
  read(directory, gazetteer) {
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
    return { facts, matches: states.matches() };
  },
};
