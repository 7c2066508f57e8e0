import type { Grain } from '../../../release/grain.ts';
import type { PublishedRow } from '../../building/files/published-file.ts';
import { areaKey, readAreaIds } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { type Match, matchPlaces, type PublishedPlace, readMatchOverrides } from '../places/match.ts';
import { RegionMatches } from '../places/match-regions.ts';
import { CountryMatches } from './country-matches.ts';

/** A place of ours that a row is about, and what was really measured there. */
interface PlacedRow {
  place: string;
  grain: Grain;
  /** Distinguishes a figure for a part of the place. */
  note?: string;
}

/** How the rows of a publisher's table find their places. `reader` is the id under which reviewers' decisions are kept. */
export type PlaceRule = (
  rows: readonly PublishedRow[],
  gazetteer: Gazetteer,
  reader: string,
) => {
  /** None if the row is about no place of ours. */
  of(row: PublishedRow): readonly PlacedRow[];
  matches(): Match[];
};

/**
 * By the codes of ISO 3166-1, and those of data/readers/country-codes.tsv. `name` is the column with the country's name.
 *
 * @param leftOut why a country's figures are not used; '' if they are
 */
export function countriesByCode(
  column: string,
  name: string,
  leftOut: (row: PublishedRow) => string = () => '',
): PlaceRule {
  return (_, gazetteer, reader) => {
    const countries = new CountryMatches(gazetteer, reader);
    return {
      of(row) {
        const place = countries.placeOf(row, column, row.required(name));
        if (place === null) return [];
        const reason = leftOut(row);
        if (reason === '') return [{ place, grain: 'country' }];
        countries.leaveOut(row, column, row.required(name), reason);
        return [];
      },
      matches: () => countries.departures(),
    };
  };
}

/** By a code that is in the id of one of our areas, if it is one of ours. */
export function areasById(grain: Grain, idOf: (row: PublishedRow) => string): PlaceRule {
  return (_, { dataDirectory }) => {
    const ours = readAreaIds(dataDirectory);
    return {
      of(row) {
        const id = idOf(row);
        return ours.has(id) ? [{ place: areaKey(id), grain }] : [];
      },
      matches: () => [],
    };
  };
}

/** By name, as data/places/match-regions.tsv says. */
export function regionsByName(nameOf: (row: PublishedRow) => string): PlaceRule {
  return (_, { dataDirectory }, reader) => {
    const regions = new RegionMatches(dataDirectory, reader);
    return {
      of: (row) => regions.of(nameOf(row)).map((place) => ({ place, grain: 'region' })),
      matches: () => regions.matches(),
    };
  };
}

/** By name, within a country; a reviewer may have put a whole country in a city's place. */
export function citiesByName(
  published: (row: PublishedRow, gazetteer: Gazetteer) => PublishedPlace,
  grainOf: (row: PublishedRow) => Grain = () => 'city',
): PlaceRule {
  return (rows, gazetteer, reader) => {
    const overrides = readMatchOverrides(gazetteer.dataDirectory, reader);
    const named = new Map(rows.map((row) => [row, published(row, gazetteer)]));
    const matches = matchPlaces(gazetteer, overrides, named.values());
    return {
      of(row) {
        const place = matches.get(named.get(row)?.published ?? '')?.place ?? '';
        if (place === '') return [];
        return [{ place, grain: place.startsWith('country/') ? 'country' : grainOf(row) }];
      },
      matches: () => [...matches.values()],
    };
  };
}

/** The same where columns have the country's ISO 3166-1 code and the name; a place's label is `NL | The Hague`. */
export function citiesOfCountries(country: string, city: string): PlaceRule {
  return citiesByName((row, gazetteer) => {
    const [code, name] = [row.required(country), row.required(city)];
    const iso2 = gazetteer.countryByCode(code)?.iso2;
    if (iso2 === undefined) throw row.fault(country, `${JSON.stringify(code)} is no ISO 3166-1 code`);
    return { published: `${code} | ${name}`, name, iso2 };
  });
}

/** By a rule of the reader's own: the matches of each row, for review. Figures of areas are figures of regions. */
export function eachByRule(
  rule: (...context: Parameters<PlaceRule>) => (row: PublishedRow) => readonly Match[],
): PlaceRule {
  return (rows, gazetteer, reader) => {
    const matchesOf = rule(rows, gazetteer, reader);
    const matches = new Map(rows.map((row) => [row, matchesOf(row)]));
    return {
      of: (row) =>
        (matches.get(row) ?? []).flatMap(({ place }): PlacedRow[] =>
          place === '' ? [] : [{ place, grain: place.startsWith('city/') ? 'city' : 'region' }],
        ),
      matches: () => [...matches.values()].flat(),
    };
  };
}
