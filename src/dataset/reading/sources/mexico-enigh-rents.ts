import { areaKey, mexicoSizeAreaId, readAreaIds } from '../../building/places/areas.ts';
import { otherStateCode } from './inegi-states.ts';
import { eachByRule } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';

/** Medians of fewer dwellings move by chance. */
const FEWEST_RENTS = 20;

export const mexicoEnighRents: TableRules = {
  columns: ['n_rent'],
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
};
