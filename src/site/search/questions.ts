import { partsOf } from '../../engine/catalogue/barer-names.ts';
import type { City, Country } from '../../engine/catalogue/place.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { countryName } from '../../engine/places/country-names.ts';
import { partOfWorldNamed } from '../../engine/places/parts-of-world.ts';
import { fold } from '../../release/fold.ts';
import { conditionsInWords } from '../explorer/find-questions.ts';
import type { PageRequest } from '../page-request.ts';
import type { AirportNames } from './airport-names.ts';
import { type AskedPay, payIn } from './asked-pay.ts';
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
  /\s+(?:vs\.?|versus|v\.?|(?:(?:more|less)\s+\p{L}+|\p{L}+er)\s+than|than|or|and|to|with|und|oder|et|ou|y|o|compared (?:to|with))\s+|\s*[&/|]\s*/iu;
/** A country with fewer large cities has its small ones listed, too. */
const [LARGE, FEW] = [100_000, 10];
const MOST_COMPARED = 5;
/** How many cities a name may mean. */
const MOST_MEANT = 2;
const MOST_WORDS = 8;
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
  const pay = payIn(request.release, text);
  const asked: Asked = { ...askedPlace(pay?.rest ?? text), pay };
  const none: Answers = { places: [], guesses: [], topic: asked.topic?.to };
  const view = { ...request, airports };
  const compared = comparison(view, pay?.rest ?? text, asked);
  if (compared.length > 0) return { ...none, places: compared };
  const [name] = asked.names;
  const asksForMany =
    asked.asksForMany ||
    pay !== undefined ||
    (asked.month !== undefined && asked.topic?.warmth !== undefined);
  const parts = isUnknown || pay !== undefined ? placesIn(request, name ?? pay?.rest ?? text) : [];
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
    return { ...none, places: [...many, ...found.entries.map((entry) => forHousehold(entry, asked))] };
  }
  const found = name === undefined || fold(name) === fold(text) ? undefined : placesFound(view, name);
  return { ...none, guesses: found?.entries ?? [] };
}

/** What a question asks, with the money in it. */
interface Asked extends AskedPlace {
  pay: AskedPay | undefined;
}

/** The page of a place, for the household that the question names. */
function forHousehold(entry: SearchEntry, { household }: Asked): SearchEntry {
  const isOfPlace = household !== undefined && /^\/(cities|countries)\//.test(entry.to);
  return isOfPlace ? { ...entry, to: `${entry.to}?household=${household}` } : entry;
}

