import type { CountryDetailRecord } from '../../release/schema.ts';
import { countWhile } from './bisection.ts';

export interface Country {
  id: string;
  alpha2: string;
  alpha3: string;
  numeric: string | null;
  name: string;
  /** Folded names, each between two bars: `|portugal|portuguese republic|`. */
  names: string;
  /** Its Wikidata item: `Q45`. */
  wikidata: string | null;
  /** Id of the state that a territory belongs to. */
  part_of: string | null;
  detail: CountryDetailRecord;
}

export interface City {
  /** Position by population, largest first; counted from 0. */
  rank: number;
  id: string;
  geonamesId: number;
  /** Country id. */
  country: string;
  name: string;
  region: string | null;
  latitude: number;
  longitude: number;
  population: number | null;
  isCapital: boolean;
  /** GeoNames feature code: PPLX is a section of a city. */
  kind: string;
  /** Id of the main city of its agglomeration; null if it is the main city, or part of none. */
  partOf: string | null;
  /** IATA codes of the airports that serve it, large ones first; null if none is known. */
  iata: readonly string[] | null;
}

/**
 * The subject of figures: a city, or a country as a whole. A country may have the id of its city (`singapore`), so places are
 * compared as objects, of which a release has one for each.
 */
export type Place = City | Country;

/** @param place a place, or a region */
export function isCity(place: object): place is City {
  return 'geonamesId' in place;
}

/** The result of resolving an id in a path. */
export type Resolution<Place> =
  | { kind: 'found'; place: Place; canonical: boolean }
  | { kind: 'retired'; id: string; successor: string | null }
  /** Places that the text may mean, most likely first. */
  | { kind: 'unknown'; candidates: readonly Place[] };

export interface CityFilter {
  country?: string | undefined;
  minPopulation?: number | undefined;
  /** Any other condition. */
  accepts?: (city: City) => boolean;
  search?: string;
  near?: { latitude: number; longitude: number; radiusKm: number };
}

export interface CityList {
  cities: readonly City[];
  /** Great-circle kilometres from the given point, one number per city; null when no point is given. */
  distances: readonly number[] | null;
}

export function peopleOf({ population }: City): number {
  return population ?? 0;
}

/** How many of the cities have at least so many people. @param cities the largest first */
export function citiesFrom(people: number, cities: readonly City[]): number {
  return countWhile(cities.length, (at) => (cities[at]?.population ?? 0) >= people);
}
