import Type from 'typebox';
import type { City, Release } from '../../catalogue/release.ts';
import { invalidParameter, Problem, type ProblemExtras } from '../../http/problems.ts';
import { cityCandidate, resolveCityOrThrow } from './place-resolution.ts';

const FEWEST_CITIES = 2;
const MOST_CITIES = 20;

/** Cities in a comparison, as an array of the answer. */
export const COMPARED = { minItems: FEWEST_CITIES, maxItems: MOST_CITIES };

/** The query parameter `cities` of the comparisons. */
export const CitiesParameter = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: `The cities to compare, ${FEWEST_CITIES} to ${MOST_CITIES}, parted by commas: ids or \`geonames:<id>\`. The first is the one that the others are compared with.`,
  examples: ['lisbon,porto,tokyo'],
});

/** The cities that the parameter names, in its order, or the Problem that says what is wrong with it. */
export function comparedCities(release: Release, text: string): City[] {
  const ids = text.split(',').map((id) => id.trim());
  if (ids.length < FEWEST_CITIES || ids.length > MOST_CITIES || ids.includes(''))
    throw invalidParameter(
      'cities',
      `has to name ${FEWEST_CITIES} to ${MOST_CITIES} cities, parted by commas`,
    );
  const cities = resolveEach(release, 'cities', ids);
  const repeated = new Set(cities.filter((city, index) => cities.indexOf(city) !== index));
  if (repeated.size > 0) throw invalidParameter('cities', `names ${listOfIds([...repeated])} more than once`);
  return cities;
}

/** The parameter as it is written with canonical ids: the same for every way of naming the same cities. */
export function listOfIds(cities: readonly City[]): string {
  return cities.map(({ id }) => id).join(',');
}

/** The city that another query parameter names, or the Problem. */
export function cityNamed(release: Release, parameter: string, id: string): City {
  const [city] = resolveEach(release, parameter, [id]);
  if (city === undefined) throw new Error('a city was resolved to nothing');
  return city;
}

/** All that are not known are named at once: a list is not corrected one by one. */
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
  const detail = `The parameter ${parameter} names ${what} not known. Nothing is guessed: see errors.`;
  throw new Problem('unknown_city', detail, { errors });
}

function successorOf(release: Release, { extras }: Problem): NonNullable<ProblemExtras['candidates']> {
  const successor = release.city(extras.successor ?? '');
  return successor === undefined ? [] : [cityCandidate(release, successor)];
}
