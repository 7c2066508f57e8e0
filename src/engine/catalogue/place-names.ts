import { DOMINANCE, isCityOfToday, isTown } from '../../release/dominance.ts';
import { fold, inOwnScript } from '../../release/fold.ts';
import { withoutKindOfRegion } from '../../release/kinds-of-region.ts';
import { isOfCity, type NameLevel } from '../../release/name-index.ts';
import { spelt, withoutConnectingWords } from '../../release/spelling.ts';
import { memo } from '../memo.ts';
import { type City, peopleOf } from './place.ts';
import { EVERYWHERE, NOWHERE, type Scope, Scopes } from './scopes.ts';

/** A city that has a name, and what the name is for it. */
export interface NamedCity {
  city: City;
  level: NameLevel;
}

/** The places of the release, by names. */
export interface NamedPlaces {
  /** Cities that have exactly this name, in a form that names are found by. */
  cities(name: string): readonly NamedCity[];
  /** What this name, folded, says about where a city is: the countries and the regions that have it. */
  scopes(name: string): readonly Scope[];
}

/** Finds cities by a folded name: by the beginning of a name, or in spite of typing errors. */
export type FindCities = (name: string) => readonly City[];

/** A text longer than this is read as a name alone. */
const MOST_WORDS = 12;
/** A city this many times as large may be meant by its alternative name, although a smaller city has the name as its own. */
const RENOWN = 10;
/** Enough for a region, a country and its code. */
const MOST_QUALIFIERS = 3;
/** How many readings of a text are tried with `FindCities`, which costs a hundred times as much as an exact look-up. */
const MOST_FOUND = 4;

/**
 * Reads names of cities as people and programs write them: `Lisbon, Portugal`, `Austin, TX`, `portland oregon`,
 * `paris-france`, `Германия, Мюнхен`.
 */
export class PlaceNames {
  readonly #places: NamedPlaces;
  /** Without towns, which never make a name ambiguous that a city has. */
  readonly #largePlaces: NamedPlaces;
  readonly #lastRead = new Map<NamedPlaces, { text: string; phrases: readonly Phrases[] }>();

