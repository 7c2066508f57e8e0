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
  return resolveEach(parameter, ids, {
    resolve: (id) => resolveCityOrThrow(release, id, ids.length > 1).place,
    successor: ({ extras }) => successorOf(release, extras.successor),
    code: 'unknown_city',
    noun: 'cities',
  });
}

/** The countries with these ids, codes or names. Throws a Problem about all that are unknown. */
export function countriesNamed(release: Release, parameter: string, ids: readonly string[]): Country[] {
  return resolveEach(parameter, ids, {
    resolve: (id) => resolveCountryOrThrow(release, id).place,
    successor: () => [],
    code: 'unknown_country',
    noun: 'countries',
  });
}

interface Kind<Found> {
  /** Throws a Problem for an unknown place. */
  resolve: (id: string) => Found;
  /** What has replaced a place that was withdrawn. */
  successor: (withdrawn: Problem) => NonNullable<ProblemExtras['candidates']>;
  code: 'unknown_city' | 'unknown_country';
  noun: string;
}

/** Reports all unknown places together, so that a client can correct its list in one step. */
function resolveEach<Found>(
  parameter: string,
  ids: readonly string[],
  { resolve, successor, code, noun }: Kind<Found>,
): Found[] {
  const places: Found[] = [];
  const errors: NonNullable<ProblemExtras['errors']> = [];
  for (const id of ids) {
    try {
      places.push(resolve(id));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { candidates = successor(error) } = error.extras;
      errors.push({ parameter, message: error.detail, candidates });
    }
  }
  const [first] = errors;
  if (first === undefined) return places;
  const detail =
    errors.length === 1
      ? first.message
      : `The parameter ${parameter} names ${errors.length} ${noun} that are not known. Each entry of errors lists similar names.`;
  throw new Problem(code, detail, { errors, ...(errors.length === 1 && { candidates: first.candidates }) });
}

function successorOf(
  release: Release,
  id: string | null | undefined,
): NonNullable<ProblemExtras['candidates']> {
  const successor = release.city(id ?? '');
  return successor === undefined ? [] : [cityCandidate(release, successor)];
}
