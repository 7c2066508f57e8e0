import { partsOf } from '../../engine/catalogue/barer-names.ts';
import type { City } from '../../engine/catalogue/place.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { countryName } from '../../engine/places/country-names.ts';
import { partOfWorldNamed } from '../../engine/places/parts-of-world.ts';
import { fold } from '../../release/fold.ts';
import { orderInWords } from '../explorer/find-questions.ts';
import type { PageRequest } from '../page-request.ts';
import type { AirportNames } from './airport-names.ts';
import { type AskedPlace, askedPlace } from './asked-words.ts';
import { entryOf, type FoundPlaces, placesFound, type SearchEntry, type Searched } from './found-places.ts';

/** What answers a question: `rent in Berlin`, `Paris vs London`, `safest cities in Spain`. */
export interface Answers {
  places: SearchEntry[];
  /** Places whose name has a typing error: `rent in berln`. */
  guesses: SearchEntry[];
  /** The page about what is asked. */
  topic: string | undefined;
}

const SEPARATORS =
  /\s+(?:vs\.?|versus|v\.?|or|and|to|with|und|oder|et|ou|y|o|compared (?:to|with))\s+|\s*[&/|]\s*/iu;
/** A country with fewer large cities has its small ones listed, too. */
const [LARGE, FEW] = [100_000, 10];
const MOST_COMPARED = 5;
/** How many cities a name may mean. */
const MOST_MEANT = 2;
const MOST_WORDS = 6;
/** Letters. What is shorter may be the code of many things. */
const SHORTEST = 4;
/** People of a place that may be meant by a part of a text that is no name: `family of four in Zurich`. */
const PROMINENT = 50_000;

/**
 * Reads a text that is not the name of a place as a question.
 *
 * @param isUnknown whether the text is not like the name of a place either, so that any part of it may name one
 */
export function answersTo(
  request: PageRequest,
  airports: AirportNames,
  text: string,
  { isUnknown }: { isUnknown: boolean },
): Answers {
  const asked = askedPlace(text);
  const none: Answers = { places: [], guesses: [], topic: asked.topic?.to };
  const view = { ...request, airports };
  const compared = comparison(view, text, asked);
  if (compared.length > 0) return { ...none, places: compared };
  const [name] = asked.names;
  const asksForMany =
    asked.asksForMany ||
    asked.budget !== undefined ||
    (asked.month !== undefined && asked.topic?.warmth !== undefined);
  const parts = isUnknown ? placesIn(request, name ?? text) : [];
  if (name === undefined && parts.length === 0)
    return { ...none, places: asksForMany ? manyIn(request, asked, {}) : [] };
  for (const each of [...asked.names, ...parts]) {
    // With the German genitive: `Hauptstädte Europas`.
    const part = partOfWorldNamed(each) ?? partOfWorldNamed(each.replace(/s$/u, ''));
    const [id] = Object.values(part ?? {});
    if (part !== undefined && id !== undefined)
      return { ...none, places: manyIn(request, asked, { ...part }, request.messages.find.place(id)) };
    if (fold(each) === fold(text)) continue;
    const found = placesFound(view, each);
    if (found.match !== 'name') continue;
    if (!asked.names.includes(each) && !isProminent(request, each, found)) continue;
    const many = asksForMany ? manyAround(request, asked, found) : [];
    return { ...none, places: [...many, ...found.entries] };
  }
  const found = name === undefined || fold(name) === fold(text) ? undefined : placesFound(view, name);
  return { ...none, guesses: found?.entries ?? [] };
}

/** The cities of the country or region that is named, in the order that is asked for. */
function manyAround(
  request: PageRequest,
  asked: AskedPlace,
  { places: [first] }: FoundPlaces,
): SearchEntry[] {
  if (first === undefined || 'city' in first) return [];
  // Without this parameter, finding leaves out places that are smaller than those.
  const withSmall = { min_population: '0' };
  if ('country' in first) {
    const { id } = first.country;
    const large = request.release.citiesOf(id).filter(({ population }) => (population ?? 0) >= LARGE);
    const where = { country: id, ...(large.length < FEW && withSmall) };
    return manyIn(request, asked, where, countryName(request, first.country));
  }
  const region = fold(first.region.name).replaceAll(' ', '-');
  return manyIn(request, asked, { country: first.region.country, region, ...withSmall }, first.region.name);
}

function manyIn(
  { messages }: PageRequest,
  { topic, asksForCapitals, month, budget }: AskedPlace,
  where: Record<string, string>,
  place?: string,
): SearchEntry[] {
  const { search: words } = messages;
  const ofMonth = month !== undefined && topic?.warmth !== undefined;
  const sort = (ofMonth ? topic.warmth : topic?.sort) ?? '-population';
  return [
    {
      title: words.cities(asksForCapitals, place),
      kind: 'Cities',
      to: `/find${queryText({ ...where, ...budget, ...(asksForCapitals && { capital: 'true' }), ...(ofMonth && { month: String(month) }), sort })}`,
      text: orderInWords(sort, messages),
    },
  ];
}

