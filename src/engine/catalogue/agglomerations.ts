import { isCityOfToday } from '../../release/dominance.ts';
import type { City } from './place.ts';
import { CITIES_AT_ONCE, type Steps } from './steps.ts';

/** Whether a city is the main one of its agglomeration, or not part of a larger one. */
export function isMainCity(city: City): boolean {
  return city.partOf === null && isCityOfToday(city);
}

/** Whether a city stays in a list with one city per agglomeration. A capital does: New Delhi is part of Delhi. */
export function staysFolded(city: City): boolean {
  return isMainCity(city) || city.isCapital;
}

/** The main cities of agglomerations with at least so many people; sections are counted in their city. */
export function* agglomerationsFrom(people: number, cities: readonly City[]): Steps<City[]> {
  const counts = new Map<string, number>();
  for (const [at, city] of cities.entries()) {
    if (at % CITIES_AT_ONCE === 0) yield;
    if (city.partOf !== null && isCityOfToday(city))
      counts.set(city.partOf, (counts.get(city.partOf) ?? 0) + (city.population ?? 0));
  }
  const found: City[] = [];
  for (const [at, city] of cities.entries()) {
    if (at % CITIES_AT_ONCE === 0) yield;
    // The cheapest condition first: most cities are small.
    if ((city.population ?? 0) + (counts.get(city.id) ?? 0) >= people && isMainCity(city)) found.push(city);
  }
  return found;
}
