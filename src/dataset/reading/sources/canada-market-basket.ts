import { isCityOfToday } from '../../../release/dominance.ts';
import { fold } from '../../../release/fold.ts';
import { areaKey, readAreas } from '../../building/places/areas.ts';
import type { Gazetteer, GazetteerCity } from '../../building/places/gazetteer.ts';
import { regionCodesByName } from '../../building/places/regions.ts';
import {
  type Match,
  type MatchOverrides,
  matchPlaces,
  type PublishedPlace,
  readMatchOverrides,
} from '../places/match.ts';
import { areasByName, type PlaceRule } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';

const REGION = 'mbm_region';
const TOTAL = 'total_threshold';
const COMPONENTS = ['food', 'clothing', 'transportation', 'shelter', 'communication', 'other'] as const;
/** Only in Nunavut: what the Inuit budget has besides. It is part of the total. */
const ONLY_IN_NUNAVUT = 'inuusiqattiarniq';
/** Canadian dollars: each component is rounded. */
const ROUNDING = 3;

export const canadaMarketBasket: TableRules = {
  columns: [ONLY_IN_NUNAVUT],
  rows: (rows) =>
    rows.map((row) => {
      const parts = COMPONENTS.reduce((sum, column) => sum + row.requiredNumber(column), 0);
      const total = parts + (row.number(ONLY_IN_NUNAVUT) ?? 0);
      if (Math.abs(total - row.requiredNumber(TOTAL)) > ROUNDING)
        throw row.fault(TOTAL, `the components add up to ${total}`);
      const region = row.required(REGION);
      return row.with({ '(note)': SIZE.test(region) ? `figure of all places of this size: ${region}` : '' });
    }),
  places: marketBasketRegions,
};

/** `Ontario, population 30,000 to 99,999`, `… under 30,000`, `… 500,000 and over` */
const SIZE = /^(.+), population (?:under (?<below>[\d,]+)|(?<from>[\d,]+) (?:to (?<to>[\d,]+)|and over))$/;
const COUNTRYSIDE = /, rural\b/;
/** Between a region and one of its places, in the labels of matches and reviewed decisions. */
const OF = ' | ';

/**
 * A named region belongs to its central city and to its census area, as other figures of census areas do. The figure of a size
 * belongs to the cities that have it. The publisher means the size of the built-up area, which is unknown to us: we take the
 * city's own population, and leave suburbs in census areas without a region of their own open. Reviewers
 * (data/places/match-overrides.tsv) put `region | city` in another region than these rules do, or in none.
 */
function marketBasketRegions(...[rows, gazetteer, reader]: Parameters<PlaceRule>): ReturnType<PlaceRule> {
  const names = [...new Set(rows.map((row) => row.required(REGION)))];
  const overrides = readMatchOverrides(gazetteer.dataDirectory, reader);
  const provinces = regionCodesByName(gazetteer.dataDirectory, 'CA');
  const named = namedRegions(names, gazetteer, overrides, provinces);
  const free = citiesWithoutRegion(gazetteer, [...named.values()].flat(), overrides);
  const matches = new Map(
    names.map((name) => [
      name,
      named.get(name) ?? [...ofSize(name, free, overrides, provinces), ...reviewed(name, overrides)],
    ]),
  );
  return (row) => {
    const name = row.required(REGION);
    const found = matches.get(name) ?? [];
    if (found.length === 0)
      return [{ published: name, place: '', how: 'no city of ours has this size there' }];
    return found.map((match) => ({ ...match, grain: grainOf(name, provinces) }));
  };
}

/** A territory is named before its capital, a province after its city: `Québec, Quebec`. */
function grainOf(name: string, provinces: ReadonlyMap<string, string>) {
  if (SIZE.test(name)) return 'region';
  const [first = '', second = ''] = name.split(', ');
  return provinces.has(fold(first)) && !provinces.has(fold(second)) ? 'city' : 'metro';
}

