import { around, distance } from 'geokdbush';
import { CITY_POPULATION, isCityOfToday, isTown } from '../../../release/dominance.ts';
import { fold } from '../../../release/fold.ts';
import type { AirportOfCity } from '../../building/places/airports.ts';
import type { Gazetteer, GazetteerCity, NamedCity } from '../../building/places/gazetteer.ts';
import { indexOfSites } from './located-cities.ts';
import type { Airport } from './nearest-airport.ts';

/** Kilometres. Airports of large cities are up to this far out: Kansai's, Stansted, Narita. */
const FARTHEST = 100;
/**
 * Kilometres. Farther away, an airport serves only the city that its name begins with, and only large ones among its other names;
 * its code leads to a nearer city, if it names one: `Paris Beauvais` to Beauvais.
 */
const FAR = 60;
/** Kilometres. A large airport without a name in common with a city is that of the largest one this near. */
const NEAR = 30;
/** An airport in a small place is that of a city in its other names, if the city is this many times as large: Narita. */
const FAR_LARGER = 10;
/** Letters of a word in an airport's name that begins a city's: `Cebu`, not the `Tan` of Tan Son Nhat. */
const SHORTEST_BEGINNING = 4;

/**
 * The cities of each airport, by the names that OurAirports has for it: the place that it serves, what else people call it, and its
 * own name (`Washington Dulles International Airport`); and those of groups of airports with a common code.
 */
export function airportsOfCities(gazetteer: Gazetteer, airports: readonly Airport[]) {
  const countriesAround = countriesNear(gazetteer);
  const served = airports
    .filter(({ iata }) => iata !== '')
    .map((airport) => ({ airport, cities: citiesOf(gazetteer, airport, countriesAround(airport)) }));
  const unknown = served.filter(({ cities }) => cities.length === 0);
  const matches = unknown.map(({ airport: { iata, name, municipality } }) => {
    const how = `no city named ${municipality || 'like it'} within ${FARTHEST} km`;
    return { published: `${iata} ${name}`, place: '', how };
  });
  const rows = served.flatMap(({ airport, cities }) =>
    cities.map(
      (city, at): AirportOfCity => ({
        code: airport.iata,
        geonamesId: city.geonamesId,
        class: airport.isLarge ? 'large' : 'medium',
        leads: at === 0,
        kilometres: kilometres(city, airport),
        name: airport.name.replaceAll(/\s+/g, ' ').trim(),
      }),
    ),
  );
  return { airports: [...rows, ...groupsOf(served)], matches };
}

