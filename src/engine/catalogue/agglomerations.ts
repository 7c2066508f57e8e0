import { isCityOfToday } from '../../release/dominance.ts';
import type { City } from './place.ts';

/** Whether a city is the main one of its agglomeration, or not part of a larger one. */
export function isMainCity(city: City): boolean {
  return city.partOf === null && isCityOfToday(city);
}

/** Whether a city stays in a list with one city per agglomeration. A capital does: New Delhi is part of Delhi. */
export function staysFolded(city: City): boolean {
  return isMainCity(city) || city.isCapital;
}

export function areOneAgglomeration(left: City, right: City): boolean {
  return (left.partOf ?? left.id) === (right.partOf ?? right.id);
}

/** The main cities of agglomerations with at least so many people; sections are counted in their city. */
export function agglomerationsFrom(people: number, cities: readonly City[]): City[] {
  const counts = new Map<string, number>();
  for (const city of cities)
    if (isCityOfToday(city)) {
      const main = city.partOf ?? city.id;
      counts.set(main, (counts.get(main) ?? 0) + (city.population ?? 0));
    }
  return cities.filter((city) => isMainCity(city) && (counts.get(city.id) ?? 0) >= people);
}
