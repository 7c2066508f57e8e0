import { LRUCache } from 'lru-cache';
import Type, { type Static, type TObject } from 'typebox';
import { fold, searched } from '../../release/fold.ts';
import { staysFolded } from '../catalogue/agglomerations.ts';
import type { City, CityFilter, CityList } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { described } from '../described.ts';
import { type Endpoint, LongList } from '../endpoint.ts';
import * as field from '../field.ts';
import { cityFeature, fieldColumns, type Table } from '../formats/table.ts';
import { memo } from '../memo.ts';
import { MAX_PAGE_SIZE, pageOf, pageParameters } from '../parameters/pagination.ts';
import { invalidParameter, Problem } from '../problems.ts';
import { resource } from '../schemas.ts';
import { BUDGET_GRAIN_COLUMN, boundsInDollars } from './budget-finding.ts';
import { citySummary, summaryFields } from './cities.ts';
import { isOfKind, KINDS } from './city-kinds.ts';
import { CONDITION_COLUMNS, Conditions, shownConditions } from './conditions.ts';
import {
  FIGURE_COLUMNS,
  type FigureQuery,
  FiguresSchema,
  figureQuery,
  figureScopes,
  findingParameters,
  namesIn,
  shownFigures,
} from './finding.ts';
import { countriesAsked, partOfWorldNamed, worldParameters } from './parts-of-world.ts';
import { resolveCountryOrThrow } from './place-resolution.ts';

export const CitySummary = resource('CitySummary', 'Basic information about one city.', {
  ...summaryFields,
  distance_km: field.optional.number(
    'Great-circle distance from the point in `near`, in kilometres, to 100 m; only with `near`.',
  ),
  figures: Type.Optional(FiguresSchema),
  conditions: Type.Optional(Conditions),
});

const CITY_TABLE: Table = {
  items: '',
  file: 'cities',
  columns: [
    ...fieldColumns(['id', 'name']),
    { name: 'country_id', path: 'country.id' },
    { name: 'country_name', path: 'country.name' },
    { name: 'region', path: 'region' },
    { name: 'latitude_deg', path: 'latitude' },
    { name: 'longitude_deg', path: 'longitude' },
    ...fieldColumns(['population', 'is_capital', 'kind', 'part_of', 'iata']),
    { name: 'distance_km', path: 'distance_km', optional: true },
    ...FIGURE_COLUMNS,
    ...CONDITION_COLUMNS,
    ...BUDGET_GRAIN_COLUMN,
  ],
  feature: (release, { id }: Static<typeof CitySummary>) => cityFeature(release, id),
};

const DEFAULT_RADIUS_KM = 50;
const MAX_RADIUS_KM = 1000;

const CitySummaries = field.list(
  CitySummary,
  'Cities: largest first; with `q`, best matches first; with `near`, nearest first; with `sort`, in that order.',
);

const placeParameters = {
  country: field.optional.text(
    'Only cities of this country: its id, ISO 3166-1 code or name.',
    { minLength: 1, maxLength: 100 },
    'japan',
  ),
  q: field.optional.text(
    'Only cities with a name, or a word in a name, that starts with this text. Names in all languages count; case, accents and script do not matter. A region or country may follow (`Lisbon, Portugal`). An airport’s IATA code finds its city, before cities whose name in any language begins like it. If nothing matches, one or two typing errors are forgiven; a far better known city that one typing error leads to is listed, too. A single letter finds the cities whose id begins with it.',
    { minLength: 1, maxLength: 100 },
    'münchen',
  ),
  near: field.optional.text(
    'Only cities around this point: latitude and longitude in degrees.',
    { maxLength: 50, pattern: '^ *[+-]?\\d+(\\.\\d+)? *, *[+-]?\\d+(\\.\\d+)? *$' },
    '38.72,-9.14',
  ),
  radius_km: field.optional.number(`Radius around \`near\`, in kilometres. Default: ${DEFAULT_RADIUS_KM}.`, {
    exclusiveMinimum: 0,
    maximum: MAX_RADIUS_KM,
  }),
  min_population: field.optional.integer('Only cities with at least this many inhabitants.', {
    minimum: 0,
    maximum: 1e9,
  }),
  kind: field.optional.text(
    'Only places of these kinds, separated by commas. `section`: parts of cities, such as Brooklyn. `former`: historical or abandoned places. `city`: all others. `capital`: capitals of countries. `region_seat`: seats of first-level regions. Default: all.',
    { minLength: 1, maxLength: 100 },
    'city',
  ),
  region: field.optional.text(
    'Only cities in the first-level region with this name or code, or in the island or area with this name: `california`, `CA`, `tenerife`, `cornwall`. If several countries have one, add `country`.',
    { minLength: 1, maxLength: 100 },
    'california',
  ),
};
const kindParameters = {
  capital: field.optional.oneOf(
    ['true', 'false'],
    '`true`: only capitals of countries. Default: all cities.',
    'true',
  ),
  fold: field.optional.oneOf(
    ['agglomeration'],
    '`agglomeration`: only one city of each urban agglomeration, its main one (Tokyo, not Yokohama), and capitals. Leaves out parts of cities and former places.',
  ),
};
/** Each adds figures or conditions to the list; people ask for them with the first. */
const FIGURE_PARAMETERS = ['include', ...Object.keys(findingParameters)];