/** The matches of the regions that are no sizes. */
function namedRegions(
  names: readonly string[],
  gazetteer: Gazetteer,
  overrides: MatchOverrides,
  provinces: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Match[]> {
  const areas = areasByName(gazetteer.dataDirectory, CENSUS_AREA);
  const others = names.filter((name) => !SIZE.test(name));
  const centres = matchPlaces(
    gazetteer,
    overrides,
    others.filter((name) => !COUNTRYSIDE.test(name)).map((name) => canadianPlace(name, provinces)),
  );
  return new Map(
    others.map((name) => {
      const centre = centres.get(name);
      if (centre === undefined)
        return [name, [{ published: name, place: '', how: 'the countryside, which has no city' }]];
      const further = [
        ...(areas.has(name) ? [{ published: name, place: areas.get(name) ?? '', how: 'name' }] : []),
        ...reviewed(name, overrides),
      ];
      return [name, centre.place === '' && further.length > 0 ? further : [centre, ...further]];
    }),
  );
}

/** `Halifax, Nova Scotia` and `Nunavut, Iqaluit`, looked for only there. */
export function canadianPlace(published: string, provinces: ReadonlyMap<string, string>): PublishedPlace {
  const [first = '', second = ''] = published.split(', ');
  const [name, admin1] = [
    [first, provinces.get(fold(second))],
    [second, provinces.get(fold(first))],
  ].find(([, code]) => code !== undefined) ?? [published];
  return { published, name: name ?? '', iso2: 'CA', ...(admin1 !== undefined && { admin1 }) };
}

/** The places that reviewers have put into a region. */
function reviewed(region: string, overrides: MatchOverrides): Match[] {
  return [...overrides]
    .filter(([label, { place }]) => label.startsWith(`${region}${OF}`) && place !== '')
    .map(([published, { place }]) => ({ published, place, how: 'override' }));
}

const CENSUS_AREA = 'ca-cma-';

interface FreeCity {
  city: GazetteerCity;
  /** Whether it is in a census area that has no region of its own. */
  isSuburb: boolean;
}

/** The cities in none of the named regions. A section of a city has no size of its own. */
function citiesWithoutRegion(
  { dataDirectory, citiesOf }: Gazetteer,
  named: readonly Match[],
  overrides: MatchOverrides,
): FreeCity[] {
  const taken = new Set([...named, ...overrides.values()].map(({ place }) => place));
  const areasOf = Map.groupBy(
    readAreas(dataDirectory).cities.filter(({ area }) => area.startsWith(CENSUS_AREA)),
    ({ geonamesId }) => geonamesId,
  );
  return citiesOf('CA')
    .filter((city) => isCityOfToday(city) && !taken.has(city.key))
    .map((city) => ({ city, areas: areasOf.get(city.geonamesId) ?? [] }))
    .filter(({ areas }) => !areas.some(({ area }) => taken.has(areaKey(area))))
    .map(({ city, areas }) => ({ city, isSuburb: areas.length > 0 }));
}

/** The matches of the cities that have the size. */
function ofSize(
  region: string,
  cities: readonly FreeCity[],
  overrides: MatchOverrides,
  provinces: ReadonlyMap<string, string>,
): Match[] {
  const { below, from = '1', to } = SIZE.exec(region)?.groups ?? {};
  const province = provinces.get(fold(region.split(', ')[0] ?? ''));
  const end = below === undefined ? people(to ?? 'Infinity') + 1 : people(below);
  return cities
    .filter(({ city }) => city.admin1 === province)
    .filter(({ city: { population } }) => population >= people(from) && population < end)
    .map(({ city, isSuburb }) => {
      const published = `${region}${OF}${city.name}`;
      const decision = overrides.get(published);
      if (decision !== undefined) return { published, place: '', how: decision.reason };
      return isSuburb
        ? {
            published,
            place: '',
            how: 'a suburb in a census area: the size of its built-up area is not known',
          }
        : { published, place: city.key, how: 'own population' };
    });
}

function people(text: string): number {
  return Number(text.replaceAll(',', ''));
}
