import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { type City, isCity, type Place } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import * as field from '../field.ts';
import { type Column, cityFeature, countryFeature, type Feature } from '../formats/table.ts';
import { invalidParameter } from '../problems.ts';
import { CityReference, CountryReference, resource } from '../schemas.ts';
import { citiesNamed, countriesNamed } from './named-places.ts';
import { cityReference, countryReference } from './place-resolution.ts';

const FEWEST = 2;
const MOST = 20;
/** The most parts of a name: city, region, country. */
const MOST_PARTS = 3;

/**
 * The fields of a comparison that list what is compared. `kind` distinguishes rows of one table: a country may have the id of its
 * city.
 *
 * @param fields of each place
 * @param ofCity more fields of a city
 */
export function lists<Fields extends TProperties, OfCity extends TProperties>(
  what: 'Cost' | 'Quality',
  fields: Fields,
  ofCity: OfCity,
) {
  const City = resource(`Compared${what}`, 'One of the compared cities.', {
    kind: Type.Literal('city', { description: 'Always `city`.' }),
    city: CityReference,
    ...fields,
    ...ofCity,
  });
  const Country = resource(`ComparedCountry${what}`, 'One of the compared countries, as a whole.', {
    kind: Type.Literal('country', { description: 'Always `country`.' }),
    country: CountryReference,
    ...fields,
  });
  return {
    cities: field.list(
      City,
      'In the requested order. All places are compared with the first city or, if there are no cities, with the first country.',
      { maxItems: MOST },
    ),
    countries: field.list(Country, 'In the requested order; empty without the parameter `countries`.', {
      maxItems: MOST,
    }),
  };
}

/** The values of `lists`. */
export function listed<Of extends object, OfCity extends object>(
  release: Release,
  { places }: ComparedPlaces,
  of: (place: Place) => Of,
  ofCity: (city: City) => OfCity,
) {
  return {
    cities: places.filter(isCity).map((city) => ({
      kind: 'city' as const,
      city: cityReference(release, city),
      ...of(city),
      ...ofCity(city),
    })),
    countries: places
      .filter((place) => !isCity(place))
      .map((country) => ({
        kind: 'country' as const,
        country: countryReference(release, country.id),
        ...of(country),
      })),
  };
}

/** The first columns of a table of compared places. */
export const COLUMNS: readonly Column[] = [
  { name: 'kind', path: 'cities.kind' },
  { name: 'id', path: 'cities.city.id', morePath: 'countries.country.id' },
  { name: 'name', path: 'cities.city.name', morePath: 'countries.country.name' },
  { name: 'country_id', path: 'cities.city.country.id', morePath: 'countries.country.id' },
  { name: 'country_name', path: 'cities.city.country.name', morePath: 'countries.country.name' },
];

export function feature(
  release: Release,
  item: { city: { id: string } } | { country: { id: string } },
): Feature {
  return 'city' in item ? cityFeature(release, item.city.id) : countryFeature(release, item.country.id);
}

/** The query parameters that name the places of a comparison. */
export const parameters = {
  cities: field.optional.text(
    `The cities to compare, separated by commas: ids, \`geonames:<id>\`, \`iata:<code>\`, or names such as \`paris-france\`. Use semicolons if a name has a comma: \`Lisbon, Portugal; Austin, TX\`. Cities and countries together: ${FEWEST} to ${MOST}. All others are compared with the first place.`,
    { minLength: 1, maxLength: 2000 },
    'lisbon,porto,tokyo',
  ),
  countries: field.optional.text(
    'The countries to compare, each as a whole, separated by commas: ids, ISO 3166-1 codes or names. They come after the cities; without cities, the others are compared with the first country.',
    { minLength: 1, maxLength: 2000 },
    'portugal,spain',
  ),
};

type NamedPlaces = Static<TObject<typeof parameters>>;

export type ComparedPlaces = ReturnType<typeof comparedPlaces>;

/**
 * The places that the parameters name: cities in the order of their parameter, then countries in that of theirs. The others are
 * compared with the first. Throws a Problem that says what is wrong with them.
 */
export function comparedPlaces(release: Release, { cities, countries }: NamedPlaces) {
  const named = {
    cities: namesIn('cities', cities, (names) => namesOfCities(release, names)),
    countries: namesIn('countries', countries),
  };
  const count = named.cities.length + named.countries.length;
  if (count < FEWEST || count > MOST)
    throw invalidParameter(
      'cities',
      `must list ${FEWEST} to ${MOST} cities, separated by commas; \`countries\` count with them`,
    );
  const ofCities = distinct('cities', citiesNamed(release, 'cities', named.cities));
  const ofCountries = distinct('countries', countriesNamed(release, 'countries', named.countries));
  const places: readonly Place[] = [...ofCities, ...ofCountries];
  const [first] = places;
  if (first === undefined) throw new Error('places were resolved to nothing');
  /** The parameters with canonical ids, which are the same for every way to name the same places. */
  const ids = { cities: listOfIds(ofCities), countries: listOfIds(ofCountries) };
  return { places, first, ids, canonical: ids.cities === cities && ids.countries === countries };
}

/** Semicolons always separate names; if there is none, commas do. */
function namesIn(parameter: string, text: string | undefined, join = (names: string[]) => names): string[] {
  if (text === undefined) return [];
  const separator = text.includes(';') ? ';' : ',';
  const names = text.split(separator).map((name) => name.trim());
  if (names.includes('')) throw invalidParameter(parameter, 'has nothing between two separators');
  return separator === ';' ? names : join(names);
}

/**
 * Commas separate names, but can also be part of them (`Lisbon, Portugal, Porto, Portugal`). So adjacent parts are put together
 * if there is exactly one way to do so that makes every name a city.
 *
 * @throws Problem when there are several such ways
 */
function namesOfCities(release: Release, names: string[]): string[] {
  if (names.length > MOST * MOST_PARTS) return names;
  if (names.every((name) => release.city(name.toLowerCase()) !== undefined)) return names;
  const [only, other] = waysToRead(names, (name) => release.identifiedCity(name)?.kind === 'found');
  if (other !== undefined)
    throw invalidParameter(
      'cities',
      'can be read in more than one way; separate cities whose names have commas by semicolons',
    );
  return only ?? names;
}

/** The first two ways to put adjacent parts together so that each result names a city. */
function waysToRead(parts: readonly string[], isCity: (name: string) => boolean): string[][] {
  const ways: string[][][] = [[[]]];
  for (let end = 1; end <= parts.length; end++) {
    const found: string[][] = [];
    for (let start = Math.max(0, end - MOST_PARTS); start < end; start++) {
      const before = ways[start] ?? [];
      const name = parts.slice(start, end).join(', ');
      if (before.length > 0 && isCity(name)) found.push(...before.map((names) => [...names, name]));
    }
    ways.push(found.slice(0, 2));
  }
  return ways.at(-1) ?? [];
}

function distinct<Each extends Place>(parameter: string, places: readonly Each[]): readonly Each[] {
  const repeated = new Set(places.filter((place, index) => places.indexOf(place) !== index));
  if (repeated.size > 0)
    throw invalidParameter(parameter, `names ${listOfIds([...repeated])} more than once`);
  return places;
}

function listOfIds(places: readonly Place[]): string | undefined {
  return places.length === 0 ? undefined : places.map(({ id }) => id).join(',');
}