type CityQuery = Static<TObject<typeof placeParameters & typeof kindParameters & typeof pageParameters>>;

export const listCities: Endpoint<typeof CitySummaries> = {
  ...described('listCities'),
  path: '/cities',
  scope: 'places:read',
  query: field.only({
    ...placeParameters,
    ...worldParameters('cities'),
    ...kindParameters,
    ...findingParameters,
    ...pageParameters,
  }),
  response: CitySummaries,
  onlyWith: { distance_km: ['near'], figures: FIGURE_PARAMETERS, conditions: FIGURE_PARAMETERS },
  table: CITY_TABLE,
  scopesFor: figureScopes,
  problems: ['unknown_country', 'invalid_cursor'],
  resolve(view, _parameters, query) {
    const { release } = view;
    const asked = listQuery(release, query);
    const page = pageOf(view, '/cities', query as CityQuery, asked.canonical);
    return {
      identity: `cities ${page.key}`,
      mayBeLong: query.limit === undefined,
      answer: () => {
        const found = findCities(release, asked);
        const items = (from: number, to: number) =>
          Array.from({ length: to - from }, (_, index) =>
            listedCity(release, found.at(from + index), found.distanceAt?.(from + index), asked.figures),
          );
        const { offset } = page;
        const length = page.length(found.length);
        return {
          body:
            length > MAX_PAGE_SIZE
              ? new LongList(length, (from, to) => items(offset + from, offset + to))
              : items(offset, offset + length),
          ...page.paging(found.length),
          excluded: found.excluded,
        };
      },
    };
  },
};

/** What a request asks about the list, and the query in canonical form, without `limit` and `cursor`. */
type ListQuery = ReturnType<typeof listQuery>;

function listQuery(release: Release, query: Record<string, unknown>) {
  const canonical = new URLSearchParams();
  const filter = cityFilter(release, query as CityQuery, canonical);
  const figures = figureQuery(query, canonical);
  if (figures?.budget === undefined) return { filter, figures, canonical };
  const finding = boundsInDollars(release, figures.finding, figures.budget);
  return { filter, figures: { ...figures, finding }, canonical };
}

function cityFilter(release: Release, query: CityQuery, canonical: URLSearchParams): CityFilter {
  const filter: CityFilter = {};
  if (query.country !== undefined) {
    filter.country = filterCountry(release, query.country);
    canonical.set('country', filter.country);
  }
  if (query.q !== undefined) {
    filter.search = searched(query.q);
    if (filter.search === '') throw invalidParameter('q', 'needs a letter or a digit');
    canonical.set('q', filter.search);
  }
  if (query.near !== undefined) {
    const [latitude = Number.NaN, longitude = Number.NaN] = query.near.split(',').map(Number);
    if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
      throw invalidParameter('near', 'must have a latitude from -90 to 90 and a longitude from -180 to 180');
    filter.near = { latitude, longitude, radiusKm: query.radius_km ?? DEFAULT_RADIUS_KM };
    canonical.set('near', `${latitude},${longitude}`);
    canonical.set('radius_km', String(filter.near.radiusKm));
  } else if (query.radius_km !== undefined) {
    throw invalidParameter('radius_km', 'needs near');
  }
  if (query.min_population !== undefined) {
    filter.minPopulation = query.min_population;
    canonical.set('min_population', String(query.min_population));
  }
  const kinds = namesIn({ ...query }, 'kind', KINDS, canonical);
  const conditions: ((city: City) => boolean)[] = [];
  if (kinds !== undefined) conditions.push((city) => isOfKind(city, kinds));
  if (query.region !== undefined) {
    conditions.push(inRegion(release, query.region, filter.country));
    canonical.set('region', fold(query.region));
  }
  const countries = countriesAsked(release, { ...query }, canonical);
  if (countries !== undefined) conditions.push(({ country }) => countries.has(country));
  if (query.capital === 'true') {
    conditions.push(({ isCapital }) => isCapital);
    canonical.set('capital', 'true');
  }
  if (query.fold !== undefined) {
    conditions.push(staysFolded);
    canonical.set('fold', query.fold);
  }
  // Not with `every`: all cities are looked at.
  if (conditions.length > 0)
    filter.accepts = conditions.reduce((all, condition) => (city) => all(city) && condition(city));
  return filter;
}

