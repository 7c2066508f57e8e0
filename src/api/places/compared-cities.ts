import Type from 'typebox';
import type { City, Release } from '../../catalogue/release.ts';
import { invalidParameter, Problem, type ProblemExtras } from '../../http/problems.ts';
import { cityCandidate, resolveCityOrThrow } from './place-resolution.ts';

const FEWEST_CITIES = 2;
const MOST_CITIES = 20;

/** The number of cities in a comparison, for array schemas. */
export const COMPARED = { minItems: FEWEST_CITIES, maxItems: MOST_CITIES };

/** The query parameter `cities` of comparisons. */
export const CitiesParameter = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: `The cities to compare, ${FEWEST_CITIES} to ${MOST_CITIES}, separated by commas: ids, \`geonames:<id>\`, or names such as \`paris-france\`. The first is the one that the others are compared with.`,
  examples: ['lisbon,porto,tokyo'],
});

/** The cities that the parameter names, in its order. Throws a Problem that says what is wrong with it. */
export function comparedCities(release: Release, text: string): City[] {
  const ids = text.split(',').map((id) => id.trim());
  if (ids.length < FEWEST_CITIES || ids.length > MOST_CITIES || ids.includes(''))
    throw invalidParameter(
      'cities',
      `must list ${FEWEST_CITIES} to ${MOST_CITIES} cities, separated by commas`,
    );
  const cities = resolveEach(release, 'cities', ids);
  const repeated = new Set(cities.filter((city, index) => cities.indexOf(city) !== index));
  if (repeated.size > 0) throw invalidParameter('cities', `names ${listOfIds([...repeated])} more than once`);
  return cities;
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