  constructor(places: NamedPlaces) {
    this.#places = places;
    this.#largePlaces = {
      cities: (name) => places.cities(name).filter(({ city }) => !isTown(city)),
      scopes: places.scopes,
    };
  }

  /**
   * The city that the text names; undefined if it is ambiguous. A town is meant if no city has the name, or if the text names the
   * town's region.
   */
  city(text: string): City | undefined {
    return (
      this.#cityOf(this.#largePlaces, text) ?? this.#cityOf(this.#places, text) ?? this.#cityOfTwoNames(text)
    );
  }

  #cityOf(places: NamedPlaces, text: string): City | undefined {
    const named = cityMeantBy(citiesNamed(places, text, fold(text)), text);
    if (named !== undefined) return named;
    for (const phrases of this.#readable(text, 2, places))
      for (const readings of phrases.readings()) {
        const meant = new Set<City>();
        for (const reading of readings) {
          const inside = this.#namedBy(phrases, reading);
          const scopes = phrases.scopes(reading);
          // `CA` is Canada and California: a city in one is not the larger of two cities in the other.
          const meanings = Map.groupBy(
            inside,
            ({ city: { country } }) => scopes.hasAllOf(country) || country,
          );
          for (const named of meanings.values()) {
            const one = cityMeantBy(named, phrases.written(reading));
            for (const city of one === undefined ? named.map((each) => each.city) : [one]) meant.add(city);
          }
        }
        if (meant.size > 0) return meant.size === 1 ? [...meant][0] : undefined;
      }
    return undefined;
  }

  /**
   * The cities that a reading names. If cities have the name only as another one, towns with that name in the region come first.
   */
  #namedBy(phrases: Phrases, reading: Reading): readonly NamedCity[] {
    const named = phrases.cities(reading).filter(({ level }) => isOfCity(level));
    if (named.length === 0 || named.some(({ level }) => level !== 'other')) return named;
    const towns = phrases.towns(reading, this.#places);
    return towns.length > 0 ? towns : named;
  }

  /** The cities that have the text as a name, or are in the district or on the island that has it. */
  named(text: string): readonly NamedCity[] {
    return citiesNamed(this.#places, text, fold(text));
  }

  /** The cities that the text names exactly when it says where they are; those of the first reading that names any. */
  namedInside(text: string): readonly NamedCity[] {
    for (const phrases of this.#readable(text))
      for (const readings of phrases.readings()) {
        const named = readings.flatMap((reading) => phrases.cities(reading).toSorted(byClaim));
        if (named.length > 0) return named;
      }
    return [];
  }

  /**
   * The cities that the text may name when it says where they are, the most likely first.
   *
   * @param find looks names up in another way than exactly
   */
  citiesInside(text: string, find?: FindCities): City[] {
    if (find === undefined) return [...new Set(this.namedInside(text).map(({ city }) => city))];
    let left = MOST_FOUND;
    const meant = (phrases: Phrases, reading: Reading): readonly City[] => {
      const scopes = phrases.scopes(reading);
      if (scopes.isEmpty || left-- <= 0) return [];
      return find(phrases.folded(reading)).filter((city) => scopes.has(city));
    };
    for (const phrases of this.#readable(text))
      for (const readings of phrases.readings()) {
        const cities = readings.flatMap((reading) => meant(phrases, reading));
        if (cities.length > 0) return [...new Set(cities)];
      }
    return [];
  }

  /** The countries and regions that the text as a whole names: `Bali`, `Bali, Indonesia`. */
  scopes(text: string): Scopes {
    for (const phrases of this.#readable(text, 1)) {
      const scopes = phrases.scopesOfAll();
      if (!scopes.isEmpty) return scopes;
    }
    return NOWHERE;
  }

  /** `Kyiv (Kiev), Ukraine`, `Biel/Bienne`: both names must mean the same city. With three, the readings would multiply. */
  #cityOfTwoNames(text: string): City | undefined {
    const [, before = '', inner = '', after = ''] = /^([^(,/]+)[(/]([^(),/]+)\)?([^(/]*)$/u.exec(text) ?? [];
    if (before.trim() === '' || fold(inner) === '') return undefined;
    const [first, second] = [this.city(before + after), this.city(inner + after)];
    return first === second ? first : undefined;
  }

  /** The ways to divide the text into phrases with at least this many words in all. */
  #readable(text: string, fewest = 2, places = this.#places): readonly Phrases[] {
    // A text is read several times in a row: for exact names, for misspelled ones, and for where a city is.
    let read = this.#lastRead.get(places);
    if (read?.text !== text) {
      read = { text, phrases: [...readable(text, places)] };
      this.#lastRead.set(places, read);
    }
    return read.phrases.filter(({ length }) => length >= fewest);
  }
}

/** First without dots between initials, so that `U.S.A.` and `D.C.` are one word; then with them, for `J.V. González`. */
function* readable(text: string, places: NamedPlaces): Generator<Phrases> {
  for (const written of new Set([text.replaceAll(INITIALS, ''), text]))
    for (const ends of /[()（）]/u.test(written) ? [COMMAS, BRACKETS] : [COMMAS]) {
      const phrases = wordsOfPhrases(written, ends);
      const words = phrases.reduce((sum, phrase) => sum + phrase.length, 0);
      if (words === 0 || words > MOST_WORDS) break;
      yield new Phrases(places, phrases);
    }
}

/** Words of a text: as they were written, and folded. */
interface Word {
  written: string;
  folded: string;
}

/** One way to read a text: the words from here to there are the name of a city, and the others say where it is. */
interface Reading {
  from: number;
  to: number;
}

/**
 * A text in phrases, and what they may mean. Each run of words is looked up once as the name of a city, and once as that of a
 * country or region. What several runs mean together is computed once for each beginning and each end of the text, so the number
 * of words bounds the work.
 */
class Phrases {
  readonly #places: NamedPlaces;
  readonly #words: readonly Word[];
  /** Where each phrase starts, and where the last one ends. */
  readonly #bounds: readonly number[];
  readonly #named = new Map<number, readonly NamedCity[]>();
  readonly #scopes = new Map<number, Scopes>();
  readonly #before = new Map<number, Scopes>();
  readonly #after = new Map<number, Scopes>();

  constructor(places: NamedPlaces, phrases: readonly (readonly Word[])[]) {
    this.#places = places;
    this.#words = phrases.flat();
    let end = 0;
    this.#bounds = [0, ...phrases.map(({ length }) => (end += length))];
  }

  /** Number of words. */
  get length(): number {
    return this.#words.length;
  }

  /** Ways to read the text, the usual ways first; those of a class are equally good. */
  *readings(): Generator<Reading[]> {
    const last = this.#bounds.length - 2;
    if (last > 0) {
      // The name is the first or the last phrase; if not, one in between.
      const phrase = (at: number) => ({ from: this.#bounds[at] ?? 0, to: this.#bounds[at + 1] ?? 0 });
      yield [phrase(0), phrase(last)];
      for (let at = 1; at < last; at++) yield [phrase(at)];
      return;
    }
    // Without a comma, the name may be any number of words at the start or the end; if not, in between.
    const length = this.#words.length;
    const inner = [...this.#words.keys()].slice(1);
    yield inner.flatMap((at) => [
      { from: 0, to: at },
      { from: at, to: length },
    ]);
    yield inner.flatMap((from) => inner.filter((to) => to > from).map((to) => ({ from, to })));
  }

  /** The cities that the reading may mean. */
  cities(reading: Reading): readonly NamedCity[] {
    const named = memo(this.#named, keyOf(reading), () =>
      citiesNamed(this.#places, this.written(reading), this.folded(reading)),
    );
    if (named.length === 0) return named;
    const scopes = this.scopes(reading);
    return scopes.isEmpty ? [] : named.filter(({ city }) => scopes.has(city));
  }

  /** The towns that the reading names together with their region: Dover in Ohio, although a city there was once called so. */
  towns(reading: Reading, places: NamedPlaces): readonly NamedCity[] {
    const scopes = this.scopes(reading);
    return citiesNamed(places, this.written(reading), this.folded(reading)).filter(
      ({ city, level }) =>
        level === 'own' && isTown(city) && scopes.has(city) && !scopes.hasAllOf(city.country),
    );
  }

  /** Where the city is, by the words before and after its name. */
  scopes({ from, to }: Reading): Scopes {
    let scopes = NOWHERE;
    for (let before = 0; before <= MOST_QUALIFIERS; before++)
      scopes = scopes.or(this.#until(from, before).and(this.#since(to, MOST_QUALIFIERS - before)));
    return scopes;
  }

  scopesOfAll(): Scopes {
    return this.#until(this.#words.length, MOST_QUALIFIERS);
  }

  written(reading: Reading): string {
    return joined(this.#words.slice(reading.from, reading.to), 'written');
  }

  folded(reading: Reading): string {
    return joined(this.#words.slice(reading.from, reading.to), 'folded');
  }

  /** Where a city is according to the words up to here, as at most this many names of countries and regions. */
  #until(end: number, most: number): Scopes {
    if (end === 0) return EVERYWHERE;
    if (most === 0) return NOWHERE;
    return memo(this.#before, end * (MOST_QUALIFIERS + 1) + most, () => {
      let scopes = NOWHERE;
      for (let start = 0; start < end; start++)
        scopes = scopes.or(this.#until(start, most - 1).and(this.#scopesOf({ from: start, to: end })));
      return scopes;
    });
  }

  /** The same for the words from here on. */
  #since(start: number, most: number): Scopes {
    const length = this.#words.length;
    if (start === length) return EVERYWHERE;
    if (most === 0) return NOWHERE;
    return memo(this.#after, start * (MOST_QUALIFIERS + 1) + most, () => {
      let scopes = NOWHERE;
      for (let end = start + 1; end <= length; end++)
        scopes = scopes.or(this.#since(end, most - 1).and(this.#scopesOf({ from: start, to: end })));
      return scopes;
    });
  }

  /** The countries and regions that these words name together. `Guadalcanal Province` is a name of Guadalcanal. */
  #scopesOf(run: Reading): Scopes {
    return memo(this.#scopes, keyOf(run), () => {
      const name = this.folded(run);
      const asWritten = this.#places.scopes(name);
      if (asWritten.length > 0) return Scopes.of(asWritten);
      const bare = withoutKindOfRegion(name.split(' ')).join(' ');
      return bare === name ? NOWHERE : Scopes.of(this.#places.scopes(bare));
    });
  }
}

function keyOf({ from, to }: Reading): number {
  return from * (MOST_WORDS + 1) + to;
}

/** What is written in another script than the Latin one is compared with names in that script, and transliterated only if there are none. */
function citiesNamed(places: NamedPlaces, written: string, folded: string): readonly NamedCity[] {
  const name = spelt(folded);
  // `St` is short for the word of every language, `Sankt` is German.
  const first = inOwnScript(written) ?? (folded.includes('sankt ') ? folded : name);
  const forms = [first, name, withoutConnectingWords(name), name.replace(CIUDAD, 'ciudad ')];
  // `N.Y.C.` is one word.
  if (/^(?:[a-z] )+[a-z]$/.test(name)) forms.push(name.replaceAll(' ', ''));
  for (const form of new Set(forms)) {
    const named = places.cities(form);
    if (named.length > 0) return named;
  }
  return [];
}

/** The cities that have these names, not what is only served by an airport with it. */
export function citiesOf(named: readonly NamedCity[]): City[] {
  return [...new Set(named.flatMap(({ city, level }) => (isOfCity(level) ? [city] : [])))];
}

/** Cities of today first (not sections or former places), then those that are known by the name, then capitals, then the largest. */
export function byClaim(left: NamedCity, right: NamedCity): number {
  return claimOf(left) - claimOf(right) || left.city.rank - right.city.rank;
}

function claimOf({ city, level }: NamedCity): number {
  const ofLevel = !isOfCity(level) ? 8 : level === 'other' ? 2 : 0;
  return (isCityOfToday(city) ? 0 : 4) + ofLevel + (city.isCapital ? 0 : 1);
}

/**
 * The city meant by a name that all of these have; undefined if ambiguous. A section of a city or a former place is meant only if
 * there is nothing else. If the name is the id of one city, it means that city. Otherwise it means a city with this as its own
 * name, written with the same accents if it has some; if there is none, one that has it as another name. Among several, it means
 * the one that is large enough to own the bare name as an id. A far larger city makes the name ambiguous if it has it as an
 * alternative name, and is meant if it is known by it: Calcutta is in India, although a village in Ohio is called so too.
 */
function cityMeantBy(named: readonly NamedCity[], written: string): City | undefined {
  const called = named.filter(({ level }) => isOfCity(level));
  const bearers = called.some(({ city }) => isCityOfToday(city))
    ? called.filter(({ city }) => isCityOfToday(city))
    : called;
  const name = fold(written);
  // What is written in another script is not an id, whatever its transliteration is.
  if (inOwnScript(written) === undefined)
    for (const form of [fold, (id: string) => spelt(fold(id))]) {
      const identified = bearers.filter(({ city }) => form(city.id) === form(name));
      if (identified.length === 1) return identified[0]?.city;
    }
  const at = (level: NameLevel) => bearers.flatMap((each) => (each.level === level ? [each.city] : []));
  const [own, known] = [at('own'), at('known')];
  const others = [...known, ...at('other')];
  if (own.length + known.length === 0 && isCodeOfAnother(named, others, written)) return undefined;
  if (own.length === 0) return outgrowing(others) ?? outgrowingAll(outgrowing(known), others);
  const meant = outgrowingAll(outgrowing(sameAccents(own, written)), own) ?? outgrowing(own);
  const renowned = outgrowing(known);
  const isRenowned = (city: City) =>
    [...own, ...others].every((other) => other === city || peopleOf(city) >= DOMINANCE * peopleOf(other));
  if (renowned !== undefined && isRenowned(renowned)) return renowned;
  return meant === undefined ? undefined : outgrowingAll(meant, others);
}

/** Whether an airport elsewhere has this code: LIS is Lisbon's, and a name of Lyss that only the gazetteer knows. */
function isCodeOfAnother(named: readonly NamedCity[], cities: readonly City[], written: string): boolean {
  return (
    inOwnScript(written) === undefined &&
    named.some(({ city, level }) => level === 'airport' && !cities.includes(city))
  );
}

/** The city, unless one of the others is far larger. */
function outgrowingAll(meant: City | undefined, others: readonly City[]): City | undefined {
  if (meant === undefined) return undefined;
  return others.every((other) => other === meant || peopleOf(other) < RENOWN * peopleOf(meant))
    ? meant
    : undefined;
}

/** Those whose own name is written like this, accents included, if there are accents: people who type them mean them. */
function sameAccents(own: readonly City[], written: string): City[] {
  const wanted = lowerCase(written);
  return /\P{ASCII}/u.test(wanted) ? own.filter(({ name }) => lowerCase(name) === wanted) : [];
}

function lowerCase(name: string): string {
  return name.normalize('NFC').toLowerCase().replaceAll('’', "'");
}

/** The largest, if it is large enough to own a bare name that the others have too. */
function outgrowing(cities: readonly City[]): City | undefined {
  const [largest, next] = cities.toSorted((left, right) => left.rank - right.rank);
  if (largest === undefined || next === undefined) return largest;
  return peopleOf(largest) >= DOMINANCE * peopleOf(next) ? largest : undefined;
}

const COMMAS = /[,،、，;]/u;
/** `Columbus (Ohio)` is `Columbus, Ohio`. */
const BRACKETS = /[,،、，;()（）]/u;

const INITIALS = /(?<=(?:^|[^\p{L}])\p{L})\.(?=\p{L}(?:[^\p{L}]|$))/gu;
/** `Cd. Juárez`, `Cd. de México`. */
const CIUDAD = /^cd /;
/** What `fold` replaces with spaces. */
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}'’`"]+/u;

/** Words of the parts of a text. */
function wordsOfPhrases(text: string, ends: RegExp): Word[][] {
  return text
    .split(ends)
    .map(wordsOf)
    .filter((words) => words.length > 0);
}

/** One word may be several when it is folded (`代々木`), or nothing (`々`). */
function wordsOf(phrase: string): Word[] {
  const words = phrase
    .split(BETWEEN_WORDS)
    .map((written) => ({ written, folded: fold(written) }))
    .filter(({ written, folded }) => folded !== '' || inOwnScript(written) !== undefined);
  const folded = fold(phrase);
  // `№` is no letter, but becomes some: then we have the words only as folded.
  if (joined(words, 'folded') === folded) return words;
  return folded.split(' ').map((word) => ({ written: word, folded: word }));
}

function joined(words: readonly Word[], form: keyof Word): string {
  return words
    .map((word) => word[form])
    .filter((word) => word !== '')
    .join(' ');
}
