import Type from 'typebox';
import type { City, Release } from '../../catalogue/release.ts';
import { invalidParameter, Problem, type ProblemExtras } from '../../http/problems.ts';
import { cityCandidate, resolveCityOrThrow } from './place-resolution.ts';

const FEWEST_CITIES = 2;
const MOST_CITIES = 20;
/** Of a name: city, region, country. */
const MOST_PARTS = 3;

/** The number of cities in a comparison, for array schemas. */
export const COMPARED = { minItems: FEWEST_CITIES, maxItems: MOST_CITIES };

/** The query parameter `cities` of comparisons. */
export const CitiesParameter = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: `The cities to compare, ${FEWEST_CITIES} to ${MOST_CITIES}, separated by commas: ids, \`geonames:<id>\`, or names such as \`paris-france\`. Separate names that have commas themselves by semicolons: \`Lisbon, Portugal; Austin, TX\`. The first is the one that the others are compared with.`,
  examples: ['lisbon,porto,tokyo'],
});

/** The cities that the parameter names, in its order. Throws a Problem that says what is wrong with it. */
export function comparedCities(release: Release, text: string): City[] {
  const names = namesIn(release, text);
  if (names.length < FEWEST_CITIES || names.length > MOST_CITIES || names.includes(''))
    throw invalidParameter(
      'cities',
      `must list ${FEWEST_CITIES} to ${MOST_CITIES} cities, separated by commas`,
    );
  const cities = resolveEach(release, 'cities', names);
  const repeated = new Set(cities.filter((city, index) => cities.indexOf(city) !== index));
  if (repeated.size > 0) throw invalidParameter('cities', `names ${listOfIds([...repeated])} more than once`);
  return cities;
}

/**
 * Semicolons separate names whatever is in them. Without one, commas do, unless they can also be read as a part of names
 * (`Lisbon, Portugal, Porto, Portugal`): if there is one such way to read all of them, it is taken.
 */
function namesIn(release: Release, text: string): string[] {
  const separator = text.includes(';') ? ';' : ',';
  const names = text.split(separator).map((name) => name.trim());
  if (separator === ';' || names.every((name) => release.city(name.toLowerCase()) !== undefined))
    return names;
  if (names.length > MOST_CITIES * MOST_PARTS) return names;
  const [only, other] = waysToRead(names, (name) => release.resolveCity(name).kind === 'found');
  if (other !== undefined)
    throw invalidParameter(
      'cities',
      'can be read in more than one way; separate cities whose names have commas by semicolons',
    );
  return only ?? names;
}

/** The first two ways to put adjacent parts together so that each result names a city. */
function waysToRead(parts: readonly string[], isCity: (name: string) => boolean): string[][] {
  const ways: string[][][] = [[[]]];
  for (let end = 1; end <= parts.length; end++) {
    const found: string[][] = [];
    for (let start = Math.max(0, end - MOST_PARTS); start < end; start++) {
      const before = ways[start] ?? [];
      const name = parts.slice(start, end).join(', ');
      if (before.length > 0 && isCity(name)) found.push(...before.map((names) => [...names, name]));
    }
    ways.push(found.slice(0, 2));
  }
  return ways.at(-1) ?? [];
}

/** The parameter with canonical ids, which is the same for every way to name the same cities. */
export function listOfIds(cities: readonly City[]): string {
  return cities.map(({ id }) => id).join(',');
}

/** The city that another query parameter names. Throws a Problem if there is none. */
export function cityNamed(release: Release, parameter: string, id: string): City {
  const [city] = resolveEach(release, parameter, [id]);
  if (city === undefined) throw new Error('a city was resolved to nothing');
  return city;
}

/** Reports all unknown cities together, so that a client can correct its list in one step. */
function resolveEach(release: Release, parameter: string, ids: readonly string[]): City[] {
  const cities: City[] = [];
  const errors: NonNullable<ProblemExtras['errors']> = [];
  for (const id of ids) {
    try {
      cities.push(resolveCityOrThrow(release, id).place);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { candidates = successorOf(release, error) } = error.extras;
      errors.push({ parameter, message: error.detail, candidates });
    }
  }
  if (errors.length === 0) return cities;
  const what = errors.length === 1 ? 'a city that is' : `${errors.length} cities that are`;
  const detail = `The parameter ${parameter} names ${what} not known. Each entry of errors lists similar names.`;
  throw new Problem('unknown_city', detail, { errors });
}

function successorOf(release: Release, { extras }: Problem): NonNullable<ProblemExtras['candidates']> {
  const successor = release.city(extras.successor ?? '');
  return successor === undefined ? [] : [cityCandidate(release, successor)];
}