/** @throws Problem when there is no such region */
function inRegion(release: Release, text: string, country: string | undefined): (city: City) => boolean {
  const regions = release.regions
    .named(fold(text))
    .filter((region) => country === undefined || region.country === country);
  if (regions.length === 0) {
    const where = country === undefined ? 'any country' : release.country(country).name;
    throw invalidParameter('region', `names no region, island or area of ${where}`);
  }
  return (city) => regions.some((region) => region.has(city));
}

/**
 * Resolves the country of a filter. An unknown or withdrawn country is a mistake in the request (400) and not a 404, because the
 * list itself exists.
 */
export function filterCountry(release: Release, text: string): string {
  try {
    return resolveCountryOrThrow(release, text).place.id;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [[parameter, id] = []] = Object.entries(partOfWorldNamed(text) ?? {});
    const advice = id === undefined ? '' : ` Use ${parameter}=${id}.`;
    const detail = `${error.detail}${advice}`;
    const { candidates = [] } = error.extras;
    const errors = [{ parameter: 'country', message: detail, candidates }];
    throw new Problem('unknown_country', detail, { ...error.extras, errors, candidates });
  }
}

interface FoundList {
  length: number;
  at(index: number): City;
  /** Kilometres from the given point; null if none is given. */
  distanceAt: ((index: number) => number) | null;
  /** How many cities were left out because they lack a figure; undefined if none is needed. */
  excluded?: number | undefined;
}

/** Recent search results (by name, around a point, by figures) by release, so that the pages of a list come from one search. */
const lists = new WeakMap<Release, LRUCache<string, FoundList>>();
const KEPT_LISTS = { maxSize: 1_000_000, sizeCalculation: ({ length }: FoundList) => length + 10 };

function findCities(release: Release, { filter, figures, canonical }: ListQuery): FoundList {
  // Without a search, the result is part of a list that is in memory anyway.
  if (filter.search === undefined && filter.near === undefined && figures === undefined)
    return withFigures(release, release.findCities(filter), undefined);
  const ofRelease = memo(lists, release, () => new LRUCache(KEPT_LISTS));
  const key = canonical.toString();
  return memo(ofRelease, key, () => withFigures(release, release.findCities(filter), figures));
}

function withFigures(
  release: Release,
  { cities, distances }: CityList,
  figures: FigureQuery | undefined,
): FoundList {
  const distanceAt = distances && ((index: number) => distances[index] ?? 0);
  if (figures === undefined)
    return { length: cities.length, at: (index) => cities[index] as City, distanceAt };
  const { ranks, excluded } = release.findByFigures(cities, figures.finding);
  const byRank = distances && new Map(cities.map(({ rank }, index) => [rank, distances[index] ?? 0]));
  return {
    length: ranks.length,
    at: (index) => release.cities[ranks[index] ?? 0] as City,
    distanceAt: byRank && ((index) => byRank.get(ranks[index] ?? 0) ?? 0),
    excluded: figures.needed.length === 0 ? undefined : excluded,
  };
}

function listedCity(
  release: Release,
  city: City,
  distance: number | undefined,
  asked: FigureQuery | undefined,
): Static<typeof CitySummary> {
  return {
    ...citySummary(release, city),
    ...(distance === undefined ? {} : { distance_km: distance }),
    ...(asked === undefined ? {} : { figures: shownFigures(release, city, asked) }),
    ...(asked?.conditions && { conditions: shownConditions(release, city, asked.conditions) }),
  };
}
