import { fold } from '../../../release/fold.ts';
import type { PublishedRow } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { regionCodesByName } from '../../building/places/regions.ts';
import { type Match, matchPlaces, type PublishedPlace, readMatchOverrides } from '../places/match.ts';
import { withRate } from './homicide-rules.ts';
import type { TableRules } from './table-reader.ts';

/** If the FBI counts more than so many times the people, or so many times fewer, it means another place of that name. */
const SAME_POPULATION = 2.5;

/** After a city's label in the overrides: its parts, which are places of ours. */
const PARTS = ' | parts';

export const usFbiCityMurders: TableRules = {
  columns: ['murder', 'population'],
  places(rows, gazetteer, reader) {
    const overrides = readMatchOverrides(gazetteer.dataDirectory, reader);
    const places = publishedPlaces(rows, gazetteer);
    const matches = matchPlaces(gazetteer, overrides, places.values());
    const populations = new Map(gazetteer.citiesOf('US').map((city) => [city.key, city.population]));
    return (row) => {
      const match = matches.get(places.get(row)?.published ?? '');
      if (match === undefined) throw row.fault('city', 'has no match');
      const people = row.requiredNumber('population');
      const parts = overrides.get(match.published + PARTS);
      return [
        withinReason(match, people, populations.get(match.place) ?? 0),
        ...(parts === undefined
          ? []
          : [{ published: match.published, place: parts.place, how: parts.reason }]),
      ];
    };
  },
  rows: (rows) =>
    rows.map((row) =>
      withRate(row, [{ deaths: row.requiredNumber('murder'), people: row.requiredNumber('population') }]),
    ),
};

function publishedPlaces(
  rows: readonly PublishedRow[],
  { dataDirectory }: Gazetteer,
): Map<PublishedRow, PublishedPlace> {
  const states = regionCodesByName(dataDirectory, 'US');
  const labelOf = (row: PublishedRow) => `${row.required('state')} | ${row.required('city')}`;
  const labels = new Set(rows.map(labelOf));
  return new Map(
    rows.map((row): [PublishedRow, PublishedPlace] => {
      const [state, city] = [row.required('state'), row.required('city')];
      const admin1 = states.get(fold(state));
      if (admin1 === undefined) throw row.fault('state', 'no state of ours');
      // `Amherst Town`, unless the state has an Amherst as well.
      const bare = city.replace(/ (Township|Village|Town|City)$/, '');
      const spellings = [city, ...(labels.has(`${state} | ${bare}`) ? [] : [bare])];
      const saints = spellings.map((spelling) => spelling.replace(/\bSt\. /, 'Saint '));
      return [
        row,
        {
          published: labelOf(row),
          name: city,
          spellings: [...spellings, ...saints],
          iso2: 'US',
          admin1,
          isOwnName: true,
        },
      ];
    }),
  );
}

function withinReason(match: Match, people: number, ours: number): Match {
  const ratio = people / ours;
  if (match.how !== 'name' || (ratio <= SAME_POPULATION && ratio >= 1 / SAME_POPULATION)) return match;
  return { ...match, place: '', how: `${match.place} has ${ours} people, not ${people}` };
}
