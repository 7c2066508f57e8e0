import { join } from 'node:path';
import { fold } from '../../../release/fold.ts';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import type { GazetteerCity } from '../../building/places/gazetteer.ts';
import { type Match, readMatchOverrides } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const ID = 'australia-census-rents';
const SOURCE = 'abs-census-2021-rent';
const OVERRIDES = 'data/places/match-overrides.tsv';
const RENT = 'Median_rent_weekly';
const NAME = 'Census_Name_2021';
const UNKNOWN = 'no urban centre, suburb or council of this name with a published rent';

/** The Bureau's geographies, in the order in which we look for a town's own figure. */
const GEOGRAPHIES = [
  { id: 'UCL', file: '2021Census_G02_AUST_UCL.csv', grain: 'city', what: 'urban centre' },
  { id: 'SAL', file: '2021Census_G02_AUST_SAL.csv.gz', grain: 'city', what: 'suburb' },
  { id: 'LGA', file: '2021Census_G02_AUST_LGA.csv', grain: 'region', what: 'local government area' },
] as const;
type Geography = (typeof GEOGRAPHIES)[number];

/** First digit of the Bureau's codes → GeoNames' code of the state. Other territories (9) have none. */
const STATES = new Map(
  ['02', '07', '04', '05', '08', '06', '03', '01'].map((code, at) => [String(at + 1), code]),
);

type CensusArea = ReturnType<typeof readAreas>[number];

/**
 * Median weekly rents of the Australian census of 2021. A city of ours has the figure of the urban centre of its name in its
 * state, and a section of a city that of its suburb; otherwise the figure of the suburb or council with its name.
 */
export const australiaCensusRents: SourceReader = {
  id: ID,
  folder: 'australia-abs-census-2021-rents',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const areas = GEOGRAPHIES.flatMap((geography) => readAreas(directory, geography));
    const byKey = Map.groupBy(areas, ({ key }) => key);
    const published = new Map(areas.map((area) => [area.published, area]));
    // A decision names our city or, for a city that is not in the census, the city's label.
    const reviewed = new Map(
      [...readMatchOverrides(gazetteer.dataDirectory, ID)].map(([name, { place, reason }]) => [
        place === '' ? name : place,
        { name, place, reason },
      ]),
    );
    const facts: Fact[] = [];
    const matches = gazetteer.citiesOf('AU').map((city): Match => {
      const label = `${city.admin1} | ${city.name} | ${city.geonamesId}`;
      const decision = reviewed.get(city.key) ?? reviewed.get(label);
      const area = decision === undefined ? areaOf(city, byKey) : published.get(decision.name);
      if (area === undefined) {
        const { name, place, reason = UNKNOWN } = decision ?? {};
        if (place) throw new SourceFileError(OVERRIDES, 0, '', `the census has no area ${name} with a rent`);
        return { published: label, place: '', how: reason };
      }
      const { grain, what } = area.geography;
      const note = `all rented dwellings, sitting tenants and social housing included; ${what}`;
      const fact = { metric: 'rent_median_weekly', period: '2021', unit: 'AUD', source: SOURCE, note };
      facts.push({ ...fact, place: city.key, grain, value: area.rent });
      const how = decision === undefined ? 'name' : 'override';
      return { published: area.published, place: city.key, how };
    });
    return { facts, matches };
  },
};

/** Areas with a rent (0 is none). */
function readAreas(directory: string, geography: Geography) {
  const { id, file } = geography;
  const codeColumn = `${id}_CODE_2021`;
  const { rows } = readPublishedTable(join(directory, file));
  return rows.flatMap((row) => {
    const rent = row.requiredNumber(RENT);
    const code = row.matching(codeColumn, new RegExp(`^${id}\\d{5,6}$`), 'a code of the census');
    const state = STATES.get(code.charAt(id.length));
    if (rent === 0 || state === undefined) return [];
    const name = row.required(NAME);
    // `Gold Coast - Tweed Heads (Gold Coast Part)` is Gold Coast, `Richmond (Vic.)` Richmond.
    const part = id === 'UCL' ? / \((.*) Part\)$/.exec(name)?.[1] : undefined;
    const key = keyOf(state, id, part ?? name.replace(/ \(.*\)$/, ''));
    /** `published` is unique: `SAL | Richmond (Vic.)`. */
    return [{ key, published: `${id} | ${name}`, geography, rent }];
  });
}

function keyOf(state: string, geography: string, name: string): string {
  return `${state} ${geography} ${fold(name)}`;
}

function areaOf(
  { admin1, name, feature }: GazetteerCity,
  byKey: ReadonlyMap<string, readonly CensusArea[]>,
): CensusArea | undefined {
  const order = feature === 'PPLX' ? ['SAL', 'UCL', 'LGA'] : ['UCL', 'SAL', 'LGA'];
  const [found, ...others] =
    order
      .map((geography) => byKey.get(keyOf(admin1, geography, name)))
      .find((areas) => areas !== undefined) ?? [];
  // Two areas with one name in a state are ambiguous.
  return others.length === 0 ? found : undefined;
}
