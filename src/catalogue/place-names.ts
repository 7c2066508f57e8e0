import { DOMINANCE, isCityOfToday } from '../release/dominance.ts';
import { fold } from '../release/fold.ts';
import type { City, Country } from './release.ts';

/** A first-level region; its names are folded, each between two bars. */
export interface Region {
  country: string;
  name: string;
  names: string;
}

/** What a qualifier may stand for: a country, or a region of one. */
interface Surroundings {
  country: string;
  /** Undefined: anywhere in the country. */
  region: string | undefined;
}

/** One way to read a text: the name of a city, and where it lies. */
interface Reading {
  name: string;
  surroundings: readonly Surroundings[];
}

export interface PlaceNamesParts {
  countries: readonly Country[];
  regions: readonly Region[];
  /** Cities of which one name, folded, is exactly this. */
  namedExactly: (folded: string) => readonly City[];
}

/** A text longer than this is read as a name alone. */
const MOST_WORDS = 12;
/** A city that is so many times as large may be what its other name means, although a smaller one has it as its own. */
const RENOWN = 10;
/** Enough for a region and a country. */
const MOST_QUALIFIERS = 3;
/** Both spellings are in use, and GeoNames has now one, now the other. */
const SPELLINGS = [
  ['st', 'saint'],
  ['ft', 'fort'],
  ['mt', 'mount'],
] as const;

/**
 * Reads names of cities as people and programs write them: `Lisbon, Portugal`, `Austin, TX`, `portland oregon`,
 * `paris-france`, `Германия, Мюнхен`.
 */
export class PlaceNames {
  readonly #namedExactly: PlaceNamesParts['namedExactly'];
  readonly #surroundings = new Map<string, Surroundings[]>();

  constructor({ countries, regions, namedExactly }: PlaceNamesParts) {
    this.#namedExactly = namedExactly;
    for (const { id, alpha2, alpha3, names } of countries) {
      const country = { country: id, region: undefined };
      for (const name of new Set([fold(id), fold(alpha2), fold(alpha3), ...namesIn(names)]))
        this.#add(name, country);
    }
    for (const { country, name, names } of regions) {
      for (const each of namesIn(names)) this.#add(each, { country, region: name });
    }
  }

  /** Whether this is the name, folded, of a first-level region. */
  isRegion(name: string): boolean {
    const meanings = this.#surroundings.get(name) ?? [];
    return meanings.some(({ region }) => region !== undefined && fold(region) === name);
  }

  /** The city that the text names, if there is no doubt. */
  city(text: string): City | undefined {
    const [alone, ...qualified] = this.#readings(text);
    const named = alone === undefined ? undefined : theOne(this.#named(alone), alone.name);
    if (named !== undefined) return named;
    const meant = new Set(
      qualified.flatMap((reading) => theOne(this.#named(reading), reading.name) ?? this.#named(reading)),
    );
    return meant.size === 1 ? [...meant][0] : undefined;
  }

  /** The cities that the text may name when it says where they lie, the largest first. */
  citiesInside(text: string, named: (folded: string) => readonly City[] = this.#namedExactly): City[] {
    const [, ...qualified] = this.#readings(text);
    const cities = qualified.flatMap((reading) => inside(named(reading.name), reading));
    return [...new Set(cities)].sort((left, right) => left.rank - right.rank);
  }

  #named(reading: Reading): City[] {
    const cities = spellings(reading.name).flatMap((name) => this.#namedExactly(name));
    return [...new Set(inside(cities, reading))];
  }

  /** The text as a name alone comes first. */
  #readings(text: string): Reading[] {
    const phrases = phrasesOf(text);
    const words = phrases.flat();
    const alone = { name: words.join(' '), surroundings: [] };
    if (words.length < 2 || words.length > MOST_WORDS) return [alone];
    const readings: Reading[] = [alone];
    // A comma ends the name. Without one it may end, or begin, after any word.
    const ends = phrases.length > 1 ? [phrases[0]?.length ?? 0] : words.keys().drop(1);
    for (const end of ends) readings.push(...this.#qualified(words.slice(0, end), words.slice(end)));
    const starts = phrases.length > 1 ? [words.length - (phrases.at(-1)?.length ?? 0)] : words.keys().drop(1);
    for (const start of starts) readings.push(...this.#qualified(words.slice(start), words.slice(0, start)));
    return readings;
  }

  #qualified(name: readonly string[], rest: readonly string[]): Reading[] {
    return this.#split(rest, MOST_QUALIFIERS).map((surroundings) => ({ name: name.join(' '), surroundings }));
  }

  /** Every way to read the words as one to so many qualifiers, each of which may stand for several surroundings. */
  #split(words: readonly string[], most: number): Surroundings[][] {
    if (words.length === 0) return [[]];
    if (most === 0) return [];
    return words.flatMap((_, index) => {
      const meanings = this.#surroundings.get(words.slice(0, index + 1).join(' ')) ?? [];
      if (meanings.length === 0) return [];
      const rest = this.#split(words.slice(index + 1), most - 1);
      return meanings.flatMap((first) => rest.map((others) => [first, ...others]));
    });
  }

  #add(name: string, surroundings: Surroundings): void {
    const known = this.#surroundings.get(name);
    if (known === undefined) this.#surroundings.set(name, [surroundings]);
    else known.push(surroundings);
  }
}

function inside(cities: readonly City[], { surroundings }: Reading): City[] {
  return cities.filter((city) =>
    surroundings.every(
      ({ country, region }) => country === city.country && (region === undefined || region === city.region),
    ),
  );
}

/**
 * The city that is meant by a name that all of these have; undefined where that is in doubt. A section of a city is meant only
 * where there is nothing else, and another name of a city only where no city has the name as its own, or where that one is far
 * smaller. Among several the one is meant that outgrows the next as a city must to be what its bare name means.
 */
function theOne(named: readonly City[], name: string): City | undefined {
  const cities = named.some(isToday) ? named.filter(isToday) : named;
  const same = new Set(spellings(name));
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

/** Words of the parts between commas, folded. `U.S.A.` and `D.C.` are one word. */
function phrasesOf(text: string): string[][] {
  return text
    .replaceAll(/(?<=(?:^|[^\p{L}])\p{L})\.(?=\p{L}(?:[^\p{L}]|$))/gu, '')
    .split(/[,،、，;]/u)
    .map((part) => fold(part).split(' '))
    .map((words) => words.filter((word) => word !== ''))
    .filter((words) => words.length > 0);
}

/** The name, and what it is with `St`, `Ft` and `Mt` written out or abbreviated. */
function spellings(name: string): string[] {
  const found = new Set([name]);
  for (const [short, long] of SPELLINGS) {
    const words = name.split(' ');
    found.add(words.map((word) => (word === short ? long : word)).join(' '));
    found.add(words.map((word) => (word === long ? short : word)).join(' '));
  }
  return [...found];
}

/** The folded names of a text that has each between two bars. */
function namesIn(text: string): string[] {
  return text.split('|').filter((name) => name !== '');
}
