import { CITY_POPULATION, isTown } from '../../release/dominance.ts';
import { fold, inOwnScript } from '../../release/fold.ts';
import { spelt } from '../../release/spelling.ts';
import { mistakenFor } from '../catalogue/better-known.ts';
import { typingErrorsBetween } from '../catalogue/misspelled-names.ts';
import { type City, type Country, peopleOf } from '../catalogue/place.ts';
import type { Release } from '../catalogue/release.ts';
import { EVERYWHERE, NOWHERE, Scopes } from '../catalogue/scopes.ts';
import { atOnce, type Steps } from '../catalogue/steps.ts';
import { MAX_ID_LENGTH } from '../schemas.ts';
import { mendedText } from './mended-text.ts';

/* Which place a cell of a table means, how sure that is, and which others it may mean. Names are read as everywhere in the API. */

/** A name, and what else a row says about the place. Of several values for one thing, one has to be true. */
export interface Wanted {
  text: string;
  /** Names, codes or ids. */
  countries?: readonly string[];
  regions?: readonly string[];
  population?: number;
}

/** A place that a row may mean. */
export interface Match<Place> {
  place: Place;
  /** From 0 to 100. Of several cities with the name, by their shares of people. */
  score: number;
  /** Whether it can be used without a look at it: the row names it, and no other place of comparable size has the name. */
  match: boolean;
  features: Readonly<Record<string, number | boolean>>;
}

/** A name alone means no city if another with the name has more people than this part of it. */
const COMPARABLE = 1 / 10;
/** A population that differs more than this from the city's own contradicts it. */
const SAME_SIZE = 3;
/** A text of so few Latin letters is a code rather than a name. */
const CODE_LETTERS = 3;
const MOST_TEXTS = 3;
/** The score of a city that has another name, of as many letters that are the same. */
const LIKE = 70;
/** What is less like the text than this is not worth a look. */
const LEAST_SCORE = 10;

/** The cities that a row may mean, the best first. */
export function matchCity(release: Release, wanted: Wanted, limit = 10): Match<City>[] {
  return atOnce(matchingCity(release, wanted, limit));
}

/** The same for who serves others meanwhile: a step for each name that the row has, and for what each may mean. */
export function* matchingCity(release: Release, asWritten: Wanted, limit = 10): Steps<Match<City>[]> {
  const wanted = mended(asWritten);
  const { text } = wanted;
  if (text === '' || text.length > MAX_ID_LENGTH) return [];
  const place = yield* placeIn(release, wanted);
  let read: ReturnType<typeof readingOf>;
  for (const each of textsOf(text, wanted)) {
    const reading = readingOf(release, each);
    if (reading !== undefined && place.has(reading.city)) {
      read = reading;
      break;
    }
    yield;
  }
  if (read === undefined) return yield* likeCities(release, wanted, place, limit);
  const { city } = read;
  const namesakes = release.search.bearers(read.text).filter((each) => each !== city && place.has(each));
  const others = read.isId || place.given.size > 0 ? [] : mistakenFor(release.search, read.text, city);
  const isSafe =
    place.isKnown &&
    others.length === 0 &&
    !LOST.test(text) &&
    (read.isId || (isAlone(city, namesakes, text) && isName(release, read.text, city, place))) &&
    isOfSize(city, wanted.population);
  const people = [city, ...namesakes].reduce((sum, each) => sum + peopleOf(each), 0);
  const share = (each: City) => (people === 0 ? 1 : peopleOf(each) / people);
  // What it names by the rules of the API comes first, even if another one is larger.
  const most = Math.max(...[city, ...namesakes].map(share));
  const found = [...new Set([city, ...namesakes, ...others])].map((each) => ({
    place: each,
    score: others.includes(each)
      ? LIKE * similarity(text, each.name)
      : each !== city
        ? 40 + 45 * share(each)
        : read.isId
          ? 100
          : isSafe
            ? 90 + 10 * share(each)
            : 40 + 45 * most,
    match: isSafe && each === city,
    features: featuresOf(each, text, namesakes.length, place),
  }));
  return inOrder(isSafe && read.isId ? found.slice(0, 1) : found, limit);
}

/** The countries that a text may mean, the best first. */
export function matchCountry(release: Release, { text: asked }: Wanted, limit = 10): Match<Country>[] {
  const text = asked.trim();
  if (text === '' || text.length > MAX_ID_LENGTH) return [];
  const resolved = release.resolveCountry(text);
  if (resolved.kind === 'found') {
    const { place } = resolved;
    return [{ place, score: 100, match: true, features: { name_similarity: similarity(text, place.name) } }];
  }
  if (resolved.kind === 'retired') return [];
  return inOrder(
    resolved.candidates.map((place) => {
      const alike = similarity(text, place.name);
      return { place, score: LIKE * alike, match: false, features: { name_similarity: alike } };
    }),
    limit,
  );
}

