import { isCity, type Place } from '../../engine/catalogue/place.ts';
import { isSection } from '../../engine/catalogue/prominence.ts';
import { queryText } from '../../engine/parameters/query-text.ts';
import { countryName } from '../../engine/places/country-names.ts';
import { partOfWorldNamed } from '../../engine/places/parts-of-world.ts';
import { fold } from '../../release/fold.ts';
import type { PageRequest } from '../site-page.ts';
import { type Asked, asAsked, askedOf, isCountry } from './asked.ts';
import { askedPlace } from './asked-words.ts';
import { isRegion, placesFound, type SearchEntry, type Searched } from './found-places.ts';

/* Questions that compare: `Paris vs London`, `lisbon madrid berlin`, `what salary in Zurich equals 60k in Madrid`. */

const SEPARATORS =
  /\s+(?:vs\.?|versus|v\.?|(?:(?:more|less)\s+\p{L}+|\p{L}+er)\s+than|than|or|and|to|with|und|oder|et|ou|y|o|compared (?:to|with))\s+|\s*[&/|]\s*/iu;
/** How many places are compared: those that are surely named, and those that may be. */
const [MOST_KNOWN, MOST_COMPARED] = [10, 5];
/** How many cities a name may mean. */
const MOST_MEANT = 2;
/** Letters. What is shorter may be the code of many things. */
const SHORTEST = 4;
/** People of a place whose name may be begun only. */
const FAR_MORE = 1_000_000;
/** People of a place that may be meant by a part of a text that is no name: `family of four in Zurich`. */
export const PROMINENT = 50_000;

/** A name that several cities have leads to a comparison for each of them: none is chosen silently. */
export function comparison(
  view: PageRequest & Searched,
  asked: Asked,
): { places: SearchEntry[]; asked: Asked } | undefined {
  // `cities cheaper than Bristol`
  if (asked.asksForMany && asked.isRelative) return undefined;
  for (const way of waysToCompare(view, asked)) {
    const sides = payFirst(way, asked);
    const meant: Side[] = [];
    // A side that means no place ends it: a text that names none would be searched twice as often.
    for (const side of sides) {
      const places = placesMeant(view, side);
      if (places.length === 0) break;
      meant.push(places);
    }
    const chosen = withCountries(meant);
    const different = new Set(chosen.flat());
    if (meant.length < sides.length || different.size < sides.length) continue;
    const about = askedOf(asked, sides);
    const compared = chosen
      .reduce<Place[][]>(
        (lists, places) => lists.flatMap((list) => places.map((place) => [...list, place])),
        [[]],
      )
      .slice(0, MOST_MEANT ** 2);
    return {
      places: [
        ...compared.map((places) => comparisonOf(view, places, chosen, about)),
        ...[...different].map((place) => asAsked(view, place, about)),
      ],
      asked: about,
    };
  }
  return undefined;
}

/** The place where the pay is, or from where someone moves, comes first: `what salary in Zurich equals 60k in Madrid`. */
function payFirst(sides: readonly string[], { text, pay }: Asked): readonly string[] {
  const behind = fold(pay?.behind ?? '').replace(/^(?:in|en|a) /, '');
  const from = / (?:from|von|aus|desde|depuis) (.*)/.exec(` ${fold(text)}`)?.[1] ?? '';
  const where = [behind, from].map((rest) =>
    sides.find((side) => rest !== '' && rest.startsWith(fold(side))),
  );
  const first = where.find((side) => side !== undefined);
  return sides.toSorted((one, other) => Number(other === first) - Number(one === first));
}

/** What is compared with what. Places that are named come before names that may be mistyped. */
function waysToCompare(view: PageRequest & Searched, asked: Asked): readonly string[][] {
  const { text, sides, compares } = asked;
  const [name = ''] = asked.names;
  // `Trinidad and Tobago`
  const isName = asked.parts.some(({ part }) => part === name);
  if (sides.length > 1 && askedPlace(name).sides.length > 1 && isName) return [];
  const known = namesIn(view, asked).slice(0, MOST_KNOWN);
  if (known.length > 1 && placesFound(view, name).match !== 'name') return [known];
  return sides.length > 1 && (compares || SEPARATORS.test(text)) ? [sides.slice(0, MOST_COMPARED)] : [];
}

