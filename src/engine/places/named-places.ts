import type { City, Country } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { Problem, type ProblemExtras } from '../problems.ts';
import { cityCandidate, resolveCityOrThrow, resolveCountryOrThrow } from './place-resolution.ts';

/** The city that a query parameter names. Throws a Problem if there is none. */
export function cityNamed(release: Release, parameter: string, id: string): City {
  const [city] = citiesNamed(release, parameter, [id]);
  if (city === undefined) throw new Error('a city was resolved to nothing');
  return city;
}

/** The cities with these ids or names. Throws a Problem about all that are unknown. */
export function citiesNamed(release: Release, parameter: string, ids: readonly string[]): City[] {
  const found = resolveEach(
    parameter,
    ids,
    (id) => resolveCityOrThrow(release, id, ids.length > 1).place,
    ({ extras }) => successorOf(release, extras.successor),
  );
  return allOf(found, 'unknown_city', 'cities');
}

/** The countries with these ids, codes or names. Throws a Problem about all that are unknown. */
export function countriesNamed(release: Release, parameter: string, ids: readonly string[]): Country[] {
  const found = resolveEach(parameter, ids, (id) => resolveCountryOrThrow(release, id).place);
  return allOf(found, 'unknown_country', 'countries');
}

type Candidates = NonNullable<ProblemExtras['candidates']>;

/**
 * The places that a parameter names, and what is wrong with all other names together, so that a client can correct its list in one step.
 *
 * @param resolve throws a Problem for an unknown place
 * @param successor what has replaced a place that was withdrawn
 */
export function resolveEach<Found>(
  parameter: string,
  names: readonly string[],
  resolve: (name: string) => Found,
  successor: (withdrawn: Problem) => Candidates = () => [],
) {
  const errors: { parameter: string; message: string; candidates: Candidates }[] = [];
  const places = names.flatMap((name) => {
    try {
      return [resolve(name)];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { candidates = successor(error) } = error.extras;
      errors.push({ parameter, message: error.detail, candidates });
      return [];
    }
  });
  return { places, errors };
}

function allOf<Found>(
  { places, errors }: ReturnType<typeof resolveEach<Found>>,
  code: 'unknown_city' | 'unknown_country',
  noun: string,
): Found[] {
  const [first, second] = errors;
  if (first === undefined) return places;
  if (second === undefined) throw new Problem(code, first.message, { errors, candidates: first.candidates });
  const detail = `The parameter ${first.parameter} names ${errors.length} ${noun} that are not known. Each entry of errors lists similar names.`;
  throw new Problem(code, detail, { errors });
}

function successorOf(release: Release, id: string | null | undefined): Candidates {
  const successor = release.city(id ?? '');
  return successor === undefined ? [] : [cityCandidate(release, successor)];
}