function mended({ text, countries = [], regions = [], ...rest }: Wanted): Wanted {
  return {
    ...rest,
    text: mendedText(text).trim(),
    countries: countries.map(mendedText),
    regions: regions.map(mendedText),
  };
}

/** How a text that names a city is read, and whether it is an id that nobody writes as a name. */
function readingOf(release: Release, text: string) {
  // What else it may mean is looked for if no text names a city.
  const resolved = release.identifiedCity(text);
  if (resolved?.kind !== 'found') return undefined;
  const isId = /^[a-z]+:/.test(text) || (resolved.canonical && text.includes('-'));
  return { city: resolved.place, text: release.search.reading(text).text, isId };
}

/** The name alone, as it may say itself where the city is, then with what else the row says. */
function textsOf(text: string, { countries = [], regions = [] }: Wanted): string[] {
  const [region] = regions;
  const [country] = countries;
  const texts = [
    text,
    [text, region, country].filter((each) => each !== undefined).join(', '),
    ...(region === undefined || country === undefined ? [] : [`${text}, ${country}`]),
  ];
  return [...new Set(texts)].slice(0, MOST_TEXTS);
}

/** Where a row says that the city is. */
interface Place {
  has(city: City): boolean;
  /** As far as they are known; everywhere if the row says nothing. */
  scopes: Scopes;
  /** False if the row names a country or a region that we do not know, so that it cannot be checked. */
  isKnown: boolean;
  /** By constraint. */
  given: ReadonlyMap<'country' | 'region', Scopes>;
}

function* placeIn(release: Release, { countries = [], regions = [] }: Wanted): Steps<Place> {
  const given = new Map<'country' | 'region', Scopes>();
  if (countries.length > 0)
    given.set('country', yield* anyOf(countries, (name) => scopesOfCountry(release, name)));
  if (regions.length > 0)
    given.set('region', yield* anyOf(regions, (name) => release.search.scopes(name.slice(0, MAX_ID_LENGTH))));
  const known = [...given.values()].filter((scopes) => !scopes.isEmpty);
  return {
    has: (city) => known.every((scopes) => scopes.has(city)),
    scopes: known.reduce((all, scopes) => all.and(scopes), EVERYWHERE),
    isKnown: known.length === given.size,
    given,
  };
}

/** A country with its territories, because tables call San Juan's country the United States. */
function scopesOfCountry(release: Release, name: string): Scopes {
  const resolved = release.resolveCountry(name.trim().slice(0, MAX_ID_LENGTH));
  if (resolved.kind !== 'found') return release.search.scopes(name.slice(0, MAX_ID_LENGTH)).wholeCountries();
  const { id } = resolved.place;
  const territories = release.countries.filter(({ part_of }) => part_of === id);
  return Scopes.of([id, ...territories.map((each) => each.id)].map((country) => ({ country, region: '' })));
}

function* anyOf(names: readonly string[], scopesOf: (name: string) => Scopes): Steps<Scopes> {
  let either = NOWHERE;
  for (const name of names) {
    either = either.or(scopesOf(name));
    yield;
  }
  return either;
}

/** Whether no other city of comparable size has the name, and no smaller one has it exactly as it is written. */
function isAlone(city: City, namesakes: readonly City[], text: string): boolean {
  const isWritten = (other: City) => fold(text).startsWith(fold(other.name)) && !isTown(other);
  return namesakes.every(
    (other) =>
      peopleOf(other) <= COMPARABLE * peopleOf(city) &&
      (isWritten(city) || !isWritten(other) || fold(other.name) === fold(city.name)),
  );
}

/** Whether the text is more than a code, and no region elsewhere: `Ontario` is a city of California, and seldom meant. */
function isName(release: Release, text: string, city: City, { scopes: given }: Place): boolean {
  const letters = fold(text).replaceAll(' ', '').length;
  const isCalled = release.search.called(text).includes(city);
  if (inOwnScript(text) === undefined && letters <= CODE_LETTERS && !isCalled) return false;
  if (NO_NAME.test(text) || namesSeveral(release, text, city)) return false;
  if (given === EVERYWHERE && !isOnlyOne(release, text, city)) return false;
  const scopes = release.search.scopesNamed(text).and(given);
  return scopes.isEmpty || scopes.has(city) || isLargerThan(release, scopes, city);
}

/** What tables have where no city is meant, or above a column. Towns are called None, Asia and City. */
const NO_NAME =
  /^\W*(?:none|null|nil|city|town|place|name|total|other|home|asia|africa|america|europe|oceania|eu|emea|apac|latam)\W*$/i;

/**
 * Whether the gazetteer would have a city that the name alone may also mean. It lacks most towns, so of a town it cannot say that
 * no other has its name, and any other name of a city may be that of a larger one: of Vienna it lacks the Chinese name, which it
 * has for a town in West Virginia.
 */
function isOnlyOne(release: Release, text: string, city: City): boolean {
  const level = release.search.levelOf(text, city);
  if (level === 'other') return COMPARABLE * peopleOf(city) >= CITY_POPULATION;
  return level === undefined || !isTown(city);
}

