import { isTown } from '../../release/dominance.ts';
import { fold, inOwnScript } from '../../release/fold.ts';
import { staysFolded } from './agglomerations.ts';
import type { City } from './place.ts';
import { prominenceOf, RENOWN_OF_CAPITALS } from './prominence.ts';

/** How the text matches the first cities found: as a whole name of a city or of where it is, as a part of names, or with errors. */
export type Match = 'name' | 'part' | 'misspelt';

export interface FoundCities {
  cities: readonly City[];
  match: Match;
}

interface Search {
  bearers(text: string): readonly City[];
  called(text: string): readonly City[];
  ofAirport(text: string): readonly City[];
  misspelled(
    name: string,
    inFirstLetter: boolean,
    people: number,
  ): [one: readonly City[], two: readonly City[]];
}

/**
 * How many times as prominent a city is that may be meant by a name that is another city's, too. Luton is not London. Of a
 * thousand people who type a name, a few make the same typing error, so it takes much more where it is the name of a town:
 * `bogata` is Bogotá, and a village in Romania.
 */
const [MORE, FAR_MORE, VERY_MUCH_MORE] = [3, 10, 150];
/** Letters. What is shorter is rather the beginning of a name. */
const SHORTEST = 4;

/**
 * A name may be the alternative name of a far more prominent city (`Smyrna`), a part of the name of its airport (`Heathrow`), or
 * its name with a typing error (`bangok`), so that city is shown too: first, unless a city is called so that is no town, or not
 * very much less prominent; then second.
 *
 * @param served cities of the airports that the text names
 */
export function withBetterKnown(
  search: Search,
  text: string,
  { cities, match }: FoundCities,
  served: readonly City[] = [],
): FoundCities {
  const [first, ...rest] = cities;
  if (first !== undefined && search.ofAirport(text).includes(first)) return { cities, match };
  const weight = first === undefined || match === 'misspelt' ? 0 : prominenceOf(first);
  const level = first === undefined ? 'none' : levelOf(search, text, first);
  // The beginning of a name is transliterated to names of many cities.
  const others = inOwnScript(text) !== undefined && fold(text).length < SHORTEST ? [] : search.bearers(text);
  const times = { called: FAR_MORE, other: 1, none: MORE }[level];
  const least = (times: number) => (city: City) => prominenceOf(city) > weight * times;
  const [best] = [
    ...others.filter(least(level === 'none' ? 1 : FAR_MORE)),
    ...served.filter(least(FAR_MORE)),
    ...mistyped(search, text, match, level, weight * times).filter(least(times)),
  ];
  if (best === undefined) return { cities, match };
  const isFirst =
    level === 'called'
      ? least(VERY_MUCH_MORE)(best) &&
        (served.includes(best) || (first !== undefined && isTown(first) && staysFolded(best)))
      : level === 'none' || least(MORE)(best);
  const ordered = isFirst ? [best, first, ...rest] : [first, best, ...rest];
  return {
    cities: [...new Set(ordered.filter((city) => city !== undefined))],
    match: served.includes(best) ? 'name' : match,
  };
}

/** What the text is for the city: a name that it is called by, another one, or none. */
type Level = 'called' | 'other' | 'none';

function levelOf(search: Search, text: string, city: City): Level {
  if (search.called(text).includes(city)) return 'called';
  return search.bearers(text).includes(city) ? 'other' : 'none';
}

/** Cities at least so prominent whose name the text may be with a typing error; in its first letter only if it is no name. */
function mistyped(
  search: Search,
  text: string,
  match: Match,
  level: Level,
  prominence: number,
): readonly City[] {
  // The cities of a place that has this name are not found by their own.
  const isOfPlace =
    match === 'name' &&
    level === 'none' &&
    (search.called(text).length > 0 || search.bearers(text).length === 0);
  const name = fold(text);
  if (match === 'misspelt' || isOfPlace || name.length < SHORTEST || inOwnScript(text) !== undefined)
    return [];
  return search.misspelled(name, level === 'none', prominence / RENOWN_OF_CAPITALS)[0];
}

/**
 * The cities that a name alone may mean with a typing error rather than this one: far larger ones (Dubai by `Duba`), and all larger
 * ones if only the gazetteer knows the name (`Chngdu` of Qingdao).
 */
export function mistakenFor(search: Search, text: string, city: City): City[] {
  const level = levelOf(search, text, city);
  if (level === 'none' || inOwnScript(text) !== undefined || fold(text).length < SHORTEST) return [];
  const least = (city.population ?? 0) * (level === 'other' ? 1 : FAR_MORE);
  return search.misspelled(fold(text), false, least)[0].filter((other) => other !== city);
}
