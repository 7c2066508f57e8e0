import { type FoundCities, type Match, withBetterKnown } from '../../engine/catalogue/better-known.ts';
import { typingErrorsBetween } from '../../engine/catalogue/misspelled-names.ts';
import type { City, Country } from '../../engine/catalogue/place.ts';
import { isCity, type Place } from '../../engine/catalogue/place.ts';
import { prominenceOf as cityProminence, isSection } from '../../engine/catalogue/prominence.ts';
import { firstLevel, type Region } from '../../engine/catalogue/regions.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import type { View } from '../../engine/endpoint.ts';
import { countryName } from '../../engine/places/country-names.ts';
import { DOMINANCE, isCityOfToday } from '../../release/dominance.ts';
import { fold, inOwnScript } from '../../release/fold.ts';
import type { AirportNames } from './airport-names.ts';

/** A result of the search. */
export interface SearchEntry {
  title: string;
  /** Its kind, for people: `City`, `Error`. */
  kind: string;
  to: string;
  /** What tells it from others of its name, or explains it: where a place is, what a setting does. */
  text: string;
  /** Of its page. */
  place?: Place;
}

const MOST_CITIES = 8;
/** The most countries, and the most regions, with a name that begins with the text. */
const MOST_BEGUN = 3;
/** Letters from which a text may be the beginning of the name of a country or region. */
const SHORTEST_BEGINNING = 3;
/** How many times as large a city counts whose id is the bare name, and how many times as small a section of a city. */
const [OWNED, SECTION] = [2, 6];
/** People of a city that may be meant rather than a country with this as its name in another language. */
const LARGE = 100_000;
/** More than any misspelling has. */
const MAX_ERRORS = 100;

/** A release, and the language of names of countries. */
type Named = Pick<View, 'release' | 'lang'>;
/** With the names of its airports, where they are searched too. */
export type Searched = Named & { airports?: AirportNames };

export type FoundPlace = Place | Region;

export interface FoundPlaces {
  places: readonly FoundPlace[];
  /** How well the first ones match; null if there are none. */
  match: Match | null;
  /** People of the first place, a capital counted several times: how likely it is meant by a part of its name. */
  prominence: number;
}

const NOTHING: FoundPlaces = { places: [], match: null, prominence: 0 };

/**
 * The countries, regions, islands and cities that a text may mean, the most likely first. A place with this name comes before
 * those with a part of it in their names, and of these the more prominent before the others.
 */
export function placesFound(view: Searched, text: string): FoundPlaces {
  const { release } = view;
  const folded = fold(text);
  if (folded === '') return NOTHING;
  const capital = capitalAsked(release, text);
  if (capital !== undefined)
    return { places: [capital, release.country(capital.country)], match: 'name', prominence: 0 };
  const regions = regionsNamed(release, text);
  const served = inOwnScript(text) === undefined ? view.airports?.cities(release, text) : undefined;
  const called = calledFirst(release, text, regions);
  const { cities, match } = withBetterKnown(release.search, text, called, served);
  const ordered = placesOf(release, text, regions, { cities: cities.slice(0, MOST_CITIES), match });
  const [first] = ordered.places;
  if (first === undefined) return NOTHING;
  return { ...ordered, prominence: prominenceOf(release, first) };
}

/** The cities that match. Unless a region of this name is meant, those that are called so come before its other cities. */
function calledFirst(release: Release, text: string, regions: readonly Region[]): FoundCities {
  const found = release.search.find(text);
  const [first] = found.cities;
  const called = release.search.called(text);
  if (first === undefined || regions.some((region) => comesBefore(release, region, called))) return found;
  const claim = claimTo(release, text);
  const ordered = called.toSorted((one, other) => claim(other) - claim(one));
  const isCalled =
    called.includes(first) ||
    regions.some((region) => region.has(first)) ||
    ordered.slice(0, 1).some((city) => claim(city) > cityProminence(first));
  return isCalled ? { ...found, cities: [...new Set([...ordered, ...found.cities])] } : found;
}

/**
 * How likely a city that is called so is meant: by its prominence; sooner if its id is the bare name, seldom if it is a section of
 * a city, or a part of one that has this as another name (Victoria of Hong Kong).
 */
function claimTo({ search }: Release, text: string): (city: City) => number {
  const bearers = new Set(search.bearers(text).map(({ id }) => id));
  const id = fold(text).replaceAll(' ', '-');
  return (city) => {
    const isOwn = isCityOfToday(city) && !bearers.has(city.partOf ?? '');
    return (cityProminence(city) * (city.id === id ? OWNED : 1)) / (isOwn ? 1 : SECTION);
  };
}

