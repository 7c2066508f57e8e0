import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey } from '../../building/places/areas.ts';
import type { Match } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const QUARTER_1 = { text: '2026-Q1', days: '2026-01-01/2026-03-31' };
const QUARTER_2 = { text: '2025-Q2', days: '2025-04-01/2025-06-30' };
const BUENOS_AIRES = 'idecba-rents-2025-q2';
const POLISH_GROUPS = 'nbp-barn-groups-2026-q1';

/** Number of rooms besides kitchen and bathroom, as the file has it, and our metric. */
const ROOMS: Readonly<Record<string, string>> = {
  '1 room (base unit)': 'rent_one_room_flat',
  '2 rooms (base unit)': 'rent_two_rooms',
  '3 rooms (base unit)': 'rent_three_rooms',
};

/** How the note of a Polish city begins, which has its group's mean. */
const GROUPS: readonly [words: string, area: string, note: string][] = [
  [
    'mean of the group of six cities',
    'pl-nbp-six-cities',
    'flats, rents agreed in the quarter, without charges; mean of six cities',
  ],
  [
    'mean of the group of seven cities',
    'pl-nbp-seven-cities',
    'flats, rents agreed in the quarter, without charges; mean of seven cities',
  ],
];

/**
 * More rents from official figures, compiled by a third party: Buenos Aires by number of rooms, Dubai as the compiler
 * computed it from the register of contracts, and the two groups of Polish cities for which the central bank prints one mean.
 * The other rows are old, of few households, or of subsidised homes.
 */
export const officialCityRents2: SourceReader = {
  id: 'official-city-rents-2',
  folder: 'city-rents-official-2',
  sources: [BUENOS_AIRES, 'dld-rents-2026-derived', POLISH_GROUPS],
  read(directory) {
    const { rows } = readPublishedTable(join(directory, 'city_rents_2.csv'), {
      columns: ['place', 'country_iso2', 'period', 'value', 'currency', 'per', 'dwelling', 'note'],
    });
    const facts = new Map<string, Fact>();
    const matches = new Map<string, Match>();
    for (const row of rows) {
      const fact = factOf(row);
      const published = `${row.required('country_iso2')} | ${row.required('place')}`;
      if (fact === undefined) {
        if (!matches.has(published))
          matches.set(published, { published, place: '', how: 'old, of few households, or read elsewhere' });
        continue;
      }
      const { place, metric, value } = fact;
      const key = `${place} ${metric}`;
      const known = facts.get(key);
      if (known !== undefined && known.value !== value)
        throw row.fault('value', `${value}, where the same figure is ${known.value} before`);
      facts.set(key, fact);
      matches.set(published, {
        published,
        place,
        how: place.startsWith('area/') ? 'its group of cities' : 'name',
      });
    }
    return { facts: [...facts.values()], matches: [...matches.values()] };
  },
};

/** None if the row is not used. */
function factOf(row: PublishedRow): Fact | undefined {
  const value = row.requiredNumber('value');
  const unit = row.required('currency');
  const of = `${row.required('place')}, ${row.required('per')}`;
  if (of === 'Buenos Aires, month' && row.required('period') === QUARTER_2.text) {
    const metric = ROOMS[row.required('dwelling')];
    if (metric === undefined) throw row.fault('dwelling', `not known: ${row.text('dwelling')}`);
    return {
      place: 'city/buenos-aires',
      metric,
      period: QUARTER_2.days,
      grain: 'city',
      value,
      unit,
      source: BUENOS_AIRES,
      note: 'used flats as advertised',
    };
  }
  if (of === 'Dubai, square foot and year' && row.required('dwelling') === 'flats')
    return {
      place: 'city/dubai',
      metric: 'derived_city_rent',
      period: '2024-01-01/2026-08-31',
      grain: 'city',
      value,
      unit,
      source: 'dld-rents-2026-derived',
      note: 'flats per square foot and year; median of registered contracts',
    };
  const [, area, note] = GROUPS.find(([words]) => row.text('note').startsWith(words)) ?? [];
  if (area === undefined || note === undefined) return undefined;
  if (row.required('period') !== QUARTER_1.text)
    throw row.fault('period', `${row.text('period')} instead of ${QUARTER_1.text}`);
  return {
    place: areaKey(area),
    metric: 'rent_per_square_metre',
    period: QUARTER_1.days,
    grain: 'region',
    value,
    unit,
    source: POLISH_GROUPS,
    note,
  };
}
