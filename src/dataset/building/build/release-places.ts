import { isTown } from '../../../release/dominance.ts';
import { fold } from '../../../release/fold.ts';
import { type CityName, NAME_LEVELS, type NameLevel } from '../../../release/name-index.ts';
import type { CityDetailRecord } from '../../../release/schema.ts';
import { withoutConnectingWords } from '../../../release/spelling.ts';
import { agglomerationParts } from '../places/agglomeration-parts.ts';
import { type Agglomeration, readAgglomerations } from '../places/agglomerations.ts';
import { areaKey, readAreas } from '../places/areas.ts';
import { type CityRow, readCities, readCityNames, readPopulationOverrides } from '../places/cities.ts';
import { cityStateCodes } from '../places/city-states.ts';
import { namesOfDivisions, readDivisions } from '../places/divisions.ts';
import { namesOfIslands, readIslands } from '../places/islands.ts';
import { readCityAliases, readRegionAliases } from '../places/place-aliases.ts';
import { englishName, withoutTransliteration } from '../places/place-name.ts';
import { readRegions } from '../places/regions.ts';
import { type Assignment, type IdOf, idsOf, readRegistry } from '../places/registry.ts';
import { type Airports, readReleaseAirports } from './city-airports.ts';
import { type ReleaseCountry, readReleaseCountries } from './release-countries.ts';

/** Sources of the city and region tables (data/places/field-sources.tsv has all by field). */
export const CITY_SOURCE = 'geonames-cities';
const REGION_SOURCE = 'geonames-regions';

/** The places of a release: the content of data/places under the ids of data/registry. */
export type ReleasePlaces = ReturnType<typeof readReleasePlaces>;

type AreasOfCities = ReadonlyMap<string, readonly string[]>;
/** Several steps of a build ask for the same ones. */
const known = new WeakMap<object, AreasOfCities>();

/** The keys of the areas that each city is in, by its own key. */
export function areasOfCities(memberships: readonly { city: string; area: string }[]): AreasOfCities {
  return known.getOrInsertComputed(memberships, () => {
    const byCity = Map.groupBy(memberships, ({ city }) => `city/${city}`);
    return new Map([...byCity].map(([key, within]) => [key, within.map(({ area }) => areaKey(area))]));
  });
}

export type ReleaseCity = ReturnType<typeof readReleaseCities>[number];

/**
 * Refuses a table that names a place without an id.
 *
 * @param excluded ids of sources that the operator leaves out
 */
export function readReleasePlaces(dataDirectory: string, excluded: readonly string[] = []) {
  const registry = {
    country: readRegistry(dataDirectory, 'countries'),
    city: readRegistry(dataDirectory, 'cities'),
  };
  const countryId = idsOf(dataDirectory, 'countries', registry.country);
  const cityId = idsOf(dataDirectory, 'cities', registry.city);
  const countries = readReleaseCountries(dataDirectory, countryId, cityId);
  const rows = readCities(dataDirectory);
  const states = cityStateCodes(
    countries.map(({ country }) => country),
    rows,
  );
  const islands = readIslands(dataDirectory);
  const drawn = readAreas(dataDirectory);
  const mains = agglomerationParts(rows, readAgglomerations(dataDirectory), states, metrosOf(drawn));
  const airports = readReleaseAirports(dataDirectory, cityId, { cities: rows, excluded });
  const cities = readReleaseCities(dataDirectory, rows, {
    countryId,
    cityId,
    countries,
    mains,
    islandNames: namesOfIslands(islands),
    airports,
  });
  const gone = new Set(retiredOf(registry.city).map(({ key }) => Number(key)));
  const cityAreas = drawn.cities
    .filter(({ geonamesId }) => !gone.has(geonamesId))
    .map(({ area, geonamesId }) => ({ city: cityId(geonamesId, 'area-cities'), area }));
  const members = Map.groupBy(cityAreas, ({ area }) => area);
  const ranks = new Map(cities.map(({ id }, rank) => [id, rank]));
  const rankOf = ({ city }: { city: string }) => ranks.get(city) ?? Number.POSITIVE_INFINITY;
  const areas = drawn.areas.map((area) => {
    const within = members.get(area.id) ?? [];
    const [main] = within.toSorted((one, other) => rankOf(one) - rankOf(other));
    return {
      ...area,
      name: withoutTransliteration(area.name, area.country),
      country: countryId(area.country, 'areas'),
      /** How many of our cities are in it. */
      extent: within.length,
      /** Id of the largest of them. */
      main_city: main?.city ?? null,
    };
  });
  const retired = (['country', 'city'] as const).flatMap((kind) =>
    retiredOf(registry[kind]).map(({ id, successor }) => ({ kind, id, successor: successor || null })),
  );
  return {
    /** By name. */
    countries,
    /** By population, largest first, then by id. */
    cities,
    /** What IATA codes lead to. */
    iata: airports.codes,
    /** Ids of countries. */
    cityStates: new Set([...states].map((iso2) => countryId(iso2, 'cities'))),
    /** First-level regions with a city: the country's id, and every name. */
    regions: readReleaseRegions(dataDirectory, countryId, cities),
    /** With the country's id instead of its code. */
    islands: islands.map((island) => ({ ...island, country: countryId(island.country, 'islands') })),
    areas,
    cityAreas,
    /** GeoNames ids of cities that the gazetteer no longer has. Tables that are written less often may still name them. */
    gone,
    /** Retired ids, each with its successor, if it has one. */
    retired,
    /** Every key of a place that a fact may be about. */
    keys: new Set<string>([
      ...countries.map(({ id }) => `country/${id}`),
      ...cities.map(({ id }) => `city/${id}`),
      ...areas.map(({ id }) => areaKey(id)),
    ]),
  };
}

