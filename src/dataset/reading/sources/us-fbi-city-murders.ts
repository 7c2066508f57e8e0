import { fold } from '../../../release/fold.ts';
import type { PublishedRow } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { readRegions } from '../../building/places/regions.ts';
import { type Match, matchPlaces, type PublishedPlace, readMatchOverrides } from '../places/match.ts';
import { homicideRate } from './homicide-rate.ts';
import { eachByRule } from './place-rules.ts';
import { tableReader } from './table-reader.ts';

/** If the FBI counts more than so many times the people, or so many times fewer, it means another place of that name. */
const SAME_POPULATION = 2.5;

/**
 * Murders and nonnegligent manslaughter known to the police of cities of the United States. Counties of some police forces, and
 * cities that have a place's name only as an alternative, are left out.
 */
export const usFbiCityMurders = tableReader({
  id: 'us-fbi-city-murders',
  folder: 'us-fbi-table8-2022',
  sources: ['us-fbi-table8-2022'],
  file: 'offenses_by_city_2022.csv',
  columns: ['state', 'city', 'population'],
  places: eachByRule((rows, gazetteer, reader) => {
    const overrides = readMatchOverrides(gazetteer.dataDirectory, reader);
    const places = publishedPlaces(rows, gazetteer);
    const matches = matchPlaces(gazetteer, overrides, places.values());
    const populations = new Map(gazetteer.citiesOf('US').map((city) => [city.key, city.population]));
    return (row) => {
      const match = matches.get(places.get(row)?.published ?? '');
      if (match === undefined) throw row.fault('city', 'has no match');
      return [reviewed(match, row.requiredNumber('population'), populations.get(match.place) ?? 0)];
    };
  }),
  period: '2022',
  figures: [
    {
      column: 'murder',
      metric: 'recorded_homicides',
      unit: 'per_100000_people',
      computed: (row) =>
        homicideRate([{ deaths: row.requiredNumber('murder'), people: row.requiredNumber('population') }]),
    },
  ],
});

function publishedPlaces(
  rows: readonly PublishedRow[],
  { dataDirectory }: Gazetteer,
): Map<PublishedRow, PublishedPlace> {
  const states = new Map(
    readRegions(dataDirectory)
      .filter(({ country }) => country === 'US')
      .map(({ name, admin1 }) => [fold(name), admin1]),
  );
  const labelOf = (row: PublishedRow) => `${row.required('state')} | ${row.required('city')}`;
  const labels = new Set(rows.map(labelOf));
  return new Map(
    rows.map((row): [PublishedRow, PublishedPlace] => {
      const [state, city] = [row.required('state'), row.required('city')];
      const admin1 = states.get(fold(state));
      if (admin1 === undefined) throw row.fault('state', 'no state of ours');
      // `Amherst Town`, unless the state has an Amherst as well.
      const bare = city.replace(/ (Township|Village|Town)$/, '');
      const name = labels.has(`${state} | ${bare}`) ? city : bare;
      return [row, { published: labelOf(row), name, iso2: 'US', admin1 }];
    }),
  );
}

function reviewed(match: Match, people: number, ours: number): Match {
  const without = (how: string) => ({ ...match, place: '', how });
  if (match.place === '' || match.how === 'override') return match;
  if (match.how !== 'name') return without(`only an alternative name of ${match.place}`);
  const ratio = people / ours;
  return ratio > SAME_POPULATION || ratio < 1 / SAME_POPULATION
    ? without(`${match.place} has ${ours} people, not ${people}`)
    : match;
}
