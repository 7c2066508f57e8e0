import { areaKey, mexicoSizeAreaId, readAreaIds } from '../../building/places/areas.ts';
import { otherStateCode } from './inegi-states.ts';
import { eachByRule } from './place-rules.ts';
import { tableReader } from './table-reader.ts';

/** Medians of fewer dwellings move by chance. */
const FEWEST_RENTS = 20;

/**
 * Rents that tenants pay in places of one size of a state of Mexico: medians that the copyist computed from the household
 * survey of 2022. An input of the estimates, not the publisher's figure. INEGI's codes of states are those of GeoNames, except
 * for four.
 */
export const mexicoEnighRents = tableReader({
  id: 'mexico-enigh-rents',
  folder: 'mexico-enigh-rents-2022',
  sources: ['enigh-2022-rents-derived'],
  file: 'rents_by_state_and_size.csv',
  columns: ['inegi_state', 'locality_size', 'n_rent'],
  places: eachByRule((_, { dataDirectory }) => {
    const areas = readAreaIds(dataDirectory);
    return (row) => {
      const state = row.matching('inegi_state', /^\d\d$/, 'a code of two digits');
      const size = row.matching('locality_size', /^[1-4]$/, '1 to 4');
      const area = mexicoSizeAreaId(otherStateCode(state), size);
      const few = row.requiredNumber('n_rent') < FEWEST_RENTS;
      const isUsed = areas.has(area) && !few;
      const how = isUsed ? 'code' : few ? `fewer than ${FEWEST_RENTS} rents` : 'holds no city of ours';
      return [{ published: `${state} | ${size}`, place: isUsed ? areaKey(area) : '', how }];
    };
  }),
  period: '2022',
  figures: [
    {
      column: 'median_rent',
      metric: 'derived_city_rent',
      unit: 'MXN',
      note: 'rents of sitting tenants, median of the places of this size in the state',
    },
  ],
});