/** Metropolitan areas as statistical offices draw them: those of HUD, for rents only, are parts of these. */
const METROS = /^(us-cbsa|ca-cma)-/;

function metrosOf({ cities }: ReturnType<typeof readAreas>): Iterable<ReadonlySet<number>> {
  const metros = Map.groupBy(cities, ({ area }) => (METROS.test(area) ? area : ''));
  metros.delete('');
  return metros.values().map((within) => new Set(within.map(({ geonamesId }) => geonamesId)));
}

function readReleaseCities(
  dataDirectory: string,
  all: readonly CityRow[],
  {
    countryId,
    cityId,
    countries,
    mains,
    islandNames,
    airports,
  }: {
    countryId: IdOf;
    cityId: IdOf;
    countries: readonly ReleaseCountry[];
    mains: ReadonlyMap<number, number>;
    islandNames: ReturnType<typeof namesOfIslands>;
    airports: Airports;
  },
) {
  const capitals = new Set(countries.map(({ detail }) => detail.capital));
  const alternativeNames = readCityNames(dataDirectory);
  const aliases = readCityAliases(dataDirectory);
  const overrides = readPopulationOverrides(dataDirectory);
  const agglomerations = readAgglomerations(dataDirectory);
  const regions = new Map(
    readRegions(dataDirectory).map(({ country, admin1, name }) => [
      `${country}.${admin1}`,
      withoutTransliteration(name, country),
    ]),
  );
  // Districts and islands are known for their cities.
  const large = new Set(all.filter((city) => !isTown(city)));
  const divisionNames = namesOfDivisions(readDivisions(dataDirectory), [...large]);
  return all
    .map((city) => {
      const agglomeration = agglomerations.get(city.geonamesId);
      const id = cityId(city.geonamesId, 'cities');
      const alternatives = alternativeNames.get(city.geonamesId) ?? [];
      const name = englishName(city, id, alternatives);
      const local = name === city.name ? [] : [city.name];
      const known = [
        ...local.filter((own) => fold(own) !== fold(name)),
        ...(aliases.get(city.geonamesId) ?? []),
        ...namesIn(agglomeration?.name ?? ''),
      ];
      const other = [city.asciiName, ...alternatives];
      const main = mains.get(city.geonamesId);
      const region = regions.get(`${city.country}.${city.admin1}`) ?? null;
      return {
        id,
        city: { ...city, name },
        /** Id of the country. */
        country: countryId(city.country, 'cities'),
        /** Name of the first-level region. */
        region,
        isCapital: capitals.has(id),
        /** Id of the main city of its agglomeration; null if it is the main city, or part of none. */
        partOf: main === undefined ? null : cityId(main, 'cities'),
        /** Names that it is found by, besides its own and its id: see `NameLevel`. */
        names: {
          known: [...known, ...unconnected(city.country, [name, ...known])],
          other: [...other, ...unconnected(city.country, other)],
          within: large.has(city) ? [...divisionNames(city), ...islandNames(city)] : [],
          airport: airports.leading(city.geonamesId),
        } satisfies Record<Exclude<NameLevel, 'own'>, string[]>,
        detail: {
          ascii_name: city.asciiName,
          alternative_names: [
            ...new Set([
              ...local,
              ...alternatives.filter((other) => other !== name),
              ...(aliases.get(city.geonamesId) ?? []),
            ]),
          ],
          time_zone: city.timeZone,
          population_record_modified: city.modified,
          population_record_note: overrides.get(city.geonamesId)?.reason ?? widerArea(city, agglomeration),
          agglomeration: agglomerationOf(agglomeration),
          region_code: city.admin1 === '' ? null : city.admin1,
          airports: airports.serving(city.geonamesId),
          sources: region === null ? [CITY_SOURCE] : [CITY_SOURCE, REGION_SOURCE],
        } satisfies CityDetailRecord,
      };
    })
    .sort((left, right) => right.city.population - left.city.population || (left.id < right.id ? -1 : 1));
}

