import type { City, Country } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import type { Steps } from '../../engine/catalogue/steps.ts';
import { type Match, matchCountry, matchingCity, type Wanted } from '../../engine/matching/matching.ts';

/** What the service reconciles to: a city by its id, or a country by its ISO code. No city's id has capitals, so no two are the same. */
export type Entity = { city: City } | { country: Country };

export const TYPES = [
  { id: 'city', name: 'City' },
  { id: 'country', name: 'Country' },
] as const;
type TypeId = (typeof TYPES)[number]['id'];

/** Undefined if nothing has the id. */
export function entityOf(release: Release, id: string): Entity | undefined {
  if (/^[A-Z]{2}$/.test(id)) {
    const found = release.resolveCountry(id);
    return found.kind === 'found' ? { country: found.place } : undefined;
  }
  if (/^geonames:\d+$/.test(id)) {
    const found = release.resolveCity(id);
    return found.kind === 'found' ? { city: found.place } : undefined;
  }
  const city = release.city(id);
  return city && { city };
}

/** An entity as the protocol writes it. */
export function described(release: Release, entity: Entity) {
  if ('country' in entity) {
    const { alpha2, name, detail } = entity.country;
    return { id: alpha2, name, description: detail.subregion ?? detail.region ?? '', type: [TYPES[1]] };
  }
  const { id, name, region, country } = entity.city;
  const where = [region, release.country(country).name].filter((part) => part !== null);
  return { id, name, description: where.join(', '), type: [TYPES[0]] };
}

/** The page about an entity. */
export function pagePath(entity: Entity): string {
  return 'city' in entity ? `/cities/${entity.city.id}` : `/countries/${entity.country.id}`;
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
): Steps<Match<Entity>[]> {
  const asked = (id: TypeId) => types.length === 0 || types.includes(id);
  const isOf = <Key extends string, Place>(key: Key, { place, ...match }: Match<Place>) =>
    ({ ...match, place: { [key]: place } as Record<Key, Place> }) satisfies Match<Record<Key, Place>>;
  const cities = asked('city') ? yield* matchingCity(release, wanted, limit) : [];
  const countries = asked('country') ? matchCountry(release, wanted, limit) : [];
  const named = countries.filter(({ match }) => match);
  const likely = asked('city') ? named : countries;
  const all: Match<Entity>[] = [
    ...cities.map((match) => isOf('city', match)),
    ...likely.map((match) => isOf('country', match)),
  ];
  const isBoth = named.length > 0 && cities.some(({ match }) => match);
  return all
    .map((match) => (isBoth ? { ...match, match: false } : match))
    .sort((one, other) => other.score - one.score)
    .slice(0, limit);
}
