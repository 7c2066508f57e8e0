import { distance } from 'geokdbush';
import type { AirportOfCity } from '../../building/places/airports.ts';
import type { Gazetteer, GazetteerCity } from '../../building/places/gazetteer.ts';
import type { Match } from '../places/match.ts';
import type { Airport } from './nearest-airport.ts';

/** Kilometres. Airports of large cities are up to this far out: Kansai's, Stansted, Narita. */
const FARTHEST = 100;
/** Kilometres. A large airport without a name in common with a city is that of the largest one this near. */
const NEAR = 30;
/** A large airport in a small place is that of a city in its other names, if the city is this many times as large: Narita. */
const FAR_LARGER = 10;

/**
 * The city of each airport, by the names that OurAirports has for it: the place that it serves, what else people call it, and its
 * own name, which begins with the city's (`Washington Dulles International Airport`).
 */
export function airportsOfCities(
  gazetteer: Gazetteer,
  airports: readonly Airport[],
): { airports: AirportOfCity[]; matches: Match[] } {
  const found: AirportOfCity[] = [];
  const matches: Match[] = [];
  for (const airport of airports.filter(({ iata }) => iata !== '')) {
    const city = cityOf(gazetteer, airport);
    if (city === undefined)
      matches.push({
        published: `${airport.iata} ${airport.name}`,
        place: '',
        how: `no city named ${airport.municipality || 'like it'} within ${FARTHEST} km`,
      });
    else found.push({ code: airport.iata, geonamesId: city.geonamesId });
  }
  return { airports: found.sort((one, other) => (one.code < other.code ? -1 : 1)), matches };
}

function cityOf(gazetteer: Gazetteer, airport: Airport): GazetteerCity | undefined {
  const named = (names: readonly string[]) =>
    largestWithin(
      FARTHEST,
      airport,
      names.flatMap((name) => gazetteer.citiesNamed(name, airport.country).map(({ city }) => city)),
    );
  const served = named(partsOf(airport.municipality, /[/,(-]/));
  const titled = named(beginningsOf(airport.name));
  const also = airport.isLarge ? named(partsOf(airport.keywords, /,/)) : undefined;
  const [people, alsoPeople] = [peopleOf(served), peopleOf(also)];
  if (alsoPeople > 0 && alsoPeople >= FAR_LARGER * people) return also;
  if (peopleOf(titled) > people) return titled;
  if (served !== undefined || !airport.isLarge) return served;
  return largestWithin(NEAR, airport, gazetteer.citiesOf(airport.country));
}

function peopleOf(city: GazetteerCity | undefined): number {
  return city?.population ?? 0;
}

function largestWithin(
  kilometres: number,
  { longitude, latitude }: Airport,
  cities: readonly GazetteerCity[],
): GazetteerCity | undefined {
  return cities
    .filter((city) => distance(city.longitude, city.latitude, longitude, latitude) <= kilometres)
    .sort((one, other) => other.population - one.population || one.geonamesId - other.geonamesId)[0];
}

/** The text and its parts. Mexican places are called `Ciudad de Cancún`. */
function partsOf(text: string, separator: RegExp): string[] {
  return [text, ...text.split(separator)]
    .map((name) =>
      name
        .replace(')', '')
        .replace(/^Ciudad de /, '')
        .trim(),
    )
    .filter((name) => name !== '');
}

/** `New York`, `New` of `New York Stewart`: all that its first words may name. */
function beginningsOf(name: string): string[] {
  const words = name.split(/[ /-]+/);
  return words.slice(0, -1).map((_, at) => words.slice(0, at + 1).join(' '));
}
