import { fold } from '../../../release/fold.ts';
import type { PublishedRow } from '../../building/files/published-file.ts';
import { regionCodesByName } from '../../building/places/regions.ts';
import { type PublishedPlace, readMatchOverrides } from '../places/match.ts';
import { withRate } from './homicide-rules.ts';
import { citiesByName } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';

/** If the FBI counts more than so many times the people, or so many times fewer, it means another place of that name. */
const SAME_POPULATION = 2.5;

/** After a city's label in the overrides: its parts, which are places of ours. */
const PARTS = ' | parts';

export const usFbiCityMurders: TableRules = {
  places(rows, gazetteer, reader) {
    const { dataDirectory } = gazetteer;
    const overrides = readMatchOverrides(dataDirectory, reader);
    const states = regionCodesByName(dataDirectory, 'US');
    const labels = new Set(rows.map(labelOf));
    const placesOf = citiesByName((row) => publishedPlace(row, states, labels))(rows, gazetteer, reader);
    const populations = new Map(gazetteer.citiesOf('US').map((city) => [city.key, city.population]));
    return (row) => {
      const published = labelOf(row);
      const found = placesOf(row).map((match) => {
        const [people, ours] = [row.requiredNumber('population'), populations.get(match.place) ?? 0];
        if (match.how !== 'name' || Math.max(people / ours, ours / people) <= SAME_POPULATION) return match;
        return { published, place: '', how: `${match.place} has ${ours} people, not ${people}` };
      });
      const parts = overrides.get(published + PARTS);
      return parts === undefined ? found : [...found, { published, place: parts.place, how: parts.reason }];
    };
  },
  rows: (rows) =>
    rows.map((row) =>
      withRate(row, [{ deaths: row.requiredNumber('murder'), people: row.requiredNumber('population') }]),
    ),
};

function labelOf(row: PublishedRow): string {
  return `${row.required('state')} | ${row.required('city')}`;
}

function publishedPlace(
  row: PublishedRow,
  states: ReadonlyMap<string, string>,
  labels: ReadonlySet<string>,
): PublishedPlace {
  const [state, name] = [row.required('state'), row.required('city')];
  const admin1 = states.get(fold(state));
  if (admin1 === undefined) throw row.fault('state', 'no state of ours');
  // `Amherst Town`, unless the state has an Amherst as well.
  const bare = name.replace(/ (Township|Village|Town|City)$/, '');
  const spellings = labels.has(`${state} | ${bare}`) ? [name] : [name, bare];
  const saints = spellings.map((spelling) => spelling.replace(/\bSt\. /, 'Saint '));
  const place = { published: labelOf(row), name, spellings: [...spellings, ...saints] };
  return { ...place, iso2: 'US', admin1, isOwnName: true };
}
