import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey, mexicoSizeAreaId, readAreaIds } from '../../building/places/areas.ts';
import type { Match } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'enigh-2022-rents-derived';
/** Medians of fewer dwellings move by chance. */
const FEWEST_RENTS = 20;

/**
 * Rents that tenants pay in places of one size of a state of Mexico: medians that the copyist computed from the household
 * survey of 2022. An input of the estimates, not the publisher's figure. INEGI's codes of states are those of GeoNames.
 */
export const mexicoEnighRents: SourceReader = {
  id: 'mexico-enigh-rents',
  folder: 'mexico-enigh-rents-2022',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, 'rents_by_state_and_size.csv'), {
      columns: ['inegi_state', 'locality_size', 'n_rent', 'median_rent'],
    });
    const areas = readAreaIds(gazetteer.dataDirectory);
    const facts: Fact[] = [];
    const matches: Match[] = [];
    for (const row of rows) {
      const state = row.matching('inegi_state', /^\d\d$/, 'a code of two digits');
      const size = row.matching('locality_size', /^[1-4]$/, '1 to 4');
      const area = mexicoSizeAreaId(state, size);
      const few = row.requiredNumber('n_rent') < FEWEST_RENTS;
      const isUsed = areas.has(area) && !few;
      const how = isUsed ? 'code' : few ? `fewer than ${FEWEST_RENTS} rents` : 'holds no city of ours';
      const place = isUsed ? areaKey(area) : '';
      matches.push({ published: `${state} | ${size}`, place, how });
      if (!isUsed) continue;
      facts.push({
        place,
        metric: 'derived_city_rent',
        period: '2022',
        grain: 'region',
        value: row.requiredNumber('median_rent'),
        unit: 'MXN',
        source: SOURCE,
        note: 'rents of sitting tenants, median of the places of this size in the state',
      });
    }
    return { facts, matches };
  },
};