/** A name that several cities have leads to a comparison for each of them: none is chosen silently. */
function comparison(view: PageRequest & Searched, text: string, asked: AskedPlace): SearchEntry[] {
  for (const sides of waysToCompare(view, text, asked)) {
    const meant: City[][] = [];
    // A side that means no city ends it: a text that names none would be searched twice as often.
    for (const side of sides) {
      const cities = citiesMeant(view, side);
      if (cities.length === 0) break;
      meant.push(cities);
    }
    if (new Set(meant.flat()).size < sides.length) continue;
    const compared = meant
      .reduce<City[][]>(
        (lists, cities) => lists.flatMap((list) => cities.map((city) => [...list, city])),
        [[]],
      )
      .slice(0, MOST_MEANT ** 2);
    return [
      ...compared.map((cities) => comparisonOf(view, cities, meant)),
      ...[...new Set(meant.flat())].map((city) => entryOf(view, { city })),
    ];
  }
  return [];
}

/** What is compared with what. Cities that are named come before names that may be mistyped. */
function waysToCompare(view: PageRequest & Searched, text: string, asked: AskedPlace): readonly string[][] {
  const { sides, compares } = asked;
  const [name = ''] = asked.names;
  if (sides.length > 1 && askedPlace(name).sides.length > 1 && isPlace(view, name)) return [];
  // Other words may be before and behind a name: `de Madrid a Lisboa`.
  const named = sides.length < 2 ? [] : sides.flatMap((side) => largeCityIn(view, side) ?? []);
  if (named.length > 1) return [named.slice(0, MOST_COMPARED)];
  const listed = text.split(/[,;]/);
  if (listed.length > 1 && listed.every((each) => isLargeCity(view, each)))
    return [listed.slice(0, MOST_COMPARED)];
  const likely =
    sides.length > 1 && (compares || SEPARATORS.test(text)) ? [sides.slice(0, MOST_COMPARED)] : [];
  return [...likely, ...(compares ? halvesOf(name) : halvesNamed(view, name))];
}

/** `Isle of Man`, `Trinidad and Tobago` */
function isPlace({ release }: PageRequest, name: string): boolean {
  return (
    release.search.called(name).length > 0 ||
    release.resolveCountry(name).kind === 'found' ||
    release.regions.named(fold(name)).length > 0
  );
}

/** Whether this is the name of a city that is not too small to be meant, perhaps with where it is. */
function isLargeCity({ release: { search } }: Searched, text: string): boolean {
  const named = text.length < SHORTEST ? undefined : search.named(text);
  return [named, ...search.called(text)].some((city) => (city?.population ?? 0) >= PROMINENT);
}

/** The part of the text that names such a city, the longest first. */
function largeCityIn(view: Searched, text: string): string | undefined {
  return [text, ...partsOf(text).flat()].find((part) => isLargeCity(view, part));
}

function comparisonOf(view: PageRequest, cities: readonly City[], meant: readonly City[][]): SearchEntry {
  const names = cities.map(({ name, country }, at) =>
    meant[at]?.length === 1 ? name : `${name} (${countryName(view, view.release.country(country))})`,
  );
  return {
    title: view.messages.search.compare(names),
    kind: 'Comparison',
    to: `/compare?cities=${cities.map(({ id }) => id).join()}`,
    text: '',
  };
}

/** The city that a text names, or the most prominent ones if it is ambiguous. */
function citiesMeant(view: Searched, text: string): City[] {
  const { search } = view.release;
  const exact = search.named(text);
  if (exact !== undefined) return [exact];
  const [bare = text] = askedPlace(text).names;
  const found = placesFound(view, bare).places.flatMap((place) => ('city' in place ? [place.city] : []));
  const bearers = found.filter((city) => search.called(bare).includes(city));
  return bearers.length > 0 ? bearers.slice(0, MOST_MEANT) : found.slice(0, 1);
}

/** Whether a part of a text names this place, and not one of the many with a common word as their name. */
function isProminent({ release }: PageRequest, part: string, { places: [first], prominence }: FoundPlaces) {
  if (first === undefined || prominence < PROMINENT) return false;
  return !('city' in first) || release.search.bearers(part).includes(first.city);
}

/**
 * The last words, then the first ones, the longest first, of a text of which they name a place, parts of the world last: `Zurich`
 * of `four in Zurich`. What names none is left out, because looking for what it may misspell takes a hundred times as long.
 */
function placesIn({ release }: PageRequest, text: string): string[] {
  const words = text.split(' ');
  if (words.length > MOST_WORDS) return [];
  const isPartOfWorld = (part: string) => partOfWorldNamed(part) !== undefined;
  return (
    [
      ...words.slice(1).map((_, at) => words.slice(at + 1).join(' ')),
      ...words.slice(1).map((_, at) => words.slice(0, -at - 1).join(' ')),
    ]
      .filter(
        (part) =>
          // An article and a name are no question: Las Vegas.
          (part.includes(' ') || askedPlace(part).names.length > 0) &&
          (isPartOfWorld(part) ||
            release.search.bearers(part).length > 0 ||
            release.regions.named(fold(part)).length > 0 ||
            release.countries.some(({ names }) => names.includes(`|${fold(part)}|`))),
      )
      // `Berlin, Germany, Europe`
      .sort((one, other) => Number(isPartOfWorld(one)) - Number(isPartOfWorld(other)))
  );
}

/** `braga lisbon`, unless that is the name of one place: two names of cities that are not too small to be meant. */
function halvesNamed(view: Searched, name: string): string[][] {
  const halves = halvesOf(name).filter((sides) => sides.every((side) => isLargeCity(view, side)));
  return halves.length > 0 && placesFound(view, name).match === 'name' ? [] : halves;
}

/** `paris london` in all ways of two names. A text of many words would be searched many times, and compares nothing. */
function halvesOf(name: string): string[][] {
  const words = name.split(' ');
  if (words.length > MOST_WORDS) return [];
  return words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]);
}
