import type { Release } from '../engine/catalogue/release.ts';
import { resolveEach } from '../engine/places/named-places.ts';
import { resolveCityOrThrow, resolveCountryOrThrow } from '../engine/places/place-resolution.ts';
import { MAX_CANDIDATES } from '../engine/problem-document.ts';
import { Problem } from '../engine/problems.ts';

/** A place that an agent names: `lisbon`, `Lisbon, Portugal`, `country:portugal`. */
export interface NamedPlace {
  kind: 'city' | 'country';
  id: string;
  /** How to name the country of the same name, if there is one. */
  country?: string;
}

/** For the descriptions of arguments. */
export const PLACE_NAMES =
  'An id (`lisbon`), or a name with its region or country (`Lisbon, Portugal`). If a city and a country share a name, it means the city; use `country:singapore` for the country.';

/** @throws Problem with candidates for a name that does not mean one place */
export function placeNamed(release: Release, text: string): NamedPlace {
  const [, kind, name = text] = /^(city|country):\s*(.+)$/i.exec(text) ?? [];
  if (kind?.toLowerCase() === 'country')
    return { kind: 'country', id: resolveCountryOrThrow(release, name).place.id };
  if (kind !== undefined) return { kind: 'city', id: resolveCityOrThrow(release, name).place.id };
  const city = release.resolveCity(text);
  const country = release.resolveCountry(text);
  if (city.kind === 'found')
    return {
      kind: 'city',
      id: city.place.id,
      ...(country.kind === 'found' && { country: `country:${country.place.id}` }),
    };
  if (country.kind === 'found') return { kind: 'country', id: country.place.id };
  if (country.kind === 'retired') throw problemOf(() => resolveCountryOrThrow(release, text));
  throw withCountries(
    problemOf(() => resolveCityOrThrow(release, text)),
    problemOf(() => resolveCountryOrThrow(release, text)),
    text,
  );
}

/** @throws Problem about all names that do not mean one place */
export function placesNamed(release: Release, texts: readonly string[]): NamedPlace[] {
  const { places, errors } = resolveEach('places', texts, (text) => placeNamed(release, text));
  if (errors.length === 0) return places;
  throw new Problem('unknown_city', `${errors.length} of ${texts.length} places are unknown.`, { errors });
}

function problemOf(resolve: () => unknown): Problem {
  try {
    resolve();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('the place has become known');
}

/** The problem for a name that means neither one city nor one country. */
function withCountries(ofCity: Problem, ofCountry: Problem, text: string): Problem {
  const countries = (ofCountry.extras.candidates ?? []).map((country) => ({
    ...country,
    id: `country:${country.id}`,
  }));
  const candidates = [...(ofCity.extras.candidates ?? []), ...countries].slice(0, MAX_CANDIDATES);
  if (ofCity.extras.successor !== undefined || countries.length === 0) return ofCity;
  return new Problem(
    'city_not_found',
    `There is no single place ${JSON.stringify(text.slice(0, 80))}. Did you mean one of these?`,
    { candidates },
  );
}