/** The cities of the country or region that is named, in the order that is asked for. */
function manyAround(request: PageRequest, asked: Asked, { places: [first] }: FoundPlaces): SearchEntry[] {
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

/** What is warm or cool enough, by the order that asks for it. */
const MILD: Readonly<Record<string, Record<string, string>>> = {
  '-high': { high_min: '20' },
  high: { high_max: '22' },
};

function manyIn(
  { messages }: PageRequest,
  { topic, asksForCapitals, month, household, isCheap, enough, pay }: Asked,
  where: Record<string, string>,
  place?: string,
): SearchEntry[] {
  const { search: words } = messages;
  const warmth = month === undefined ? undefined : topic?.warmth;
  // The hottest place is rarely what someone with other wishes means.
  const isOneOfMany = pay !== undefined || isCheap || Object.keys(enough).length > 0;
  const best = isCheap ? 'budget' : '-quality';
  const query = {
    ...where,
    ...(asksForCapitals && { capital: 'true' }),
    ...(warmth !== undefined && { month: String(month), ...(isOneOfMany && MILD[warmth]) }),
    ...(pay !== undefined && { budget_max: pay.amount }),
    ...(pay?.currency !== undefined && { currency: pay.currency }),
    ...(household !== undefined && { household }),
    ...enough,
    sort:
      warmth !== undefined && isOneOfMany
        ? best
        : (warmth ?? topic?.sort ?? (pay === undefined ? '-population' : '-quality')),
    // Cities of a country have much alike: one of each says more about where the money is enough.
    ...(pay !== undefined && where.country === undefined && { each: 'country' }),
  };
  return [
    {
      title: words.cities(asksForCapitals, place),
      kind: 'Cities',
      to: `/find${queryText(query)}`,
      text: conditionsInWords(query, messages),
    },
  ];
}

/** A name that several cities have leads to a comparison for each of them: none is chosen silently. */
function comparison(view: PageRequest & Searched, text: string, asked: Asked): SearchEntry[] {
  for (const way of waysToCompare(view, text, asked)) {
    const sides = payFirst(way, asked);
    const meant: Side[] = [];
    // A side that means no place ends it: a text that names none would be searched twice as often.
    for (const side of sides) {
      const places = placesMeant(view, side);
      if (places.length === 0) break;
      meant.push(places);
    }
    const chosen = withCountries(meant);
    const different = new Set(chosen.flat().map((place) => ('city' in place ? place.city : place.country)));
    if (different.size < sides.length) continue;
    const compared = chosen
      .reduce<Meant[][]>(
        (lists, places) => lists.flatMap((list) => places.map((place) => [...list, place])),
        [[]],
      )
      .slice(0, MOST_MEANT ** 2);
    return [
      ...compared.map((places) => comparisonOf(view, places, chosen, asked)),
      ...[...new Set(chosen.flat())].map((place) => forHousehold(entryOf(view, place), asked)),
    ];
  }
  return [];
}

/** The place where the pay is comes first: `what salary in Zurich equals 60k in Madrid`. */
function payFirst(sides: readonly string[], { pay }: Asked): readonly string[] {
  const behind = fold(pay?.behind ?? '').replace(/^(?:in|en|a) /, '');
  const where = sides.findIndex((side) => behind !== '' && behind.startsWith(fold(side)));
  return sides.toSorted((one, other) => Number(other === sides[where]) - Number(one === sides[where]));
}

/** What is compared with what. Places that are named come before names that may be mistyped. */
function waysToCompare(view: PageRequest & Searched, text: string, asked: Asked): readonly string[][] {
  const { sides, compares } = asked;
  const [name = ''] = asked.names;
  if (sides.length > 1 && askedPlace(name).sides.length > 1 && isPlace(view, name)) return [];
  // Other words may be before and behind a name: `de Madrid a Lisboa`.
  const named = sides.length < 2 ? [] : sides.flatMap((side) => knownIn(view, side, compares) ?? []);
  if (named.length > 1) return [named.slice(0, MOST_COMPARED)];
  const listed = text.split(/[,;]/);
  if (listed.length > 1 && listed.every((each) => isLargeCity(view, each)))
    return [listed.slice(0, MOST_COMPARED)];
  const likely =
    sides.length > 1 && (compares || SEPARATORS.test(text)) ? [sides.slice(0, MOST_COMPARED)] : [];
  return [...likely, ...namesInARow(view, name), ...(compares ? halvesOf(name) : [])];
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

/** The part of the text that names such a city or a country, the longest first. */
function knownIn(view: Searched, text: string, orCountry: boolean): string | undefined {
  return [text, ...partsOf(text).flat()].find(
    (part) => isLargeCity(view, part) || (orCountry && isCountry(view, part)),
  );
}

/** Whether a country has this name, not as a code. */
function isCountry({ release }: Searched, text: string): boolean {
  return release.countries.some(({ names }) => names.includes(`|${fold(text)}|`));
}

/** A country that is not also the name of its city leads to a comparison of countries, where the other names are countries too. */
function withCountries(sides: readonly Side[]): Meant[][] {
  const countries = sides.map((side) => side.filter((place) => 'country' in place));
  const areCountries = sides.some((side) => side.every((place) => 'country' in place));
  if (areCountries && countries.every((side) => side.length > 0)) return countries;
  return sides.map((side) => {
    const cities = side.filter((place) => 'city' in place);
    return cities.length > 0 ? cities : [...side];
  });
}

function comparisonOf(
  view: PageRequest,
  places: readonly Meant[],
  meant: readonly Side[],
  { pay, household }: Asked,
): SearchEntry {
  const names = places.map((place, at) => {
    if ('country' in place) return countryName(view, place.country);
    const { name, country } = place.city;
    return meant[at]?.length === 1 ? name : `${name} (${countryName(view, view.release.country(country))})`;
  });
  const ids = (kind: 'city' | 'country') =>
    places.flatMap((place) => {
      const of: { city?: City; country?: Country } = place;
      return of[kind]?.id ?? [];
    });
  const [cities, countries] = [ids('city'), ids('country')];
  const query = {
    ...(cities.length > 0 && { cities: cities.join() }),
    ...(countries.length > 0 && { countries: countries.join() }),
    ...(household !== undefined && { household }),
    ...(pay !== undefined && { amount: pay.amount }),
    ...(pay?.currency !== undefined && { currency: pay.currency }),
  };
  return {
    title: view.messages.search.compare(names),
    kind: 'Comparison',
    to: `/compare${queryText(query)}`,
    text: '',
  };
}

type Meant = { city: City } | { country: Country };
/** What one name of a comparison may mean: a country, its city of that name, or several cities. */
type Side = readonly Meant[];

/** The country or city that a text names, or the most prominent cities if it is ambiguous; of a region its largest city. */
function placesMeant(view: Searched, text: string): Meant[] {
  const { release } = view;
  const exact = release.search.named(text);
  const [bare = text] = askedPlace(text).names;
  const { places } = placesFound(view, bare);
  const [first] = places;
  const cities = places.flatMap((place) => ('city' in place ? [place.city] : []));
  if (first !== undefined && 'country' in first) {
    const own = cities.filter(({ id, country }) => id === country && country === first.country.id);
    return [first, ...own.map((city) => ({ city }))];
  }
  if (exact !== undefined) return [{ city: exact }];
  if (first !== undefined && 'region' in first) {
    const { region } = first;
    const [largest] = release.citiesOf(region.country).filter((city) => region.has(city));
    if (largest !== undefined) return [{ city: largest }];
  }
  const bearers = cities.filter((city) => release.search.called(bare).includes(city));
  const meant = bearers.length > 0 ? bearers.slice(0, MOST_MEANT) : cities.slice(0, 1);
  return meant.map((city) => ({ city }));
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
            isCountry({ release }, part)),
      )
      // `Berlin, Germany, Europe`
      .sort((one, other) => Number(isPartOfWorld(one)) - Number(isPartOfWorld(other)))
  );
}

/** `braga lisbon`, `london singapore dubai`, unless that is the name of one place: names of cities that are not too small to be meant. */
function namesInARow(view: Searched, name: string): string[][] {
  const words = name.split(/,?\s+/u);
  if (words.length < 2 || words.length > MOST_WORDS) return [];
  /** The names from a word on, the longest first; undefined if the rest has none. */
  const namesFrom = (at: number): string[] | undefined => {
    if (at === words.length) return [];
    for (let end = words.length; end > at; end--) {
      const side = words.slice(at, end).join(' ');
      const rest = isLargeCity(view, side) ? namesFrom(end) : undefined;
      if (rest !== undefined) return [side, ...rest];
    }
    return undefined;
  };
  const names = namesFrom(0) ?? [];
  return names.length < 2 || placesFound(view, name).match === 'name' ? [] : [names];
}

/** `paris london` in all ways of two names. A text of many words would be searched many times, and compares nothing. */
function halvesOf(name: string): string[][] {
  const words = name.split(' ');
  if (words.length > MOST_WORDS) return [];
  return words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]);
}