/** Every name of each city, by rank. */
export function* namesOfCities(cities: readonly ReleaseCity[]): Generator<CityName> {
  for (const [rank, { id, city, names }] of cities.entries()) {
    const all = { own: [city.name, id], ...names };
    for (const level of NAME_LEVELS) for (const name of all[level]) yield { name, city: rank, level };
  }
}

/** With ten years of growth, no city has that many times the people of its agglomeration. */
const MORE_THAN_GROWTH = 1.5;

/** Says so of a population that is probably of a whole province or prefecture: Ho Chi Minh City since it was merged with two others. */
function widerArea({ population }: CityRow, agglomeration: Agglomeration | undefined): string | null {
  if (agglomeration === undefined || population <= MORE_THAN_GROWTH * agglomeration.population) return null;
  const [people, year] = [agglomeration.population.toLocaleString('en'), agglomeration.year];
  return `Probably of a wider area than the city: its urban agglomeration had ${people} people in ${year}`;
}

/** The names of a city in the name of its agglomeration: `Wien (Vienna)` has the one that people there use, and the English one. */
function namesIn(agglomeration: string): string[] {
  return agglomeration
    .split(/[()]/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !NOT_A_NAME.test(name));
}

const NOT_A_NAME = /^inc(l\.|luding)|M\.M\.A\./;

/** Where names of places have German parts, whatever else is spoken there. */
const GERMAN = new Set(['AT', 'CH', 'DE', 'LI']);

/** German names without the words that connect their parts. */
function unconnected(country: string, names: readonly string[]): string[] {
  const folded = GERMAN.has(country) ? names.map(fold) : [];
  return folded.map(withoutConnectingWords).filter((bare, at) => bare !== folded[at]);
}

function readReleaseRegions(dataDirectory: string, countryId: IdOf, cities: readonly ReleaseCity[]) {
  const inhabited = new Set(cities.map(({ country, region }) => `${country}/${region}`));
  const aliases = readRegionAliases(dataDirectory);
  return readRegions(dataDirectory)
    .map(({ country, admin1, name }) => ({
      country: countryId(country, 'regions'),
      name: withoutTransliteration(name, country),
      // Where GeoNames has letters, they are those of the postal service or the licence plates.
      names: [
        name,
        ...(/^[A-Z]+$/.test(admin1) ? [admin1] : []),
        ...(aliases.get(`${country}.${admin1}`) ?? []),
      ],
    }))
    .filter(({ country, name }) => inhabited.has(`${country}/${name}`));
}

function agglomerationOf(known: Agglomeration | undefined): CityDetailRecord['agglomeration'] {
  if (known === undefined) return null;
  const { name, population, year, source } = known;
  return { name, population, year, source };
}

function retiredOf(registry: readonly Assignment[]): Assignment[] {
  return registry.filter(({ status }) => status !== 'active');
}