function placesOf(
  release: Release,
  text: string,
  regions: readonly Region[],
  { cities, match }: FoundCities,
): Ordered {
  const folded = fold(text);
  const resolved = release.resolveCountry(text);
  const called = release.search.called(text);
  // `Valencia, Spain` is the city too.
  const namesakes = cities.slice(0, 1).filter(({ name }) => ` ${folded} `.includes(` ${fold(name)} `));
  const foremost = regions.filter((region) => comesBefore(release, region, [...called, ...namesakes]));
  const isMinor = (state: Country) => {
    // The code of a country is a name of it only to programs: LA is Los Angeles, and HND an airport of Tokyo.
    if (!state.names.includes(`|${folded}|`))
      return called.length > 0 || release.search.ofAirport(text).length > 0;
    // In some language, Salvador, Tunis and Luanda are countries. Aland is a town, too.
    const meant = cities.slice(0, 1).filter(({ name, population, isCapital }) => {
      const isLarge = isCapital || (population ?? 0) >= LARGE;
      return isLarge && fold(name) === folded;
    });
    return fold(state.name) !== folded && !comesBefore(release, state, meant);
  };
  // Zaire is a region of Angola too.
  const isRegion = resolved.kind === 'unknown' && regions.length > 0;
  const alsoCalled = (isRegion ? resolved.candidates : []).filter(
    ({ id, names }) => names.includes(`|${folded}|`) && !regions.some((region) => region.country === id),
  );
  const states = resolved.kind === 'found' ? [resolved.place] : alsoCalled;
  const { minor = [], major = [] } = Object.groupBy(states, (state) => (isMinor(state) ? 'minor' : 'major'));
  const later = regions.filter((region) => !foremost.includes(region));
  if (states.length + regions.length > 0)
    return {
      places: [
        ...major,
        ...foremost,
        ...cities.slice(0, 1),
        ...minor,
        ...byProminence(release, later, cities.slice(1)),
      ],
      match: 'name',
    };
  if (cities.length > 0 && match === 'name') return { places: cities, match };
  return placesLike(release, text, { cities, match });
}

interface Ordered {
  places: readonly FoundPlace[];
  match: Match;
}

/** Where nothing has this name: what begins like it, and countries with a word like it. */
function placesLike(release: Release, text: string, { cities, match }: FoundCities): Ordered {
  const begun = placesBeginningWith(release, fold(text));
  if (begun.length > 0)
    return { places: byProminence(release, begun, match === 'part' ? cities : []), match: 'part' };
  const { candidates } = { candidates: [], ...release.resolveCountry(text) };
  const countries = candidates.slice(0, MOST_BEGUN);
  const citiesFirst = match === 'part' || errorsIn(cities[0], text) < errorsIn(countries[0], text);
  return { places: citiesFirst ? [...cities, ...countries] : [...countries, ...cities], match };
}

/** How many typing errors the text has, if it means the place; many if there is none. */
function errorsIn(place: FoundPlace | undefined, text: string): number {
  return place === undefined ? MAX_ERRORS : typingErrorsBetween(fold(place.name), fold(text));
}

/** `capital of France`, `what is the capital of France?`, `France capital`, `capitale de l’Italie`, `Hauptstadt Frankreichs` */
const CAPITAL =
  /^(?:.*\bcapital (?:city )?of (?:the )?(?<of>.+?)|.*\b(?:capitale?|hauptstadt|hoofdstad) (?:(?:dell|d|de l)['’]|(?:de|du|des|do|da|di|del|della|von|der|van)(?: (?:la|les|el|los|het))? )?(?<other>\S.*?)|(?<before>.+?)(?:['’]s)? capital(?: city)?)[^\p{L}\p{M}]*$/iu;

function capitalAsked(release: Release, text: string): City | undefined {
  const { of, other, before = '' } = CAPITAL.exec(text)?.groups ?? {};
  // The German genitive: Frankreichs.
  for (const asked of [of, before, other, other?.replace(/s$/u, '')]) {
    if (!asked) continue;
    const country = release.resolveCountry(asked);
    if (country.kind === 'found') return release.city(country.place.detail.capital ?? '');
    // The seat of a first-level region: `capital of Texas`.
    const isSeat = ({ kind }: City) => kind === 'PPLA' || kind === 'PPLC';
    for (const region of regionsNamed(release, asked)) {
      const seat = release.citiesOf(region.country).find((city) => isSeat(city) && region.has(city));
      if (seat !== undefined) return seat;
    }
  }
  return undefined;
}

