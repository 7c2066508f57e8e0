import { isCity, type Place } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import type { Steps } from '../../engine/catalogue/steps.ts';
import { type Match, matchCountry, matchingCity, type Wanted } from '../../engine/matching/matching.ts';

export const TYPES = [
  { id: 'city', name: 'City' },
  { id: 'country', name: 'Country' },
] as const;
type TypeId = (typeof TYPES)[number]['id'];

/**
 * What the service reconciles to: a city by its id, or a country by its ISO code. No city's id has capitals, so no two are the same.
 * Undefined if nothing has the id.
 */
export function entityOf(release: Release, id: string): Place | undefined {
  const isCode = /^[A-Z]{2}$/.test(id);
  if (!isCode && !/^geonames:\d+$/.test(id)) return release.city(id);
  const found = isCode ? release.resolveCountry(id) : release.resolveCity(id);
  return found.kind === 'found' ? found.place : undefined;
}

/** An entity as the protocol writes it. */
export function described(release: Release, entity: Place) {
  if (!isCity(entity)) {
    const { alpha2, name, detail } = entity;
    return { id: alpha2, name, description: detail.subregion ?? detail.region ?? '', type: [TYPES[1]] };
  }
  const { id, name, region, country } = entity;
  const where = [region, release.country(country).name].filter((part) => part !== null);
  return { id, name, description: where.join(', '), type: [TYPES[0]] };
}

/** The page about an entity. */
export function pagePath(entity: Place): string {
  return `/${isCity(entity) ? 'cities' : 'countries'}/${entity.id}`;
}

/**
 * The entities that a query may mean, the best first. Without types, or with both, a name of a city and a country is a match of
 * neither: Luxembourg.
 */
export function* matched(
  release: Release,
  wanted: Wanted,
  types: readonly string[],
  limit: number,
): Steps<Match<Place>[]> {
  const asked = (id: TypeId) => types.length === 0 || types.includes(id);
  const cities = asked('city') ? yield* matchingCity(release, wanted, limit) : [];
  const countries = asked('country') ? matchCountry(release, wanted, limit) : [];
  const named = countries.filter(({ match }) => match);
  const likely = asked('city') ? named : countries;
  const isBoth = named.length > 0 && cities.some(({ match }) => match);
  return [...cities, ...likely]
    .map((match) => (isBoth ? { ...match, match: false } : match))
    .sort((one, other) => other.score - one.score)
    .slice(0, limit);
}
