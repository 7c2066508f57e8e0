import { LRUCache } from 'lru-cache';
import { DOMINANCE, isTown } from '../../release/dominance.ts';
import { fold, inOwnScript } from '../../release/fold.ts';
import { isOfCity, type NameLevel } from '../../release/name-index.ts';
import { spelt } from '../../release/spelling.ts';
import { memo } from '../memo.ts';
import { barerNames, partsOf, type Reading, readName } from './barer-names.ts';
import { type FoundCities, mistakenFor, withBetterKnown } from './better-known.ts';
import { MisspelledNames } from './misspelled-names.ts';
import type { Agreement, NameIndex } from './name-index.ts';
import { type City, citiesFrom, peopleOf } from './place.ts';
import { byClaim, citiesOf, type FindCities, PlaceNames } from './place-names.ts';
import {
  byProminence,
  bySize,
  isAround,
  isSection,
  peopleIn,
  type Standing,
  standingOf,
  withPlace,
} from './prominence.ts';
import { NOWHERE, type Scope, Scopes } from './scopes.ts';
import { atOnce, type Steps } from './steps.ts';

/** What a search needs of the release. */
export interface SearchedPlaces {
  /** By population, largest first. */
  cities: readonly City[];
  citiesOf(countryId: string): readonly City[];
  names: NameIndex;
  /** The countries and regions that have this name, folded. */
  scopes(name: string): readonly Scope[];
}

/**
 * How a text may match a name of a city, best first. `other…`: an alternative name; the rest: the city's own name, or one by
 * which it is known.
 */
const WAYS = ['whole', 'beginning', 'otherWhole', 'word', 'otherBeginning', 'otherWord'] as const;
type Way = (typeof WAYS)[number];

/** The cities that a text may mean, each once, by prominence; without the ways in which it matches none. */
type Matches = Partial<Record<Way, City[]>>;

const BY_OTHER_NAME: Readonly<Record<Agreement, Way>> = {
  whole: 'otherWhole',
  beginning: 'otherBeginning',
  word: 'otherWord',
};

/** How many times as often people mistype a letter that is not the first. */
const RARELY_FIRST = 3;
/** When the text names a region, this many of its cities come before all others. */
const FOREMOST = 2;
/** Letters. Shorter names of regions are codes, and so are most of this length. */
const SHORTEST_NAME_OF_REGION = 3;

const CALLED: ReadonlySet<NameLevel> = new Set(['own', 'known']);
/** Texts that were read are kept with the city that they name, or none, and some with what they may mean. They are no longer than a URL. */
const KEPT_NAMES = 500;
const KEPT_CANDIDATES = 200;
const MOST_CANDIDATES = 1000;

