import type { Match } from '../../engine/catalogue/city-search.ts';
import type { City, Country } from '../../engine/catalogue/place.ts';
import { prominenceOf as cityProminence } from '../../engine/catalogue/prominence.ts';
import { firstLevel, type Region } from '../../engine/catalogue/regions.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import type { View } from '../../engine/endpoint.ts';
import { countryName } from '../../engine/places/country-names.ts';
import { DOMINANCE } from '../../release/dominance.ts';
import { fold } from '../../release/fold.ts';
import type { SearchEntry } from './search-entry.ts';

const MOST_CITIES = 8;
/** The most countries, and the most regions, with a name that begins with the text. */
const MOST_BEGUN = 3;
/** Letters from which a text may be the beginning of the name of a country or region. */
const SHORTEST_BEGINNING = 3;

/** A release, and the language of names of countries. */
type Named = Pick<View, 'release' | 'lang'>;

export interface FoundPlaces {
  places: readonly FoundPlace[];
  entries: SearchEntry[];
  /** How well the first ones match; null if there are none. */
  match: Match | null;
  /** People of the first place, a capital counted several times: how likely it is meant by a part of its name. */
  prominence: number;
}

/**
 * The countries, regions, islands and cities that a text may mean, the most likely first. A place with this name comes before
 * those with a part of it in their names, and of these the more prominent before the others.
 */
export function placesFound(view: Named, text: string): FoundPlaces {
  const { release } = view;
  const folded = fold(text);
  if (folded === '') return { places: [], entries: [], match: null, prominence: 0 };
  const capital = capitalAsked(release, text);
  if (capital !== undefined) {
    const places = [{ city: capital }, { country: release.country(capital.country) }];
    return { places, entries: places.map((place) => entryOf(view, place)), match: 'name', prominence: 0 };
  }
  const { cities, match } = release.search.find(text);
  const ordered = placesOf(release, text, cities.slice(0, MOST_CITIES), match);
  const [first] = ordered.places;
  return {
    places: ordered.places,
    entries: ordered.places.map((place) => entryOf(view, place)),
    match: first === undefined ? null : ordered.match,
    prominence: first === undefined ? 0 : prominenceOf(release, first),
  };
}

type FoundPlace = { city: City } | { country: Country } | { region: Region };

function placesOf(
  release: Release,
  text: string,
  cities: readonly City[],
  match: Match,
): { places: FoundPlace[]; match: Match } {
  const folded = fold(text);
  const resolved = release.resolveCountry(text);
  const country = resolved.kind === 'found' ? resolved.place : undefined;
  const called = release.search.called(text);
  const regions = regionsNamed(release, text);
  // `Valencia, Spain` is the city too.
  const namesakes = cities.slice(0, 1).filter(({ name }) => folded.startsWith(fold(name)));
  const foremost = regions.filter((region) => comesBefore(release, region, [...called, ...namesakes]));
  // The code of a country is a name of it only to programs: LA is Los Angeles, and HND an airport of Tokyo.
  const isMinor =
    country !== undefined &&
    !country.names.includes(`|${folded}|`) &&
    (called.length > 0 || release.search.ofAirport(text).length > 0);
  const states: FoundPlace[] = country === undefined ? [] : [{ country }];
  const later = regions.filter((region) => !foremost.includes(region));
  const [first, ...rest]: FoundPlace[] = cities.map((city) => ({ city }));
  if (states.length + regions.length > 0)
    return {
      places: [
        ...(isMinor ? [] : states),
        ...foremost.map((region) => ({ region })),
        ...(first === undefined ? [] : [first]),
        ...(isMinor ? states : []),
        ...later.map((region) => ({ region })),
        ...rest,
      ],
      match: 'name',
    };
  return first === undefined || match !== 'name'
    ? placesLike(release, text, first === undefined ? [] : [first, ...rest], match)
    : { places: [first, ...rest], match };
}

/** Where nothing has this name: what begins like it, and countries with a word like it. */
function placesLike(
  release: Release,
  text: string,
  cities: readonly FoundPlace[],
  match: Match,
): { places: FoundPlace[]; match: Match } {
  const begun = placesBeginningWith(release, fold(text));
  if (begun.length > 0)
    return { places: byProminence(release, begun, match === 'part' ? cities : []), match: 'part' };
  const { candidates } = { candidates: [], ...release.resolveCountry(text) };
  const countries: FoundPlace[] = candidates.slice(0, MOST_BEGUN).map((country) => ({ country }));
  return { places: match === 'part' ? [...cities, ...countries] : [...countries, ...cities], match };
}