/** Whether the city has more people than the regions of its country that have its name: Kyiv is not in the region of Kyiv. */
function isLargerThan(release: Release, scopes: Scopes, city: City): boolean {
  if ([...scopes.entries()].some(([country]) => country !== city.country)) return false;
  const around = release.citiesOf(city.country).filter((each) => scopes.has(each));
  return peopleOf(city) >= around.reduce((sum, each) => sum + peopleOf(each), 0);
}

/** Whether a part of the text is the name of another city of comparable size, rather than where the city is: `Dallas-Fort Worth`. */
function namesSeveral(release: Release, text: string, city: City): boolean {
  const [first = ''] = text.split(/[,;(]/);
  const parts = first.split(/[-–/&+]| and /u).filter((part) => part.trim() !== '');
  return (
    parts.length > 1 &&
    spelt(fold(first)) !== spelt(fold(city.name)) &&
    parts
      .slice(0, MOST_TEXTS)
      .filter((part) => !release.search.scopes(part).has(city))
      .flatMap((part) => release.search.called(part))
      .some((other) => other !== city && peopleOf(other) > COMPARABLE * peopleOf(city))
  );
}

function isOfSize({ population }: City, wanted: number | undefined): boolean {
  if (wanted === undefined || !(wanted > 0)) return true;
  const times = (population ?? 0) / wanted;
  return times <= SAME_SIZE && times >= 1 / SAME_SIZE;
}

/** What the text may mean where it names no city for certain: cities with the name, with one like it, or with a part of it. */
function* likeCities(release: Release, wanted: Wanted, place: Place, limit: number): Steps<Match<City>[]> {
  const { text } = wanted;
  const candidates: City[] = [];
  for (const each of textsOf(text, wanted)) {
    const resolved = release.resolveCity(each);
    if (resolved.kind === 'found') candidates.push(resolved.place);
    else if (resolved.kind === 'unknown') candidates.push(...resolved.candidates);
    yield;
  }
  const all = [
    ...new Set([...legibleNames(text).flatMap((name) => release.search.called(name)), ...candidates]),
  ];
  const inside = all.filter((city) => place.has(city));
  const named = new Set(release.search.bearers(text).filter((city) => place.has(city)));
  const people = [...named].reduce((sum, city) => sum + peopleOf(city), 0);
  const matches = (inside.length > 0 ? inside : all).slice(0, limit * 2).map((city) => {
    const alike = similarity(text, city.name);
    const isNamed = named.has(city);
    const score = isNamed
      ? 40 + (45 * peopleOf(city)) / Math.max(people, 1)
      : place.has(city)
        ? LIKE * alike
        : 20 * alike;
    return {
      place: city,
      score: isOfSize(city, wanted.population) ? score : score / 2,
      match: false,
      features: featuresOf(city, text, isNamed ? named.size - 1 : 0, place),
    };
  });
  return inOrder(matches, limit);
}

/** What a name may have been of which up to two letters are lost: `M�nchen`, `M?nchen`. */
function legibleNames(text: string): string[] {
  const [phrase = ''] = text.split(/[,;(]/);
  const parts = phrase.split(/�+|(?<=\p{L})\?+(?=\p{L})/u);
  if (parts.length < 2 || parts.length > 3) return [];
  return parts
    .slice(1)
    .reduce(
      (names, part) => names.flatMap((name) => ACCENTED.map((letter) => name + letter + part)),
      [parts[0] ?? ''],
    );
}

/** Where a program could not write a letter. */
const LOST = /\ufffd+|(?<=\p{L})\?+|\?+(?=\p{L})/u;
/** Letters that have accents, as names are compared. */
const ACCENTED = [...'aeiouycnsz', 'ss', 'ae'];

function featuresOf(city: City, text: string, namesakes: number, { given }: Place): Match<City>['features'] {
  const [country, region] = [given.get('country'), given.get('region')];
  return {
    name_similarity: similarity(text, city.name),
    namesakes,
    population: peopleOf(city),
    ...(country === undefined ? {} : { country: country.has(city) }),
    ...(region === undefined ? {} : { region: region.has(city) }),
  };
}

/** From 0 to 1: by typing errors between the names, in the form in which names are compared. */
function similarity(text: string, name: string): number {
  const [phrase = ''] = text.split(/[,;(]/);
  const [one, other] = [spelt(fold(phrase)), spelt(fold(name))];
  const longest = Math.max(one.length, other.length);
  return longest === 0 ? 0 : Math.round(100 * (1 - typingErrorsBetween(one, other) / longest)) / 100;
}

/** Ordered by score, those with equal ones as they were. Scores are to a tenth. */
function inOrder<Place>(matches: readonly Match<Place>[], limit: number): Match<Place>[] {
  return matches
    .map((match) => ({ ...match, score: Math.round(10 * match.score) / 10 }))
    .filter(({ score }) => score >= LEAST_SCORE)
    .sort((one, other) => Number(other.match) - Number(one.match) || other.score - one.score)
    .slice(0, limit);
}
