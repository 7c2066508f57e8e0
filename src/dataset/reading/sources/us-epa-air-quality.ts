import { fold } from '../../../release/fold.ts';
import { areaKey, readAreaTable } from '../../building/places/areas.ts';
import { eachByRule } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';

/** Fewer days of measurements say little about the year. */
const FEWEST_DAYS = 300;

export const usEpaAirQuality: TableRules = {
  columns: ['Days with AQI'],
  places: eachByRule((_, { dataDirectory }) => {
    const counties = countiesByName(dataDirectory);
    return (row) => {
      const area = counties.get(keyOf(row.required('County'), row.required('State')));
      const published = `${row.required('State')} | ${row.required('County')}`;
      const isMeasured = row.requiredNumber('Days with AQI') >= FEWEST_DAYS;
      if (area === undefined)
        return [{ published, place: '', how: 'no county of this name holds a city of ours' }];
      return isMeasured
        ? [{ published, place: areaKey(area), how: 'name' }]
        : [{ published, place: '', how: `measured on less than ${FEWEST_DAYS} days` }];
    };
  }),
};

/** County and state, folded → area. A name that the agency would write alike for two counties is left out. */
function countiesByName(dataDirectory: string): Map<string, string> {
  const counties = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { id, name } of readAreaTable(dataDirectory)) {
    if (!id.startsWith('us-county-')) continue;
    const [county = '', state = ''] = name.split(', ');
    const key = keyOf(
      county.replace(/ (County|Parish|Borough|Census Area|Municipality|Municipio)$/, ''),
      state,
    );
    if (counties.has(key)) ambiguous.add(key);
    counties.set(key, id);
  }
  for (const key of ambiguous) counties.delete(key);
  return counties;
}

/** `Baltimore (City)` and `Baltimore city` are the independent city; `Saint Clair` is St. Clair. */
function keyOf(county: string, state: string): string {
  return `${fold(county).replace(/^saint /, 'st ')} | ${fold(state)}`;
}