/** Finds the cities that a text names, or may name. */
export class CitySearch {
  readonly #places: SearchedPlaces;
  readonly #names: PlaceNames;
  readonly #misspelled: MisspelledNames;
  /** Created on first use, unless `prepare` has made it. */
  #standing: Standing | undefined;
  /** By position: the number of the city's best way to match, from 1; 0 except while matches are collected. */
  readonly #best: Uint8Array;
  readonly #citiesAround = new Map<City, readonly City[]>();
  /** By country: its cities without towns. */
  readonly #largeCities = new Map<string, readonly City[]>();
  readonly #named = new LRUCache<string, Reading>({
    max: KEPT_NAMES,
    memoMethod: (text) => readName(text, this.#cityOf, this),
  });

  readonly #meant = new LRUCache<string, readonly City[]>({
    max: KEPT_CANDIDATES,
    memoMethod: (text) => this.#candidates(text).slice(0, MOST_CANDIDATES),
  });

  constructor(places: SearchedPlaces) {
    this.#places = places;
    this.#names = new PlaceNames({
      cities: (name) =>
        places.names.bearers(name).map(({ city, level }) => ({ city: places.cities[city] as City, level })),
      scopes: places.scopes,
    });
    this.#misspelled = new MisspelledNames(places.names);
    this.#best = new Uint8Array(places.cities.length);
  }

  /** Makes what the first mistyped name would have to wait for. */
  *prepare(): Steps<void> {
    yield* this.#misspelled.prepare();
    this.#standing ??= yield* standingOf(this.#places.cities);
  }

  /**
   * The city that the text names, and the part of the text that names it. There is no city if it is ambiguous or means a region:
   * `Bali` is the island, not a town in West Bengal.
   */
  reading(text: string): Reading {
    return this.#named.memo(text);
  }

  /**
   * The cities that have exactly this name; if the text says where they are, only those that are there.
   *
   * @param readsPlaces whether it may say so: then it takes longer
   */
  bearers(text: string, readsPlaces = true): City[] {
    const inside = readsPlaces ? this.#names.namedInside(text) : [];
    return citiesOf(inside.length > 0 ? inside : this.#names.named(text));
  }

  /** The countries and regions that the text names, as a name or a code. */
  scopes(text: string): Scopes {
    return this.#names.scopes(text);
  }

  /** The cities that have the text as their own name, or are known by it. */
  called(text: string): City[] {
    return this.#names.named(text).flatMap(({ city, level }) => (CALLED.has(level) ? [city] : []));
  }

  /** What the text is for the city as a name; undefined if it is none, as when it also says where the city is. */
  levelOf(text: string, city: City): NameLevel | undefined {
    return this.#names.named(text).find((named) => named.city === city)?.level;
  }

  /** The cities whose airport has this IATA code, in Latin letters. */
  ofAirport(text: string): City[] {
    if (inOwnScript(text) !== undefined) return [];
    return this.#names.named(text).flatMap(({ city, level }) => (level === 'airport' ? [city] : []));
  }

  /** Whether the text was read a short while ago, and what it may mean was found if it names no city. */
  remembers(text: string): boolean {
    return this.#named.peek(text)?.city !== undefined || this.#meant.has(text);
  }

  /**
   * First cities with a name that matches, those that the text names together with their region or country, and cities of a
   * region or an island of this name; the largest two of the latter are among the cities with the whole name. If there are none
   * of these, in this order: cities of the named region or country whose name begins like the text's, cities whose name the text
   * may misspell in part, and cities whose name the whole text may misspell. A single letter finds the cities whose id begins
   * with it.
   */
  search(text: string): readonly City[] {
    return withBetterKnown(this, text, this.find(text)).cities;
  }

  /** The cities that `search` returns, without one that is far better known by such a name, and how well they match. */
  find(text: string): FoundCities {
    const folded = fold(text);
    if (folded.length === 1 && inOwnScript(text) === undefined)
      return { cities: this.#places.cities.filter(({ id }) => id.startsWith(folded)), match: 'part' };
    const matches = this.#matches(text);
    const { whole = [], beginning = [], otherWhole = [] } = matches;
    const isName = whole.length > 0 || otherWhole.length > 0;
    // Only a text that is not itself a name can say where the city is.
    const inside = isName ? [] : this.#names.citiesInside(text);
    const around = this.#citiesOfPlace(text);
    const isOfItsCity = whole.some((city) => around.includes(city));
    const foremost = isOfItsCity || !this.#isNameOfPlace(text) ? [] : around.slice(0, FOREMOST);
    const airports = this.ofAirport(text);
    // In capital letters it is rather a code than the beginning of a name.
    const isCode = /^[A-Z]{3}$/.test(text);
    const begun = isCode ? [...airports, ...beginning] : byProminence(airports, beginning, 1);
    const named = [...inside, ...byProminence([...whole, ...foremost], begun), ...otherWhole];
    const rest = inOrder(matches, ['word', 'otherBeginning', 'otherWord']);
    const others = isOfItsCity ? rest : named.length > 0 ? [...rest, ...around] : [...around, ...rest];
    const direct = new Set([...named, ...others]);
    if (direct.size === 0) {
      const { city } = this.reading(text);
      return city === undefined
        ? { cities: this.#inexactly(text, folded), match: 'misspelt' }
        : { cities: [city], match: 'name' };
    }
    const isWhole = isName || inside.length + around.length + airports.length > 0;
    return { cities: this.#citiesBeforeTheirSections([...direct]), match: isWhole ? 'name' : 'part' };
  }

  /**
   * Cities that the text may mean. If it names cities with their region or country, only these. Otherwise cities with exactly this
   * name come first (`byClaim`) with those of a region of this name (`withPlace`), then names that start with the text, then names
   * with a word that does. Without a city with exactly this name, misspelled names with a region or country and names with one typing error
   * come before these, and names with two after them.
   */
  candidates(text: string): readonly City[] {
    return this.#meant.memo(text);
  }

  #candidates(text: string): City[] {
    const inside = this.#names.citiesInside(text);
    const around = this.#citiesOfPlace(text);
    if (inside.length > 0) return [...new Set(withPlace(inside, around))];
    const airports = this.ofAirport(text);
    const named = this.#names.named(text).filter(({ level }) => isOfCity(level));
    // A letter begins words of half of all names.
    const isLetter = fold(text).length === 1 && inOwnScript(text) === undefined;
    const matches = this.#matches(isLetter ? '' : text);
    const alike = inOrder(matches, ['beginning', 'word', 'otherBeginning', 'otherWord']);
    if (named.length + around.length + airports.length > 0) {
      const claimants = named.toSorted(byClaim);
      const called = claimants.filter(({ level }) => level !== 'other').map(({ city }) => city);
      const claiming = claimants.map(({ city }) => city);
      return [
        ...new Set([
          ...withPlace(called, around),
          ...airports,
          ...claiming,
          ...claiming.slice(0, 1).flatMap((city) => mistakenFor(this, text, city)),
          ...inOrder(matches, ['whole', 'otherWhole']),
          ...alike,
        ]),
      ];
    }
    const folded = fold(text);
    const misspelled = this.#names.citiesInside(text, (name) => this.misspelled(name).flat());
    const [oneError, twoErrors] = this.misspelled(folded);
    const found = [...new Set([...misspelled, ...oneError, ...alike, ...twoErrors])];
    if (found.length > 0) return found;
    const bare = barerNames(text).at(-1);
    return bare === undefined ? this.#byPart(text) : this.#candidates(bare);
  }

  /** Cities that have the longest beginning or end of the text as a name. */
  #byPart(text: string): City[] {
    for (const parts of partsOf(text)) {
      const named = parts.flatMap((part) => this.#names.named(part).filter(({ level }) => isOfCity(level)));
      if (named.length > 0) return [...new Set(named.toSorted(byClaim).map(({ city }) => city))];
    }
    return [];
  }

  readonly #cityOf = (text: string): City | undefined => {
    const city = this.#names.city(text);
    if (city === undefined || this.#isRatherRegion(text, city)) return undefined;
    const isRather = this.levelOf(text, city) === 'other' && mistakenFor(this, text, city).length > 0;
    return isRather ? undefined : city;
  };

  #inexactly(text: string, folded: string): readonly City[] {
    const begins: FindCities = (name) =>
      inOrder(this.#matches(name), ['whole', 'beginning', 'otherWhole', 'otherBeginning']);
    const misspells: FindCities = (name) => this.misspelled(name).flat();
    for (const find of [begins, misspells]) {
      const found = this.#names.citiesInside(text, find);
      if (found.length > 0) return found;
    }
    return misspells(folded);
  }

  /** What is written in another script than the Latin one is compared with names in that script, and transliterated if there are none. */
  #matches(text: string): Matches {
    const own = inOwnScript(text);
    const found = own === undefined ? undefined : this.#matchesOf(own, true);
    if (found !== undefined && Object.keys(found).length > 0) return found;
    return this.#matchesOf(fold(text));
  }

  /**
   * @param isOwnScript whether the form is in a script that only one language or a few use: who types it knows the city by that
   *   name
   */
  #matchesOf(form: string, isOwnScript = false): Matches {
    const found: Matches = {};
    if (form === '') return found;
    const { cities, names } = this.#places;
    this.#standing ??= atOnce(standingOf(cities));
    const { positions, ranks } = this.#standing;
    const matching: number[] = [];
    names.each(form, (city, level, agreement) => {
      if (!isOfCity(level)) return;
      const way = isOwnScript || level !== 'other' ? agreement : BY_OTHER_NAME[agreement];
      const [position, place] = [positions[city] as number, WAYS.indexOf(way) + 1];
      const before = this.#best[position] as number;
      if (before === 0) matching.push(position);
      if (before === 0 || place < before) this.#best[position] = place;
    });
    // Typed arrays sort numbers ten times as fast.
    for (const position of Uint32Array.from(matching).sort()) {
      const way = WAYS[(this.#best[position] as number) - 1] as Way;
      found[way] ??= [];
      found[way].push(cities[ranks[position] as number] as City);
      this.#best[position] = 0;
    }
    return found;
  }

  /**
   * Whether the text means a region rather than this city: the city is elsewhere, its id is not this name, and the region is far
   * larger. Towns do not make a region larger.
   */
  #isRatherRegion(text: string, city: City): boolean {
    const name = spelt(fold(text));
    if (spelt(fold(city.id)) === name) return false;
    const inRegion = this.#citiesIn(this.scopesNamed(text));
    const around = isTown(city)
      ? [...inRegion, ...this.#citiesOfDistrict(text)]
      : inRegion.filter((each) => !isTown(each));
    const isThere = (each: City) =>
      each === city || (isTown(city) && each.country === city.country && each.region === city.region);
    if (around.length === 0 || around.some(isThere)) return false;
    const isCalled =
      ` ${name} `.includes(` ${spelt(fold(city.name))} `) ||
      this.#names.named(text).some((each) => each.city === city && each.level === 'known');
    return !isCalled || peopleIn(around) >= DOMINANCE * peopleOf(city);
  }

  /** Cities of the countries, regions, districts and islands that have exactly this name, by population. */
  #citiesOfPlace(text: string): readonly City[] {
    const [district, region] = [this.#citiesOfDistrict(text), this.#citiesIn(this.scopesNamed(text))];
    return district.length === 0 ? region : [...new Set([...district, ...region])].sort(bySize);
  }

  /** Cities of the districts and islands that have exactly this name. */
  #citiesOfDistrict(text: string): City[] {
    const named = this.#names
      .named(text)
      .filter(({ city, level }) => level === 'within' || (level !== 'airport' && !isTown(city)));
    // There are many more districts than cities, so a district with the name of a city elsewhere is not meant. A city of the
    // district that has the same name is one of its cities.
    const isDistrict =
      named.some(({ level }) => level === 'within') &&
      !named.some(({ level }) => level === 'own' || level === 'known');
    return isDistrict ? named.map(({ city }) => city) : [];
  }

  /** The countries and regions that the text names: as one name, which is not a code, or with those that they are in. */
  scopesNamed(text: string): Scopes {
    const name = fold(text);
    const letters = name.replaceAll(' ', '').length;
    if (letters < SHORTEST_NAME_OF_REGION) return NOWHERE;
    // A city's name in another script may be transliterated to the name of a region: the Chinese name of Paris to `Bali`.
    const own = inOwnScript(text);
    if (own !== undefined && this.#places.names.bearers(own).length > 0) return NOWHERE;
    const named = this.#places.scopes(name);
    if (letters === SHORTEST_NAME_OF_REGION)
      return Scopes.of(named.filter(({ region }) => fold(region) === name));
    // Scotland is a region, and an alias of the United Kingdom.
    const main = named.filter(isMainName(name));
    if (named.length > 0 || this.#names.named(text).length > 0)
      return Scopes.of(main.length > 0 ? main : named);
    const scopes = this.#names.scopes(text);
    // Without words such as `el`, what is left of the text may be a code.
    return /[,،、，;(（]/u.test(text) ? scopes : scopes.namedIn(name);
  }

  /**
   * Whether this is the main name of a region, country, district or island: not short for it, and not its name in another
   * language.
   */
  #isNameOfPlace(text: string): boolean {
    const name = fold(text);
    return (
      this.#names.named(text).some(({ level }) => level === 'within') ||
      this.#places.scopes(name).some(isMainName(name))
    );
  }

  /** By population; towns only where there is no city. */
  #citiesIn(scopes: Scopes): readonly City[] {
    for (const citiesOf of [this.#largeCitiesOf, this.#places.citiesOf]) {
      const lists = [...scopes.entries()].map(([country, regions]) =>
        regions === null
          ? citiesOf(country)
          : citiesOf(country).filter(({ region }) => regions.has(region ?? '')),
      );
      // A country may have thousands, which are in order.
      const cities = lists.length === 1 ? lists[0] : lists.flat().sort(bySize);
      if (cities !== undefined && cities.length > 0) return cities;
    }
    return [];
  }

  readonly #largeCitiesOf = (country: string): readonly City[] => {
    return memo(this.#largeCities, country, () =>
      this.#places.citiesOf(country).filter((city) => !isTown(city)),
    );
  };

  /**
   * Cities that may be meant with one typing error, by population, if it is in the first letter as if they were smaller; and those
   * with two.
   *
   * @param name folded
   * @param people only cities with at least so many, which takes less time
   */
  misspelled(name: string, inFirstLetter = true, people = 0): [one: City[], two: City[]] {
    const [one, first, two] = this.#misspelled
      .near(name, inFirstLetter, citiesFrom(people, this.#places.cities))
      .map((ranks) => ranks.map((rank) => this.#places.cities[rank] as City));
    return [byProminence(one ?? [], first ?? [], RARELY_FIRST), two ?? []];
  }

  /** Moves each section behind the larger cities around it, because one of them is its city. */
  #citiesBeforeTheirSections(cities: readonly City[]): readonly City[] {
    const sections = cities.filter(isSection);
    if (sections.length === 0) return cities;
    const places = new Map(cities.map((city, at) => [city, at]));
    // By city: the sections that are before it now and have to follow it.
    const following = new Map<City, City[]>();
    for (const section of sections) {
      const at = places.get(section) ?? 0;
      const later = this.#around(section).filter((city) => (places.get(city) ?? -1) > at);
      const last = later.toSorted((left, right) => (places.get(left) ?? 0) - (places.get(right) ?? 0)).at(-1);
      if (last !== undefined) following.set(last, [...(following.get(last) ?? []), section]);
    }
    const moved = new Set([...following.values()].flat());
    if (moved.size === 0) return cities;
    return cities.flatMap((city) => (moved.has(city) ? [] : [city, ...(following.get(city) ?? [])]));
  }

  #around(section: City): readonly City[] {
    return memo(this.#citiesAround, section, () =>
      this.#places.citiesOf(section.country).filter((city) => isAround(city, section)),
    );
  }
}

/** The cities that match in these ways. */
function inOrder(matches: Matches, ways: readonly Way[]): City[] {
  return ways.flatMap((way) => matches[way] ?? []);
}

/** Whether the name, folded, is the one that the country or region is shown with. */
function isMainName(name: string): (scope: Scope) => boolean {
  return ({ country, region }) => fold(region === '' ? country : region) === name;
}