/** Those that the text names as a whole, those with the most people first: `Bali`, `Bali, Indonesia`, `Tenerife`, `Cornwall`. */
function regionsNamed(release: Release, text: string): Region[] {
  const firstLevels = [...release.search.scopesNamed(text).entries()].flatMap(([country, names]) =>
    [...(names ?? [])].map((name) => firstLevel(country, name)),
  );
  const others = release.regions.named(fold(text)).filter(({ kind }) => kind !== 'region');
  // An area that has the name of a city in it is that city's: `Leeds`.
  const bearers = release.search.bearers(text);
  return [
    ...firstLevels,
    ...others.filter((region) => region.kind === 'island' || !bearers.some((city) => region.has(city))),
  ]
    .map((region) => ({ region, people: release.regions.people(region) }))
    .sort((one, other) => other.people - one.people)
    .map(({ region }) => region);
}

/** A region or country does not come before a city in it that has its name, nor before a capital or a city nearly as large. */
function comesBefore(release: Release, place: Country | Region, called: readonly City[]): boolean {
  const people = prominenceOf(release, place);
  const has = (city: City) => (isRegion(place) ? place.has(city) : city.country === place.id);
  return !called.some((city) => has(city) || city.isCapital || DOMINANCE * (city.population ?? 0) > people);
}

/** Countries and regions whose name begins with the text, folded. A region with its city's name is found with the city. */
function placesBeginningWith(release: Release, text: string): FoundPlace[] {
  if (text.replaceAll(' ', '').length < SHORTEST_BEGINNING) return [];
  const countries = release.countries.filter(({ name }) => fold(name).startsWith(text));
  const regions = release.regions.beginning(text).slice(0, MOST_BEGUN);
  const others = regions.flatMap(({ region }) => {
    const cities = release.citiesOf(region.country);
    return cities.some((city) => region.has(city) && isNamedLike(city, region, text)) ? [] : region;
  });
  return [...countries.slice(0, MOST_BEGUN), ...others];
}

/** `Ho Chi Minh City` and the region `Ho Chi Minh City (HCMC)`, but not `Jammu` for `kashmir`. */
function isNamedLike(city: City, { name }: Region, text: string): boolean {
  const own = fold(city.name);
  return (own.startsWith(text) && fold(name).startsWith(own)) || city.id === fold(name).replaceAll(' ', '-');
}

/** Puts countries and regions among the cities, which stay in their order. */
function byProminence(
  release: Release,
  begun: readonly FoundPlace[],
  cities: readonly FoundPlace[],
): FoundPlace[] {
  let left = begun
    .map((place) => ({ place, weight: prominenceOf(release, place) }))
    .sort((one, other) => other.weight - one.weight);
  const merged = cities.flatMap((city) => {
    const weight = prominenceOf(release, city);
    const before = left.filter((place) => place.weight > weight);
    left = left.slice(before.length);
    return [...before.map(({ place }) => place), city];
  });
  return [...merged, ...left.map(({ place }) => place)];
}

export function isRegion(place: FoundPlace): place is Region {
  return 'has' in place;
}

function prominenceOf(release: Release, place: FoundPlace): number {
  if (isRegion(place)) return release.regions.people(place);
  if (isCity(place)) return cityProminence(place);
  return release.citiesOf(place.id).reduce((sum, { population }) => sum + (population ?? 0), 0);
}

export function entryOf(view: Named, place: FoundPlace): SearchEntry {
  const nameOf = (id: string) => countryName(view, view.release.country(id));
  if (isRegion(place)) {
    const { kind, name, country } = place;
    // The find page filters by region; all of its places, the largest first.
    const query = `country=${country}&region=${fold(name).replaceAll(' ', '-')}&min_population=0&sort=-population`;
    return {
      title: name,
      kind: kind === 'island' ? 'Island' : 'Region',
      to: `/find?${query}`,
      text: nameOf(country),
    };
  }
  if (!isCity(place))
    return { place, title: nameOf(place.id), kind: 'Country', to: `/countries/${place.id}`, text: '' };
  const { id, name, region, country } = place;
  const where = [region === name ? null : region, nameOf(country)];
  const kind = isSection(place) ? 'Part of a city' : 'City';
  return { place, title: name, kind, to: `/cities/${id}`, text: where.filter(Boolean).join(', ') };
}
