import { join } from 'node:path';
import { fold } from '../../../release/fold.ts';
import type { Grain } from '../../../release/grain.ts';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import type { GazetteerCity } from '../../building/places/gazetteer.ts';
import { type Match, type MatchOverrides, readMatchOverrides } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const ID = 'australia-census-rents';
const SOURCE = 'abs-census-2021-rent';
const OVERRIDES = 'data/places/match-overrides.tsv';
const RENT = 'Median_rent_weekly';
const NAME = 'Census_Name_2021';

/** The Bureau's geographies, in the order in which we look for a town's own figure. */
const GEOGRAPHIES = {
  UCL: { file: '2021Census_G02_AUST_UCL.csv', grain: 'city', what: 'urban centre' },
  SAL: { file: '2021Census_G02_AUST_SAL.csv.gz', grain: 'city', what: 'suburb' },
  LGA: { file: '2021Census_G02_AUST_LGA.csv', grain: 'region', what: 'local government area' },
} as const satisfies Record<string, { file: string; grain: Grain; what: string }>;
type Geography = keyof typeof GEOGRAPHIES;

/** First digit of the Bureau's codes → GeoNames' code of the state. Other territories (9) have none. */
const STATES = new Map(
  ['02', '07', '04', '05', '08', '06', '03', '01'].map((code, at) => [String(at + 1), code]),
);

interface CensusArea {
  /** `SAL | Richmond (Vic.)`: unique. */
  published: string;
  geography: Geography;
  rent: number;
}

/**
 * Median weekly rents of the Australian census of 2021. A city of ours has the figure of the urban centre of its name in its
 * state, and a section of a city that of its suburb; otherwise the figure of the suburb or council with its name.
 */
export const australiaCensusRents: SourceReader = {
  id: ID,
  folder: 'australia-abs-census-2021-rents',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const areas = (Object.keys(GEOGRAPHIES) as Geography[]).flatMap((geography) =>
      readAreas(directory, geography),
    );
    const byName = Map.groupBy(areas, ({ key }) => key);
    const reviewed = byPlace(readMatchOverrides(gazetteer.dataDirectory, ID));
    const published = new Map(areas.map(({ area }) => [area.published, area]));
    const matches: Match[] = [];
    const facts: Fact[] = [];
    for (const city of gazetteer.citiesOf('AU')) {
      const label = `${city.admin1} | ${city.name} | ${city.geonamesId}`;
      const decision = reviewed.get(city.key) ?? reviewed.get(label);
      const area =
        decision === undefined
          ? areaOf(city, byName)
          : (published.get(decision.published) ??
            (decision.place === '' ? undefined : fail(decision.published)));
      if (area === undefined) {
        const how =
          decision?.reason ?? 'no urban centre, suburb or council of this name with a published rent';
        matches.push({ published: label, place: '', how });
        continue;
      }
      const how = decision === undefined ? 'name' : 'override';
      matches.push({ published: area.published, place: city.key, how });
      const { grain, what } = GEOGRAPHIES[area.geography];
      const note = `all rented dwellings, sitting tenants and social housing included; ${what}`;
      const fact = { metric: 'rent_median_weekly', period: '2021', unit: 'AUD', source: SOURCE, note };
      facts.push({ ...fact, place: city.key, grain, value: area.rent });
    }
    return { facts, matches };
  },
};

/** Areas with a rent (0 is none), by state, geography and folded name. */
function readAreas(directory: string, geography: Geography): { key: string; area: CensusArea }[] {
  const { rows } = readPublishedTable(join(directory, GEOGRAPHIES[geography].file), {
    columns: [codeColumn(geography), NAME, RENT],
  });
  return rows.flatMap((row) => {
    const rent = row.requiredNumber(RENT);
    const state = STATES.get(stateDigit(row, geography));
    if (rent === 0 || state === undefined) return [];
    const name = row.required(NAME);
    const area = { published: `${geography} | ${name}`, geography, rent };
    return [{ key: keyOf(state, geography, plainName(name, geography)), area }];
  });
}

function codeColumn(geography: Geography): string {
  return `${geography}_CODE_2021`;
}

function stateDigit(row: PublishedRow, geography: Geography): string {
  const code = row.matching(
    codeColumn(geography),
    new RegExp(`^${geography}\\d{5,6}$`),
    'a code of the census',
  );
  return code.charAt(geography.length);
}

/** `Richmond (Vic.)` → `Richmond`; `Gold Coast - Tweed Heads (Gold Coast Part)` → `Gold Coast`. */
function plainName(name: string, geography: Geography): string {
  const part = geography === 'UCL' ? / \((.*) Part\)$/.exec(name)?.[1] : undefined;
  return part ?? name.replace(/ \(.*\)$/, '');
}

function keyOf(state: string, geography: Geography, name: string): string {
  return `${state} ${geography} ${fold(name)}`;
}

function areaOf(
  { admin1, name, feature }: GazetteerCity,
  byName: ReadonlyMap<string, readonly { area: CensusArea }[]>,
): CensusArea | undefined {
  const order: Geography[] = feature === 'PPLX' ? ['SAL', 'UCL', 'LGA'] : ['UCL', 'SAL', 'LGA'];
  for (const geography of order) {
    const found = byName.get(keyOf(admin1, geography, name)) ?? [];
    // Two areas with one name in a state are ambiguous.
    if (found.length > 0) return found.length === 1 ? found[0]?.area : undefined;
  }
  return undefined;
}

/** A decision names our city or, for a city that is not in the census, the city's label. */
function byPlace(
  overrides: MatchOverrides,
): Map<string, { published: string; place: string; reason: string }> {
  return new Map(
    [...overrides].map(([published, { place, reason }]) => [
      place === '' ? published : place,
      { published, place, reason },
    ]),
  );
}

function fail(published: string): never {
  throw new SourceFileError(OVERRIDES, 0, '', `the census has no area ${published} with a rent`);
}