/** The cities that an airport serves: first the one that its code leads to, then others that it names, the nearest first. */
function citiesOf(gazetteer: Gazetteer, airport: Airport, countries: readonly string[]): GazetteerCity[] {
  const named = (name: string, inside: readonly string[]) =>
    inside
      .flatMap((country) => gazetteer.citiesNamed(name, country))
      .filter(({ city }) => kilometres(city, airport) <= FARTHEST);
  const inCountry = (name: string) => mostNamed(named(name, [airport.country]));
  const anywhere = (name: string, inside = countries) =>
    mostNamed(
      named(name, inside).filter(({ city }) => city.population >= CITY_POPULATION && isCityOfToday(city)),
    );
  const isNear = (city: GazetteerCity) => kilometres(city, airport) <= FAR;
  const each = (names: readonly string[], find: (name: string) => GazetteerCity | undefined) =>
    names.flatMap((name) => find(name) ?? []);
  const [whole = '', ...parts] = partsOf(airport.municipality, /[/–-]/);
  const served =
    inCountry(whole) ??
    each(parts, (name) => inCountry(name) ?? anywhere(name))[0] ??
    largest(each(partsOf(airport.municipality, /[,(]/), inCountry));
  const titled = largest(each(beginningsOf(airport.name), inCountry).filter(isCityOfToday));
  const keywords = each(partsOf(airport.keywords, /[/,]/), (name) => anywhere(name));
  const places = each(partsOf(airport.municipality, /[/,(–-]/), (name) => anywhere(name));
  const words = runsOf(airport.name).flatMap((name) => {
    const city = anywhere(name, [airport.country]);
    return city !== undefined && isNameOf(city, name) ? [city] : [];
  });
  const near = [...new Set([...places, ...keywords, ...words])].filter(isNear);
  const also = largest(keywords);
  const main = mainCity(airport, { served, titled, also }) ?? nearby(gazetteer, airport);
  const isMeant = main !== undefined && (main === also || isNear(main));
  const first = isMeant ? main : (largest(near) ?? main);
  if (first === undefined) return [];
  const others = [...near, ...(main === undefined ? [] : [main])];
  return [first, ...nearestFirst(others, airport).filter((city) => city !== first)];
}

/**
 * @param named.served the place that it serves
 * @param named.titled the city that its name begins with
 * @param named.also the largest city among its other names
 */
function mainCity(
  airport: Airport,
  { served, titled, also }: Partial<Record<'served' | 'titled' | 'also', GazetteerCity | undefined>>,
): GazetteerCity | undefined {
  const isCapital = served?.feature === 'PPLC';
  const called = !isCapital && peopleOf(titled) > peopleOf(served) ? titled : served;
  const isSmall = called === undefined || isTown(called) || !isCityOfToday(called);
  const isFarLarger = also !== undefined && peopleOf(also) >= FAR_LARGER * peopleOf(called);
  return isFarLarger && (airport.isLarge || isSmall) ? also : called;
}

function nearestFirst(cities: readonly GazetteerCity[], airport: Airport): GazetteerCity[] {
  return [...new Set(cities)].sort(
    (one, other) =>
      kilometres(one, airport) - kilometres(other, airport) || one.geonamesId - other.geonamesId,
  );
}

/** A function that returns the countries with a city near an airport, by alpha-2 code. */
function countriesNear(gazetteer: Gazetteer): (airport: Airport) => string[] {
  const cities = gazetteer.cities();
  const index = indexOfSites(cities);
  return ({ longitude, latitude }) => [
    ...new Set(around(index, longitude, latitude, Infinity, FARTHEST).map((at) => cities[at]?.country ?? '')),
  ];
}

function nearby(gazetteer: Gazetteer, airport: Airport): GazetteerCity | undefined {
  if (!airport.isLarge) return undefined;
  return largest(gazetteer.citiesOf(airport.country).filter((city) => kilometres(city, airport) <= NEAR));
}

/** Airports are often named after people, so a word in their name must be the city's own name, or begin it. */
function isNameOf({ name }: GazetteerCity, written: string): boolean {
  const [whole, start] = [fold(name), fold(written)];
  return whole === start || (start.length >= SHORTEST_BEGINNING && whole.startsWith(`${start} `));
}

/**
 * Groups of airports with a common code, which OurAirports has among their names: those that two airports have, and those that
 * begin the name of their only airport's city (PAR). Their city is the one that most of the airports are of.
 */
function groupsOf(served: readonly { airport: Airport; cities: readonly GazetteerCity[] }[]) {
  const taken = new Set(served.map(({ airport }) => airport.iata));
  const coded = served.flatMap(({ airport, cities: [city] }) =>
    city === undefined
      ? []
      : airport.keywords
          .split(',')
          .map((word) => word.trim())
          .filter((word) => /^[A-Z]{3}$/.test(word) && !taken.has(word))
          .map((code) => ({ code, airport, city })),
  );
  return [...Map.groupBy(coded, ({ code }) => code)].flatMap(([code, members]) => {
    const isNamed = members.some(({ city }) => fold(city.asciiName).startsWith(code.toLowerCase()));
    if (members.length < 2 && !isNamed) return [];
    const byCity = [...Map.groupBy(members, ({ city }) => city)];
    const most = Math.max(...byCity.map(([, { length }]) => length));
    return byCity
      .filter(([, { length }]) => length === most)
      .map(([city]) => ({
        code,
        geonamesId: city.geonamesId,
        class: 'group' as const,
        leads: true,
        kilometres: Math.max(...members.map(({ airport }) => kilometres(city, airport))),
        name: members.map(({ airport }) => airport.iata).join(' '),
      }));
  });
}

function peopleOf(city: GazetteerCity | undefined): number {
  return city?.population ?? 0;
}

function kilometres({ longitude, latitude }: GazetteerCity, airport: Airport): number {
  return Math.round(distance(longitude, latitude, airport.longitude, airport.latitude) * 10) / 10;
}

function largest(cities: readonly GazetteerCity[]): GazetteerCity | undefined {
  return cities.toSorted(
    (one, other) => other.population - one.population || one.geonamesId - other.geonamesId,
  )[0];
}

/** The largest with this as its own name, unless one that has it as another name is far larger. */
function mostNamed(named: readonly NamedCity[]): GazetteerCity | undefined {
  const of = (how: NamedCity['how']) =>
    largest(named.flatMap((each) => (each.how === how ? [each.city] : [])));
  const [own, other] = [of('name'), of('alternative name')];
  return own === undefined || peopleOf(other) >= FAR_LARGER * peopleOf(own) ? (other ?? own) : own;
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

/** All that words in a row may name, without the last one, which is `Airport`. */
function runsOf(name: string): string[] {
  const words = name.split(/[ /–-]+/);
  return words
    .slice(0, -1)
    .flatMap((_, from) => words.slice(from, -1).map((_, to) => words.slice(from, from + to + 1).join(' ')));
}
