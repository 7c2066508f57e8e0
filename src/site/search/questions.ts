import type { City } from '../../engine/catalogue/place.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { countryName } from '../../engine/places/country-names.ts';
import { partOfWorldNamed } from '../../engine/places/parts-of-world.ts';
import { fold } from '../../release/fold.ts';
import { orderInWords } from '../explorer/find-questions.ts';
import type { PageRequest } from '../page-request.ts';
import type { AirportNames } from './airport-names.ts';
import { type AskedPlace, askedPlace } from './asked-words.ts';
import { entryOf, type FoundPlaces, placesFound, type Searched } from './found-places.ts';
import type { SearchEntry } from './search-entry.ts';

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
const MOST_COMPARED = 5;
/** How many cities a name may mean. */
const MOST_MEANT = 2;
const MOST_WORDS = 6;

/** Reads a text that is not the name of a place as a question. */
export function answersTo(request: PageRequest, airports: AirportNames, text: string): Answers {
  const asked = askedPlace(text);
  const none: Answers = { places: [], guesses: [], topic: asked.topic?.to };
  const view = { ...request, airports };
  const compared = comparison(view, asked);
  if (compared.length > 0) return { ...none, places: compared };
  const [name] = asked.names;
  if (name === undefined) return { ...none, places: asked.asksForMany ? manyIn(request, asked, {}) : [] };
  for (const each of asked.names) {
    const part = partOfWorldNamed(each);
    const [id] = Object.values(part ?? {});
    if (part !== undefined && id !== undefined)
      return { ...none, places: manyIn(request, asked, { ...part }, request.messages.find.place(id)) };
    if (fold(each) === fold(text)) continue;
    const found = placesFound(view, each);
    if (found.match !== 'name') continue;
    const many = asked.asksForMany ? manyAround(request, asked, found) : [];
    return { ...none, places: [...many, ...found.entries] };
  }
  const found = fold(name) === fold(text) ? undefined : placesFound(view, name);
  return { ...none, guesses: found?.entries ?? [] };
}

/** The cities of the country or region that is named, in the order that is asked for. */
function manyAround(
  request: PageRequest,
  asked: AskedPlace,
  { places: [first] }: FoundPlaces,
): SearchEntry[] {
  if (first === undefined || 'city' in first) return [];
  if ('country' in first)
    return manyIn(request, asked, { country: first.country.id }, countryName(request, first.country));
  const region = fold(first.region.name).replaceAll(' ', '-');
  return manyIn(request, asked, { country: first.region.country, region }, first.region.name);
}

function manyIn(
  { messages }: PageRequest,
  { topic }: AskedPlace,
  where: Record<string, string>,
  place?: string,
): SearchEntry[] {
  const { search: words } = messages;
  const sort = topic?.sort ?? '-population';
  return [
    {
      title: place === undefined ? words.cities : words.citiesIn(place),
      kind: 'Cities',
      to: `/find${queryText({ ...where, sort })}`,
      text: orderInWords(sort, messages),
    },
  ];
}

/** A name that several cities have leads to a comparison for each of them: none is chosen silently. */
function comparison(
  view: PageRequest & Searched,
  { names: [name = ''], compares }: AskedPlace,
): SearchEntry[] {
  const parts = name.split(SEPARATORS).slice(0, MOST_COMPARED);
  for (const sides of parts.length > 1 ? [parts] : compares ? halvesOf(name) : []) {
    const meant: City[][] = [];
    // A side that means no city ends it: a text that names none would be searched twice as often.
    for (const side of sides) {
      const cities = citiesMeant(view, side);
      if (cities.length === 0) break;
      meant.push(cities);
    }
    if (meant.length < sides.length) continue;
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

/** `paris london` in all ways of two names. A text of many words would be searched many times, and compares nothing. */
function halvesOf(name: string): string[][] {
  const words = name.split(' ');
  if (words.length > MOST_WORDS) return [];
  return words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]);
}