/** `capital of France`, `what is the capital of France?`, `France capital` */
const CAPITAL =
  /^(?:.*\bcapital (?:city )?of (?:the )?(?<of>.+?)|(?<before>.+?)(?:['’]s)? capital(?: city)?)\W*$/iu;

function capitalAsked(release: Release, text: string): City | undefined {
  const { of, before = '' } = CAPITAL.exec(text)?.groups ?? {};
  const asked = of ?? before;
  if (asked === '') return undefined;
  const country = release.resolveCountry(asked);
  const { capital } = country.kind === 'found' ? country.place.detail : { capital: null };
  return capital === null ? undefined : release.city(capital);
}

/** Those that the text names as a whole, those with the most people first: `Bali`, `Bali, Indonesia`, `Tenerife`. */
function regionsNamed(release: Release, text: string): Region[] {
  const firstLevels = [...release.search.scopesNamed(text).entries()].flatMap(([country, names]) =>
    [...(names ?? [])].map((name) => firstLevel(country, name)),
  );
  const islands = release.regions.named(fold(text)).filter(({ kind }) => kind === 'island');
  return [...firstLevels, ...islands]
    .map((region) => ({ region, people: release.regions.people(region) }))
    .sort((one, other) => other.people - one.people)
    .map(({ region }) => region);
}

/** A region does not come before a city in it that has its name, nor before a capital or a city nearly as large. */
function comesBefore(release: Release, region: Region, called: readonly City[]): boolean {
  const people = release.regions.people(region);
  return !called.some(
    (city) => region.has(city) || city.isCapital || DOMINANCE * (city.population ?? 0) > people,
  );
}

/** Countries and regions whose name begins with the text, folded. A region with its city's name is found with the city. */
function placesBeginningWith(release: Release, text: string): FoundPlace[] {
  if (text.replaceAll(' ', '').length < SHORTEST_BEGINNING) return [];
  const countries = release.countries.filter(({ name }) => fold(name).startsWith(text));
  const regions = release.regions
    .beginning(text)
    .slice(0, MOST_BEGUN)
    .map(({ region }) => region)
    .filter(
      (region) =>
        !release.citiesOf(region.country).some((city) => region.has(city) && isNamedLike(city, region)),
    );
  return [
    ...countries.slice(0, MOST_BEGUN).map((country) => ({ country })),
    ...regions.map((region) => ({ region })),
  ];
}

function isNamedLike(city: City, { name }: Region): boolean {
  return city.name === name || city.id === fold(name).replaceAll(' ', '-');
}

/** Puts countries and regions among the cities, which stay in their order. */
function byProminence(
  release: Release,
  begun: readonly FoundPlace[],
  cities: readonly FoundPlace[],
): FoundPlace[] {
  const weighted = begun
    .map((place) => ({ place, weight: prominenceOf(release, place) }))
    .sort((one, other) => other.weight - one.weight);
  const merged: FoundPlace[] = [];
  for (const city of cities) {
    const weight = prominenceOf(release, city);
    while (weighted[0] !== undefined && weighted[0].weight > weight) merged.push(...takeFirst(weighted));
    merged.push(city);
  }
  return [...merged, ...weighted.map(({ place }) => place)];
}

function takeFirst(weighted: { place: FoundPlace }[]): FoundPlace[] {
  return weighted.splice(0, 1).map(({ place }) => place);
}

function prominenceOf(release: Release, place: FoundPlace): number {
  if ('city' in place) return cityProminence(place.city);
  if ('region' in place) return release.regions.people(place.region);
  return release.citiesOf(place.country.id).reduce((sum, { population }) => sum + (population ?? 0), 0);
}

function entryOf(view: Named, place: FoundPlace): SearchEntry {
  const nameOf = (id: string) => countryName(view, view.release.country(id));
  if ('country' in place)
    return {
      title: nameOf(place.country.id),
      kind: 'Country',
      to: `/countries/${place.country.id}`,
      text: '',
    };
  if ('region' in place) {
    const { kind, name, country } = place.region;
    // The find page filters by region; all of its places, the largest first.
    const query = `country=${country}&region=${fold(name).replaceAll(' ', '-')}&min_population=0&sort=-population`;
    return {
      title: name,
      kind: kind === 'island' ? 'Island' : 'Region',
      to: `/find?${query}`,
      text: nameOf(country),
    };
  }
  const { id, name, region, country } = place.city;
  const where = [region === name ? null : region, nameOf(country)];
  return { title: name, kind: 'City', to: `/cities/${id}`, text: where.filter(Boolean).join(', ') };
}