/** Whether this is the name of a city that is not too small to be meant, perhaps with where it is. */
function isLargeCity({ release: { search } }: Searched, text: string): boolean {
  const named = fold(text).length < SHORTEST ? undefined : search.reading(text).city;
  return [named, ...search.called(text)].some((city) => (city?.population ?? 0) >= PROMINENT);
}

/** The names of such cities, or of countries too, in a text, the longest from the left: `lisbon, madrid berlin`. */
function namesIn(view: Searched, { parts, compares }: Asked): string[] {
  let next = 0;
  return parts.flatMap(({ part, at }) => {
    const isMeant =
      at >= next &&
      (isLargeCity(view, part) || (compares && part.length >= SHORTEST && isCountry(view, part)));
    if (isMeant) next = at + part.split(' ').length;
    return isMeant ? [part] : [];
  });
}

/** A country that is not also the name of its city leads to a comparison of countries, where the other names are countries too. */
function withCountries(sides: readonly Side[]): Side[] {
  const countries = sides.map((side) => side.filter((place) => !isCity(place)));
  const areCountries = sides.some((side) => !side.some(isCity));
  if (areCountries && countries.every((side) => side.length > 0)) return countries;
  return sides.map((side) => (side.some(isCity) ? side.filter(isCity) : side));
}

function comparisonOf(
  view: PageRequest,
  places: readonly Place[],
  meant: readonly Side[],
  { pay, household, currency }: Asked,
): SearchEntry {
  const names = places.map((place, at) => {
    if (!isCity(place)) return countryName(view, place);
    const { name, country } = place;
    return meant[at]?.length === 1 ? name : `${name} (${countryName(view, view.release.country(country))})`;
  });
  const ids = (of: readonly Place[]) => of.map(({ id }) => id).join() || undefined;
  const query = {
    cities: ids(places.filter(isCity)),
    countries: ids(places.filter((place) => !isCity(place))),
    household: household?.household,
    amount: pay?.amount,
    per: pay?.per,
    currency,
  };
  const title = view.messages.search.compare(names);
  return { title, kind: 'Comparison', to: `/compare${queryText(query)}`, text: '' };
}

/** What one name of a comparison may mean: a country, its city of that name, or several cities. */
type Side = readonly Place[];

/** The country or city that a text names, or the most prominent cities if it is ambiguous; of a region its largest city. */
function placesMeant(view: Searched, text: string): Side {
  const { release } = view;
  if (partOfWorldNamed(text) !== undefined) return [];
  const exact = release.search.reading(text).city;
  const [bare = text] = askedPlace(text).names;
  const { places, match, prominence } = placesFound(view, bare);
  const [first] = places;
  const cities = places.filter((place) => isCity(place));
  // `nurse` is not Nusle, and `gross` not Grosseto.
  const city = first === cities[0] ? cities[0] : undefined;
  const isOther = city !== undefined && release.search.bearers(bare).includes(city);
  const isBegun = match === 'part' && (isOther || bare.length > SHORTEST) && prominence >= FAR_MORE;
  const isMistyped = match === 'misspelt' && prominence >= PROMINENT;
  if (match !== 'name' && ((!isBegun && !isMistyped) || (city && isSection(city)))) return [];
  if (first !== undefined && !isCity(first) && !isRegion(first))
    return [first, ...cities.filter(({ id, country }) => id === country && country === first.id)];
  if (exact !== undefined) return [exact];
  if (first !== undefined && isRegion(first)) {
    const largest = release.citiesOf(first.country).find((each) => first.has(each));
    if (largest !== undefined) return [largest];
  }
  const bearers = cities.filter((city) => release.search.called(bare).includes(city));
  return bearers.length > 0 ? bearers.slice(0, MOST_MEANT) : cities.slice(0, 1);
}
