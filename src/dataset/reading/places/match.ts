import { DOMINANCE, isCityOfToday, isTown } from '../../../release/dominance.ts';
import type { PublishedRow } from '../../building/files/published-file.ts';
import { filled, recordTable, text, texts } from '../../building/files/records.ts';
import type { Gazetteer, NamedCity } from '../../building/places/gazetteer.ts';

/** One row of data/matches/<reader>.tsv: reviewable, the unmatched included. */
export interface Match {
  /** The place in the publisher's spelling, with whatever distinguishes it: `CA | Sidney`. */
  published: string;
  /** Our key, or '' when unmatched. */
  place: string;
  /** How it was matched, such as `name`, `alternative name`, `code` or `override`, or the reason why there is no match. */
  how: string;
}

/** A place as a publisher names it. */
export interface PublishedPlace {
  /** Its label in the match table and in the overrides, with whatever distinguishes it: `CANADA | Sidney`. */
  published: string;
  /** The name to look up: `Sidney`. */
  name: string;
  /** Other spellings, looked up if the gazetteer does not have the name. */
  spellings?: readonly string[];
  /** True if cities that have the name only as an alternative are not meant. */
  isOwnName?: boolean;
  /** ISO 3166-1 alpha-2; null if the publisher's country is not one of ours. */
  iso2: string | null;
  /** GeoNames code of the only first-level region in which to look. */
  admin1?: string;
}

/**
 * Matches a publisher's places to our cities, by label. A reviewer's decision
 * (data/places/match-overrides.tsv) takes precedence over every rule; a name that fits several cities is not a match unless
 * one of them is clearly meant; nothing is guessed from a similar spelling. Two published places
 * never match the same city: the one with the city's own name gets it.
 */
export function matchPlaces(
  gazetteer: Gazetteer,
  overrides: MatchOverrides,
  places: Iterable<PublishedPlace>,
): Map<string, Match> {
  const matches = new Map<string, Match>();
  for (const place of places) {
    if (!matches.has(place.published)) matches.set(place.published, matchPlace(gazetteer, overrides, place));
  }
  for (const [city, rivals] of Map.groupBy(matches.values(), ({ place }) => place)) {
    if (city.startsWith('city/')) settle(rivals, matches);
  }
  return matches;
}

function matchPlace(gazetteer: Gazetteer, overrides: MatchOverrides, place: PublishedPlace): Match {
  const { published, name, spellings = [], iso2, admin1, isOwnName = false } = place;
  const override = overrides.get(published);
  if (override !== undefined) {
    return { published, place: override.place, how: override.place === '' ? override.reason : 'override' };
  }
  if (iso2 === null) return { published, place: '', how: 'no country of ours' };
  for (const spelling of new Set([name, withoutApostrophes(name), ...spellings])) {
    const candidates = gazetteer
      .citiesNamed(spelling, iso2)
      .filter(({ city, how }) => (admin1 ?? city.admin1) === city.admin1 && (!isOwnName || how === 'name'));
    if (candidates.length === 0) continue;
    const meant = cityMeant(candidates);
    if (meant !== undefined) return { published, place: meant.city.key, how: meant.how };
    return {
      published,
      place: '',
      how: `not plain which is meant: ${candidates.map(describe).sort().join(', ')}`,
    };
  }
  return { published, place: '', how: 'no city of this name in the gazetteer' };
}

/**
 * Of the cities found under one name, the one that is meant: the only one; the largest, if it alone bears the
 * name as its own; or the one with four times the population of every other. Sections of cities and abandoned places are
 * not considered, and towns only if no city has the name. A city that has the name only as an alternative is never preferred to one that has it as its own. The
 * order of the candidates does not matter.
 */
export function cityMeant(candidates: readonly NamedCity[]): NamedCity | undefined {
  const cities = candidates.filter(({ city }) => !isTown(city));
  const [largest, ...others] = (cities.length > 0 ? cities : candidates)
    .filter(({ city }) => isCityOfToday(city))
    .sort(byPopulation);
  if (largest === undefined || others.length === 0) return largest;
  const bearers = others.filter(({ how }) => how === 'name');
  if (largest.how === 'name' && bearers.length === 0) return largest;
  if (largest.how !== 'name' && bearers.length > 0) return undefined;
  const next = others[0]?.city.population ?? 0;
  return largest.city.population > 0 && largest.city.population >= DOMINANCE * next ? largest : undefined;
}

/** Largest first; at the same size, the one with the name as its own. */
function byPopulation(left: NamedCity, right: NamedCity): number {
  const bearsName = (candidate: NamedCity) => Number(candidate.how === 'name');
  return right.city.population - left.city.population || bearsName(right) - bearsName(left);
}

/** If several published places match one city, keeps only the one with the best claim, if there is one. */
function settle(rivals: readonly Match[], matches: Map<string, Match>): void {
  const [first, second] = [...rivals].sort((left, right) => claim(left) - claim(right));
  if (first === undefined || second === undefined) return;
  const winner = claim(first) < claim(second) ? first : undefined;
  for (const { published } of rivals) {
    if (published === winner?.published) continue;
    const others = rivals.map((rival) => rival.published).filter((rival) => rival !== published);
    const how = `the same city as ${winner?.published ?? others.sort().join(', ')}`;
    matches.set(published, { published, place: '', how });
  }
}

function claim({ how }: Match): number {
  return ['override', 'name', 'alternative name'].indexOf(how);
}

/** The reviewed decisions of one reader: published label → our key, or '' if it is not one of our places. */
export type MatchOverrides = ReadonlyMap<string, { place: string; reason: string }>;

const MATCH_OVERRIDES = recordTable('places/match-overrides', {
  ...texts('reader', 'published', 'place'),
  reason: filled,
});

/** The overrides of one reader. The cell `reader` may name several that share a publisher's names. */
export function readMatchOverrides(dataDirectory: string, reader: string): MatchOverrides {
  const overrides = new Map<string, { place: string; reason: string }>();
  for (const [row, override] of MATCH_OVERRIDES.read(dataDirectory).entries()) {
    const { published, place, reason } = override;
    if (!override.reader.split(' ').includes(reader)) continue;
    if (overrides.has(published))
      throw MATCH_OVERRIDES.fault(dataDirectory, row, 'published', `${published} is there twice`);
    overrides.set(published, { place, reason });
  }
  return overrides;
}

export const MATCH_COUNTRIES = recordTable('places/match-countries', { published: text, iso2: text });

/**
 * Gives the ISO 3166-1 alpha-2 code of the country that a cell names in its publisher's way; null for a name that is no country. A
 * name that has not been reviewed is an error.
 */
export function countriesNamed(dataDirectory: string): (row: PublishedRow, column: string) => string | null {
  const names = new Map(MATCH_COUNTRIES.read(dataDirectory).map(({ published, iso2 }) => [published, iso2]));
  return (row, column) => {
    const iso2 = names.get(row.required(column));
    if (iso2 !== undefined) return iso2 === '' ? null : iso2;
    throw row.fault(column, `${JSON.stringify(row.text(column))} is not in data/places/match-countries.tsv`);
  };
}

function withoutApostrophes(name: string): string {
  return name.replace(/['’‘`]/g, '');
}

function describe({ city }: NamedCity): string {
  const kind = isCityOfToday(city) ? '' : 'section';
  return `${city.name} (${[city.admin1, city.population, kind].filter(Boolean).join(', ')})`;
}
