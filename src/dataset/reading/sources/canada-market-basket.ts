import { isCityOfToday } from '../../../release/dominance.ts';
import { fold } from '../../../release/fold.ts';
import { areaKey, readAreas } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { regionCodesByName } from '../../building/places/regions.ts';
import { type Match, matchPlaces, type PublishedPlace, readMatchOverrides } from '../places/match.ts';
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
  const { dataDirectory } = gazetteer;
  const names = [...new Set(rows.map((row) => row.required(REGION)))];
  const overrides = readMatchOverrides(dataDirectory, reader);
  const provinces = regionCodesByName(dataDirectory, 'CA');
  const areas = areasByName(dataDirectory, CENSUS_AREA);
  const named = names.filter((name) => !SIZE.test(name));
  const places = named
    .filter((name) => !COUNTRYSIDE.test(name))
    .map((name) => canadianPlace(name, provinces));
  const centres = matchPlaces(gazetteer, overrides, places);
  /** The places that reviewers have put into a region. */
  const reviewed = (region: string): Match[] =>
    [...overrides]
      .filter(([label, { place }]) => label.startsWith(`${region}${OF}`) && place !== '')
      .map(([published, { place }]) => ({ published, place, how: 'override' }));
  const ofRegion = (published: string): Match[] => {
    const centre = centres.get(published);
    if (centre === undefined) return [{ published, place: '', how: 'the countryside, which has no city' }];
    const area = areas.get(published);
    const byName = area === undefined ? [] : [{ published, place: area, how: 'name' }];
    const further = [...byName, ...reviewed(published)];
    return centre.place === '' && further.length > 0 ? further : [centre, ...further];
  };
  const matches = new Map(named.map((name) => [name, ofRegion(name)]));
  const taken = [...[...matches.values()].flat(), ...overrides.values()].map(({ place }) => place);
  const free = citiesWithoutRegion(gazetteer, new Set(taken));
  const ofSize = (region: string) =>
    citiesOfSize(region, free, provinces).map(({ city, isSuburb }): Match => {
      const published = `${region}${OF}${city.name}`;
      const reason = overrides.get(published)?.reason ?? (isSuburb ? SUBURB : undefined);
      return reason === undefined
        ? { published, place: city.key, how: 'own population' }
        : { published, place: '', how: reason };
    });
  for (const name of names) if (!matches.has(name)) matches.set(name, [...ofSize(name), ...reviewed(name)]);
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

/** `Halifax, Nova Scotia` and `Nunavut, Iqaluit`, looked for only there. */
export function canadianPlace(published: string, provinces: ReadonlyMap<string, string>): PublishedPlace {
  const [first = '', second = ''] = published.split(', ');
  const [name, admin1] = [
    [first, provinces.get(fold(second))],
    [second, provinces.get(fold(first))],
  ].find(([, code]) => code !== undefined) ?? [published];
  return { published, name: name ?? '', iso2: 'CA', ...(admin1 !== undefined && { admin1 }) };
}

const CENSUS_AREA = 'ca-cma-';
const SUBURB = 'a suburb in a census area: the size of its built-up area is not known';

type FreeCity = ReturnType<typeof citiesWithoutRegion>[number];

/**
 * The cities in none of the named regions, and whether each is in a census area, which then has no region of its own. A section of
 * a city has no size of its own.
 */
function citiesWithoutRegion({ dataDirectory, citiesOf }: Gazetteer, taken: ReadonlySet<string>) {
  const areasOf = Map.groupBy(
    readAreas(dataDirectory).cities.filter(({ area }) => area.startsWith(CENSUS_AREA)),
    ({ geonamesId }) => geonamesId,
  );
  return citiesOf('CA').flatMap((city) => {
    const areas = areasOf.get(city.geonamesId) ?? [];
    const isTaken = taken.has(city.key) || areas.some(({ area }) => taken.has(areaKey(area)));
    return isTaken || !isCityOfToday(city) ? [] : { city, isSuburb: areas.length > 0 };
  });
}

function citiesOfSize(
  region: string,
  cities: readonly FreeCity[],
  provinces: ReadonlyMap<string, string>,
): FreeCity[] {
  const { below, from = '1', to = 'Infinity' } = SIZE.exec(region)?.groups ?? {};
  const people = (text: string) => Number(text.replaceAll(',', ''));
  const end = below === undefined ? people(to) + 1 : people(below);
  const province = provinces.get(fold(region.replace(/, .*/, '')));
  return cities
    .filter(({ city }) => city.admin1 === province)
    .filter(({ city: { population } }) => population >= people(from) && population < end);
}
