import { DOMINANCE, isCityOfToday } from '../release/dominance.ts';
import { fold } from '../release/fold.ts';
import { withoutKindOfRegion } from '../release/kinds-of-region.ts';
import type { City } from './release.ts';

/** What people add to the name of a city: a country, or a region of one. */
export interface Qualifier {
  /** Country id. */
  country: string;
  /** Name of the region; empty: anywhere in the country. */
  region: string;
}

/** One way to read a text: the name of a city, and where it is. */
interface Reading {
  name: string;
  qualifiers: readonly Qualifier[];
}

/** The places of the release, by folded names. */
export interface NamedPlaces {
  /** Cities that have exactly this name, as their own or as another one. */
  cities(name: string): readonly City[];
  qualifiers(name: string): readonly Qualifier[];
  /** The state that a territory belongs to; the id of a state itself. */
  stateOf(country: string): string;
}

/** Finds cities by a folded name: exactly, by the beginning of a name, or in spite of typing errors. */
export type FindCities = (name: string) => readonly City[];

/** A text longer than this is read as a name alone. */
const MOST_WORDS = 12;
/** A city this many times as large may be meant by its alternative name, although a smaller city has the name as its own. */
export const RENOWN = 10;
/** Enough for a region, a country and its code. */
const MOST_QUALIFIERS = 3;
/** Both spellings are in use, and GeoNames has sometimes one, sometimes the other. */
const SPELLINGS = [
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['ft', 'fort'],
  ['mt', 'mount'],
  ['pt', 'port'],
  ['sta', 'santa'],
  ['sto', 'santo'],
] as const;

/**
 * Reads names of cities as people and programs write them: `Lisbon, Portugal`, `Austin, TX`, `portland oregon`,
 * `paris-france`, `Германия, Мюнхен`.
 */
export class PlaceNames {
  readonly #places: NamedPlaces;

  constructor(places: NamedPlaces) {
    this.#places = places;
  }

  /** The city that the text names, if it is unambiguous. */
  city(text: string): City | undefined {
    const alone = { name: fold(text), qualifiers: [] };
    const named = theOne(this.#named(alone), alone.name);
    if (named !== undefined) return named;
    for (const readings of this.#readings(text)) {
      const meant = new Set(
        readings.flatMap((reading) => theOne(this.#named(reading), reading.name) ?? this.#named(reading)),
      );
      if (meant.size > 0) return meant.size === 1 ? [...meant][0] : undefined;
    }
    return this.#cityOfTwoNames(text);
  }

  /** The cities that the text may name when it says where they are, the most likely first. */
  citiesInside(text: string, find: FindCities = this.#places.cities): City[] {
    for (const readings of this.#readings(text)) {
      const cities = readings.flatMap((reading) => {
        const found = spellings(reading.name).flatMap((name) => [...find(name)]);
        return this.#inside(found, reading).toSorted(byClaim(reading.name));
      });
      if (cities.length > 0) return [...new Set(cities)];
    }
    return [];
  }

  /** `Kyiv (Kiev), Ukraine`, `Biel/Bienne`: both names must mean the same city. */
  #cityOfTwoNames(text: string): City | undefined {
    const [, before = '', inner = '', after = ''] = /^([^(,/]+)[(/]([^(),/]+)\)?(.*)$/u.exec(text) ?? [];
    if (before.trim() === '' || fold(inner) === '') return undefined;
    const [first, second] = [this.city(before + after), this.city(inner + after)];
    return first === second ? first : undefined;
  }

  #named(reading: Reading): City[] {
    const cities = spellings(reading.name).flatMap((name) => [...this.#places.cities(name)]);
    return [...new Set(this.#inside(cities, reading))];
  }

  /** A state's name also covers its territories, because people write `San Juan, USA`. */
  #inside(cities: readonly City[], { qualifiers }: Reading): City[] {
    return cities.filter((city) =>
      qualifiers.every(({ country, region }) =>
        region === ''
          ? country === city.country || country === this.#places.stateOf(city.country)
          : country === city.country && region === city.region,
      ),
    );
  }

  /** Ways to read the text as a name with qualifiers, the usual ways first. */
  *#readings(text: string): Generator<Reading[]> {
    // First without dots between initials, so that `U.S.A.` and `D.C.` are one word; then with them, for `J.V. González`.
    for (const written of new Set([text.replaceAll(INITIALS, ''), text]))
      for (const ends of /[()（）]/u.test(written) ? [COMMAS, BRACKETS] : [COMMAS]) {
        const phrases = phrasesOf(written, ends);
        const words = phrases.flat();
        if (words.length < 2 || words.length > MOST_WORDS) break;
        if (phrases.length > 1) yield* this.#readingsOfPhrases(phrases);
        else yield* this.#readingsOfWords(words);
      }
  }

  /** The name is the first or the last phrase; if not, one in between. */
  *#readingsOfPhrases(phrases: readonly (readonly string[])[]): Generator<Reading[]> {
    const named = (at: number) => this.#qualified(phrases[at] ?? [], phrases.toSpliced(at, 1));
    yield [...named(0), ...named(phrases.length - 1)];
    for (let at = 1; at < phrases.length - 1; at++) yield named(at);
  }

  /** Without a comma, the name may be any number of words at the start or the end; if not, in between. */
  *#readingsOfWords(words: readonly string[]): Generator<Reading[]> {
    const named = (start: number, end: number) =>
      this.#qualified(words.slice(start, end), [[...words.slice(0, start), ...words.slice(end)]]);
    const inner = [...words.keys()].slice(1);
    yield inner.flatMap((at) => [...named(0, at), ...named(at, words.length)]);
    yield inner.flatMap((start) => inner.filter((end) => end > start).flatMap((end) => named(start, end)));
  }

  #qualified(name: readonly string[], rest: readonly (readonly string[])[]): Reading[] {
    const asWritten = this.#split(rest.flat(), MOST_QUALIFIERS);
    const read =
      asWritten.length > 0 ? asWritten : this.#split(rest.flatMap(withoutKindOfRegion), MOST_QUALIFIERS);
    return read.map((qualifiers) => ({ name: name.join(' '), qualifiers }));
  }

  /** Every way to read the words as up to this many qualifiers, each of which may have several meanings. */
  #split(words: readonly string[], most: number): Qualifier[][] {
    if (words.length === 0) return [[]];
    if (most === 0) return [];
    return words.flatMap((_, index) => {
      const meanings = this.#places.qualifiers(words.slice(0, index + 1).join(' '));
      if (meanings.length === 0) return [];
      const rest = this.#split(words.slice(index + 1), most - 1);
      return meanings.flatMap((first) => rest.map((others) => [first, ...others]));
    });
  }
}

