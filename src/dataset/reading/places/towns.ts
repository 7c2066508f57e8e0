import { distance } from 'geokdbush';
import { CITY_POPULATION, isCityOfToday } from '../../../release/dominance.ts';
import { fold } from '../../../release/fold.ts';
import type { GeonamesCity, GeonamesPlace } from './geonames.ts';

/** The smallest population of a town that is not the seat of a division. */
const TOWN_POPULATION = 5000;
/** Capitals of countries, seats of first- and second-level divisions. */
const SEATS: ReadonlySet<string> = new Set(['PPLC', 'PPLA', 'PPLA2']);
/** A section of a city: Brooklyn. */
const SECTION = 'PPLX';
/** Two records of one name this near are one place. */
const SAME_PLACE_KM = 10;
/** How far the newer list may have moved a place, in degrees. */
const MOVED_DEGREES = 0.2;

/** A place of the newer list, which has neither a number nor a population: coordinates in degrees. */
export interface ListedPlace {
  name: string;
  country: string;
  lat: string;
  lng: string;
}

/** Whether a place of GeoNames belongs into the gazetteer although it has no more than 15,000 people. */
export function isWanted({ feature, population }: Pick<GeonamesPlace, 'feature' | 'population'>): boolean {
  if (SEATS.has(feature)) return true;
  return population >= TOWN_POPULATION && (isCityOfToday({ feature }) || feature === SECTION);
}

/**
 * The towns that the gazetteer has besides the cities, the most populous first. A town with the name of a city or of a larger
 * town next to it is another record of the same place, and left out.
 *
 * @param listed what a newer edition of GeoNames has, if the places are of an older edition than the cities. A town that is not
 *   in it is left out, and a population that makes it a city is not believed
 */
export function townsBesidesCities(
  cities: readonly GeonamesCity[],
  places: readonly GeonamesCity[],
  listed: readonly ListedPlace[] | null,
): GeonamesCity[] {
  const known = new Set(cities.map(({ geonamesId }) => geonamesId));
  const towns = places
    .filter((place) => !known.has(place.geonamesId))
    .toSorted((left, right) => right.population - left.population || left.geonamesId - right.geonamesId);
  if (listed === null) return withoutRepetitions(cities, towns);
  return withoutRepetitions(cities, stillListed(cities, towns, listed)).map(withCrediblePopulation);
}

/** The towns that are in the list at their coordinates, or under one of their names near them. Each entry stands for one place. */
function stillListed(
  cities: readonly GeonamesCity[],
  towns: readonly GeonamesCity[],
  listed: readonly ListedPlace[],
): GeonamesCity[] {
  const free = new Map(listed.map((place) => [coordinates(place.country, +place.lat, +place.lng), place]));
  const take = ({ country, latitude, longitude }: GeonamesCity) =>
    free.delete(coordinates(country, latitude, longitude));
  for (const city of cities) take(city);
  const confirmed = new Set(towns.filter(take));
  const byName = Map.groupBy(free.values(), ({ country, name }) => `${country} ${fold(name)}`);
  for (const town of towns) {
    if (confirmed.has(town)) continue;
    const isNear = ({ lat, lng }: ListedPlace) =>
      Math.abs(+lat - town.latitude) < MOVED_DEGREES && Math.abs(+lng - town.longitude) < MOVED_DEGREES;
    for (const name of [town.name, ...town.alternativeNames]) {
      const entries = byName.get(`${town.country} ${fold(name)}`) ?? [];
      const at = entries.findIndex(isNear);
      if (at === -1) continue;
      entries.splice(at, 1);
      confirmed.add(town);
      break;
    }
  }
  return towns.filter((town) => confirmed.has(town));
}

function coordinates(country: string, latitude: number, longitude: number): string {
  return `${country} ${latitude.toFixed(5)} ${longitude.toFixed(5)}`;
}

function withoutRepetitions(cities: readonly GeonamesCity[], towns: readonly GeonamesCity[]): GeonamesCity[] {
  const named = Map.groupBy(cities, nameInCountry);
  return towns.filter((town) => {
    const namesakes = named.get(nameInCountry(town)) ?? [];
    if (namesakes.some((other) => kilometres(other, town) < SAME_PLACE_KM)) return false;
    named.set(nameInCountry(town), [...namesakes, town]);
    return true;
  });
}

function nameInCountry({ country, name }: GeonamesCity): string {
  return `${country} ${fold(name)}`;
}

function kilometres(left: GeonamesCity, right: GeonamesCity): number {
  return distance(left.longitude, left.latitude, right.longitude, right.latitude);
}

/** The newer list of cities would have the town if GeoNames still gave it more than 15,000 people: then nothing is known. */
function withCrediblePopulation(town: GeonamesCity): GeonamesCity {
  return town.population > CITY_POPULATION ? { ...town, population: 0 } : town;
}
