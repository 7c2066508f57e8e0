import Type, { type TObject } from 'typebox';
import { fold } from '../../release/fold.ts';
import type { City, Country } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import type { Operation, Resource, View } from '../endpoint.ts';
import * as field from '../field.ts';
import { MAX_CANDIDATES } from '../problem-document.ts';
import { type ApiProblemCode, noSuchPath, Problem } from '../problems.ts';
import { MAX_ID_LENGTH } from '../schemas.ts';

/** What a place in a path can be. */
const PATH_PARAMETERS = {
  city_id: field.text(
    'City id, `geonames:<id>`, `iata:<code>`, or a name such as `Lisbon, Portugal`.',
    { maxLength: MAX_ID_LENGTH },
    'lisbon',
  ),
  country_id: field.text(
    'Country id, ISO 3166-1 code, `wikidata:<item>`, or a name.',
    { maxLength: MAX_ID_LENGTH },
    'portugal',
  ),
};

/** The parameters in a path of the API. */
export function pathParameters(path: string): TObject {
  const named = Object.entries(PATH_PARAMETERS).filter(([name]) => path.includes(`{${name}}`));
  return Type.Object(Object.fromEntries(named));
}

/** The problems that an operation can respond with, besides those of every operation. */
export function ownProblems({ path, problems = [] }: Operation): readonly ApiProblemCode[] {
  if (path.includes('{city_id}')) return ['city_not_found', 'place_withdrawn', ...problems];
  if (path.includes('{country_id}')) return ['country_not_found', 'place_withdrawn', ...problems];
  return problems;
}

const NOWHERE = { kind: 'unknown', candidates: [] } as const;

/** The city with this id or name. Throws a Problem that says why there is none. */
export function resolveCityOrThrow(release: Release, id: string, isOneOfMany = false) {
  checkNamed(id);
  const resolution = id.length > MAX_ID_LENGTH ? NOWHERE : release.resolveCity(id);
  if (resolution.kind === 'found') return resolution;
  if (resolution.kind === 'retired') throw withdrawn('city', resolution);
  const { candidates: cities } = resolution;
  // A list would take a search for each of its names.
  const country = isOneOfMany ? undefined : release.resolveCountry(id.slice(0, MAX_ID_LENGTH));
  const elsewhere = country?.kind === 'found' ? `/countries/${country.place.id} is a country` : undefined;
  throw new Problem('city_not_found', notFoundDetail(['city', 'cities'], id, cities, elsewhere), {
    candidates: cities.slice(0, MAX_CANDIDATES).map((city) => cityCandidate(release, city)),
  });
}

export function resolveCountryOrThrow(release: Release, id: string) {
  checkNamed(id);
  const resolution = id.length > MAX_ID_LENGTH ? NOWHERE : release.resolveCountry(id);
  if (resolution.kind === 'found') return resolution;
  if (resolution.kind === 'retired') throw withdrawn('country', resolution);
  const { candidates: countries } = resolution;
  const city = release.city(id.toLowerCase());
  const elsewhere = city && `/cities/${city.id} is a city`;
  throw new Problem('country_not_found', notFoundDetail(['country', 'countries'], id, countries, elsewhere), {
    candidates: countries.slice(0, MAX_CANDIDATES).map(({ id: candidate, name }) => ({
      id: candidate,
      name,
      path: `/countries/${candidate}`,
    })),
  });
}

/**
 * The answer about a place, at its id below `path`. A question that names the place otherwise is told where that is.
 *
 * @param query the canonical query
 * @param key distinguishes the answers to different queries
 */
export function answerAbout<Of, Body>(
  { place, canonical }: { place: Of & { id: string }; canonical: boolean },
  { path, query = '', key = query }: { path: string; query?: string; key?: string },
  body: (place: Of) => Body,
): Resource<Body> {
  const at = `${path}/${place.id}`;
  return {
    identity: `${at} ${key}`,
    answer: () => ({ body: body(place) }),
    ...(canonical ? {} : { contentLocation: at + query }),
  };
}

export function countryReference(release: Release, id: string) {
  return { id, name: release.country(id).name };
}

export function cityReference(release: Release, { id, name, country }: City) {
  return { id, name, country: countryReference(release, country) };
}

type Parameters = Readonly<Record<string, string | undefined>>;

/** What a query asks about a place: as answers are told apart by it. */
interface Asked {
  /** In canonical form. */
  query: string;
  key?: string;
}

/**
 * Resolves questions about the city in a path, whose answers name it.
 *
 * @param read reads a query, before the city is looked for
 */
export function aboutCity<Query, Read extends Asked, Body>(
  path: string,
  read: (release: Release, query: Query) => Read,
  body: (release: Release, city: City, asked: Read) => Body,
) {
  return ({ release }: View, { city_id = '' }: Parameters, query: object) => {
    const asked = read(release, query as Query);
    return answerAbout(resolveCityOrThrow(release, city_id), { ...asked, path }, (city) => ({
      city: cityReference(release, city),
      ...body(release, city, asked),
    }));
  };
}

/** The same about the country in a path. */
export function aboutCountry<Query, Read extends Asked, Body>(
  path: string,
  read: (release: Release, query: Query) => Read,
  body: (release: Release, country: Country, asked: Read) => Body,
) {
  return ({ release }: View, { country_id = '' }: Parameters, query: object) => {
    const asked = read(release, query as Query);
    return answerAbout(resolveCountryOrThrow(release, country_id), { ...asked, path }, (country) => ({
      country: countryReference(release, country.id),
      ...body(release, country, asked),
    }));
  };
}

/** A suggested city, with everything that distinguishes it from others of the same name. */
export function cityCandidate(release: Release, city: City) {
  return {
    id: city.id,
    name: [city.name, city.region, release.country(city.country).name].filter(Boolean).join(', '),
    path: `/cities/${city.id}`,
  };
}

function withdrawn(kind: string, { id, successor }: { id: string; successor: string | null }): Problem {
  const advice = successor === null ? 'It has no successor.' : `Use ${JSON.stringify(successor)} instead.`;
  return new Problem('place_withdrawn', `The ${kind} ${JSON.stringify(id)} was withdrawn. ${advice}`, {
    successor,
  });
}

/**
 * Why no place is meant: several have the name, there is one of the other kind, or none.
 *
 * @param elsewhere says which place of the other kind has the name
 */
function notFoundDetail(
  [kind, kinds]: readonly [kind: string, kinds: string],
  id: string,
  candidates: readonly { name: string }[],
  elsewhere: string | undefined,
): string {
  const shown = JSON.stringify(id.length > 80 ? `${id.slice(0, 80)}…` : id);
  if (/%[\da-f]{2}/i.test(id)) return `There is no ${kind} ${shown}: it is percent-encoded once too often.`;
  const fault =
    elsewhere === undefined ? `There is no ${kind} ${shown}` : `There is no ${kind} ${shown}; ${elsewhere}`;
  const [first, second] = candidates;
  if (first === undefined) return elsewhere === undefined ? `${fault}, and no similar name.` : `${fault}.`;
  const isShared = first.name === second?.name && `${fold(id)} `.startsWith(`${fold(first.name)} `);
  return `${isShared ? `Several ${kinds} are called ${shown}` : fault}. Did you mean one of these?`;
}

/** Refuses an empty id: paths of the API have no final slash. */
function checkNamed(id: string): void {
  if (id === '') throw noSuchPath('/');
}