/** Cities of today first (not sections or former places), then those whose own name it is, then capitals, then the largest. */
export function byClaim(name: string): (left: City, right: City) => number {
  const same = new Set(spellings(name));
  const claim = (city: City) =>
    (isToday(city) ? 0 : 4) + (same.has(fold(city.name)) ? 0 : 2) + (city.isCapital ? 0 : 1);
  return (left, right) => claim(left) - claim(right) || left.rank - right.rank;
}

/**
 * The city meant by a name that all of these have; undefined if ambiguous. A section of a city or a former place is meant only if
 * there is nothing else. If the name is the id of one city, it means that city. Otherwise it means a city with this as its own
 * name or, if there is none, as an alternative name; among several, the one that is large enough to own the bare name as an id.
 * It is ambiguous if a far larger city has it as an alternative name.
 */
function theOne(named: readonly City[], name: string): City | undefined {
  const cities = named.some(isToday) ? named.filter(isToday) : named;
  const same = new Set(spellings(name));
  const identified = cities.filter(({ id }) => same.has(fold(id)));
  if (identified.length === 1) return identified[0];
  const own = cities.filter((city) => same.has(fold(city.name)));
  const others = cities.filter((city) => !own.includes(city));
  const meant = outgrowing(own, DOMINANCE);
  if (own.length === 0) return outgrowing(others, DOMINANCE);
  if (meant === undefined) return undefined;
  return others.every((other) => peopleOf(other) < RENOWN * peopleOf(meant)) ? meant : undefined;
}

function outgrowing(cities: readonly City[], factor: number): City | undefined {
  const [largest, next] = cities.toSorted((left, right) => left.rank - right.rank);
  if (largest === undefined || next === undefined) return largest;
  return peopleOf(largest) >= factor * peopleOf(next) ? largest : undefined;
}

function peopleOf({ population }: City): number {
  return population ?? 0;
}

function isToday({ kind }: City): boolean {
  return isCityOfToday({ feature: kind });
}

const COMMAS = /[,،、，;]/u;
/** `Columbus (Ohio)` is `Columbus, Ohio`. */
const BRACKETS = /[,،、，;()（）]/u;

const INITIALS = /(?<=(?:^|[^\p{L}])\p{L})\.(?=\p{L}(?:[^\p{L}]|$))/gu;

/** Words of the parts of a text, folded. */
function phrasesOf(text: string, ends: RegExp): string[][] {
  return text
    .split(ends)
    .map((part) => fold(part).split(' '))
    .map((words) => words.filter((word) => word !== ''))
    .filter((words) => words.length > 0);
}

/** The name, and what it is with `St`, `Ft` and the like written out or abbreviated. */
function spellings(name: string): string[] {
  const found = new Set([name]);
  for (const [short, long] of SPELLINGS) {
    const words = name.split(' ');
    found.add(words.map((word) => (word === short ? long : word)).join(' '));
    found.add(words.map((word) => (word === long ? short : word)).join(' '));
  }
  return [...found];
}
