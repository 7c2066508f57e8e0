import { fold } from '../../../release/fold.ts';
import type { Grain } from '../../../release/grain.ts';
import { perhaps } from '../../../release/similar-names.ts';
import type { PublishedRow } from '../../building/files/published-file.ts';
import { recordTable, texts } from '../../building/files/records.ts';
import {
  areaKey,
  firstLevelAreaId,
  nutsAreaId,
  readAreaIds,
  readAreaTable,
} from '../../building/places/areas.ts';
import { readCountries } from '../../building/places/countries.ts';
import { COUNTRY_TABLES } from '../../building/places/country-details.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { regionCodesByName } from '../../building/places/regions.ts';
import { type Match, matchPlaces, type PublishedPlace, readMatchOverrides } from '../places/match.ts';
import { countryMatcher } from './country-matches.ts';

/** A place that a row is about, and how it was found; `how` is empty if nobody needs to review it. */
export interface FoundPlace extends Match {
  /** What was really measured there: by default a city is a city, and an area a region. */
  grain?: Grain;
  /** Distinguishes a figure for a part of the place. */
  note?: string;
}

/** How the rows of a publisher's table find their places. `reader` is the id under which reviewers' decisions are kept. */
export type PlaceRule = (
  rows: readonly PublishedRow[],
  gazetteer: Gazetteer,
  reader: string,
) => (row: PublishedRow) => readonly FoundPlace[];

/** A place that a code leads to; none for ''. */
export function byCode(place: string, grain?: Grain): FoundPlace[] {
  return place === '' ? [] : [{ published: '', place, how: '', ...(grain !== undefined && { grain }) }];
}

/** Between the columns that name a place, and between their cells in its label. */
const BETWEEN = ' | ';

export function namingColumns({ named_by: columns }: { named_by: string }): string[] {
  return columns.split(BETWEEN).filter((column) => column !== '');
}

interface DescribedPlaces {
  places: string;
  named_by: string;
  fault(column: string, fault: string): Error;
}

/**
 * The rule of a row of data/readers/tables.tsv: `regions`; `countries` by a code and perhaps a name; `cities CA` by a name, perhaps
 * after its region's, or `cities` by the code of the country and a name; `metros us-cbsa-` and `areas …`, by a code that follows this
 * in our ids; `nuts 2|4`, by codes of these lengths, of which those of two letters are countries; `currencies`; the only place,
 * `country/india`, perhaps with how its names lead to it, `city/dubai: name`; `left out: ` with the reason; or `computed`, by columns that
 * the rules of the table compute: `(published)`, `(place)` and `(how)`.
 */
export function describedPlaces(table: DescribedPlaces): PlaceRule {
  const columns = namingColumns(table);
  const [first = '', second = first] = columns;
  const [, kind = '', how = ''] = /^(.*?)(?:: (.*))?$/.exec(table.places) ?? [];
  const [word = '', of = ''] = kind.split(' ');
  const label = (row: PublishedRow) => columns.map((column) => row.required(column)).join(BETWEEN);
  const places: Readonly<Record<string, () => PlaceRule>> = {
    regions: () => regionsByName(first, label),
    countries: () => countriesByCode(first, second),
    cities: () => (of === '' ? citiesOfCountries(first, second) : citiesOfRegions(columns, of)),
    metros: () => areasById('metro', (row) => of + row.required(first)),
    areas: () => areasById('region', (row) => of + row.required(first)),
    nuts: () => nutsRegions(first, of.split('|').map(Number)),
    currencies: () => currencies(first),
    computed: () => () => (row) => [
      { published: row.text('(published)'), place: row.text('(place)'), how: row.text('(how)') },
    ],
    'left out': () => onePlace('', how, label),
  };
  const rule = /^(country|city|area)\//.test(kind)
    ? () => onePlace(kind, how, label)
    : (places[kind] ?? places[word]);
  if (rule !== undefined) return rule();
  const known = `${Object.keys(places).join(', ')}, municipalities CC or one place`;
  const fault = `${JSON.stringify(table.places)} is none of ${known}, and src/dataset/reading/sources/table-rules.ts has no other rule`;
  throw table.fault('places', fault);
}

/** The levels of GeoNames' divisions whose codes can be those of municipalities. */
export const LEVELS = ['admin2', 'admin3', 'admin4'] as const;

/** Refuses a row of data/readers/tables.tsv whose places are in a country or a division that does not exist. */
export function checkPlaces({ places, fault }: DescribedPlaces, dataDirectory: string): void {
  const refuse = (cell: string, problem: string) => fault('places', `${JSON.stringify(cell)} is ${problem}`);
  const [kind, of, level] = places.split(' ');
  if (kind === 'nuts' && !/^[2-5](\|[2-5])*$/.test(of ?? ''))
    throw refuse(of ?? '', 'not lengths from 2 to 5, such as 2|4');
  if (of === undefined || (kind !== 'cities' && kind !== 'municipalities')) return;
  const countries = readCountries(dataDirectory);
  if (!countries.some(({ iso2 }) => iso2 === of)) {
    const meant = countries.find(({ iso2, iso3 }) => [iso2, iso3].includes(of.toUpperCase()));
    throw refuse(of, `no ISO 3166-1 code of two letters${perhaps(meant === undefined ? [] : [meant.iso2])}`);
  }
  if (level !== undefined && !LEVELS.some((known) => known === level))
    throw refuse(level, `none of ${LEVELS.join(', ')}`);
}

/** @param how the rows' labels lead to it; '' if they have none */
function onePlace(place: string, how: string, label: (row: PublishedRow) => string): PlaceRule {
  return () => (row) => (how === '' ? byCode(place) : [{ published: label(row), place, how }]);
}

/** Rates belong to currencies, not to countries. Those that no country uses are left out. */
function currencies(column: string): PlaceRule {
  return (_, { dataDirectory }) => {
    const used = new Set(COUNTRY_TABLES.currencyNames.read(dataDirectory).map(({ currency }) => currency));
    return (row) => {
      const code = row.required(column).toUpperCase();
      return used.has(code) ? byCode(`currency/${code}`) : [];
    };
  };
}

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
    const matchOf = countryMatcher(gazetteer, reader);
    return (row) => {
      const match = matchOf(row, column, row.required(name));
      const reason = match.place === '' ? '' : leftOut(row);
      return [reason === '' ? match : { ...match, place: '', how: reason }];
    };
  };
}

/** By a code that is in the id of one of our areas, if it is one of ours. */
function areasById(grain: Grain, idOf: (row: PublishedRow) => string): PlaceRule {
  return (_, { dataDirectory }) => {
    const ours = readAreaIds(dataDirectory);
    return (row) => {
      const id = idOf(row).toLowerCase();
      return ours.has(id) ? byCode(areaKey(id), grain) : [];
    };
  };
}

/** Eurostat's own letters of countries, where they are not those of ISO 3166-1. */
export const EUROSTAT_LETTERS: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' };

export function nutsCode(row: PublishedRow, column: string): string {
  return row.matching(column, /^[A-Z]{2}[0-9A-Z]{0,3}$/, 'a NUTS code');
}

function nutsRegions(column: string, lengths: readonly number[]): PlaceRule {
  return (_, gazetteer) => {
    const ours = readAreaIds(gazetteer.dataDirectory);
    return (row) => {
      const code = nutsCode(row, column);
      const country = code.length === 2 ? gazetteer.countryByCode(EUROSTAT_LETTERS[code] ?? code) : undefined;
      if (!lengths.includes(code.length)) return [];
      if (country !== undefined) return byCode(country.key);
      return ours.has(nutsAreaId(code)) ? byCode(areaKey(nutsAreaId(code))) : [];
    };
  };
}

const MATCH_REGIONS = recordTable('places/match-regions', texts('reader', 'published', 'area', 'reason'));

/** By the name in `column`, as data/places/match-regions.tsv says. A region that has not been reviewed is an error. */
function regionsByName(column: string, nameOf = (row: PublishedRow) => row.required(column)): PlaceRule {
  return (rows, { dataDirectory }, reader) => {
    const reviewed = reviewedRegions(dataDirectory, reader);
    requireReviewed(rows, column, nameOf, (name) => reviewed.has(name), 'its area or a reason');
    return (row) => reviewed.get(nameOf(row)) ?? [];
  };
}

/** Refuses names that have not been reviewed: all at once, in the first row that has one. */
function requireReviewed(
  rows: readonly PublishedRow[],
  column: string,
  nameOf: (row: PublishedRow) => string,
  isKnown: (name: string) => boolean,
  missing: string,
): void {
  const unknown = rows.filter((row) => !isKnown(nameOf(row)));
  const [first] = unknown;
  if (first === undefined) return;
  const names = [...new Set(unknown.map(nameOf))].map((name) => JSON.stringify(name)).join(' or ');
  throw first.fault(column, `data/places/match-regions.tsv has no row of ${names}, with ${missing}`);
}

/** The regions of one publisher by name, and the areas of ours that correspond to each. */
export function reviewedRegions(
  dataDirectory: string,
  reader: string,
): ReadonlyMap<string, readonly Match[]> {
  const areas = readAreaIds(dataDirectory);
  const matches = MATCH_REGIONS.read(dataDirectory).flatMap((row, index): Match[] => {
    const { published, area, reason } = row;
    const fault = (column: string, text: string) => MATCH_REGIONS.fault(dataDirectory, index, column, text);
    if (row.reader !== reader) return [];
    if (area === '' && reason === '') throw fault('reason', `why is ${published} no area of ours?`);
    if (area !== '' && !areas.has(area)) throw fault('area', `${area} is no area`);
    return [{ published, place: area === '' ? '' : areaKey(area), how: reason === '' ? 'name' : reason }];
  });
  return Map.groupBy(matches, ({ published }) => published);
}

/** By name, within a country; a reviewer may have put a whole country in a city's place. */
export function citiesByName(
  published: (row: PublishedRow, gazetteer: Gazetteer) => PublishedPlace,
  grainOf?: (row: PublishedRow) => Grain,
): PlaceRule {
  return (rows, gazetteer, reader) => {
    const overrides = readMatchOverrides(gazetteer.dataDirectory, reader);
    const named = new Map(rows.map((row) => [row, published(row, gazetteer)]));
    const matches = matchPlaces(gazetteer, overrides, named.values());
    return (row) => {
      const match = matches.get(named.get(row)?.published ?? '');
      if (match === undefined) return [];
      const isCountry = match.place.startsWith('country/');
      return [isCountry || grainOf === undefined ? match : { ...match, grain: grainOf(row) }];
    };
  };
}

/** The same where columns have the country's ISO 3166-1 code and the name; a place's label is `NL | The Hague`. */
export function citiesOfCountries(country: string, city: string): PlaceRule {
  return citiesByName((row, gazetteer) => {
    const [code, name] = [row.required(country), row.required(city)];
    const iso2 = gazetteer.countryByCode(code)?.iso2;
    if (iso2 === undefined) throw row.fault(country, `${JSON.stringify(code)} is no ISO 3166-1 code`);
    return { published: code + BETWEEN + name, name, iso2 };
  });
}

/**
 * Within one country, by a column with the name, perhaps after one with the first-level region's: as GeoNames writes it, or of an area
 * in data/places/match-regions.tsv. What follows a comma is no part of the name.
 */
function citiesOfRegions(columns: readonly string[], iso2: string): PlaceRule {
  return (rows, gazetteer, reader) => {
    const [city = '', region] = columns.toReversed();
    const codes = regionCodesByName(gazetteer.dataDirectory, iso2);
    const areas = new Map([...codes.values()].map((code) => [areaKey(firstLevelAreaId(iso2, code)), code]));
    const reviewed = reviewedRegions(gazetteer.dataDirectory, reader);
    const codeOf = (name: string) => codes.get(fold(name)) ?? areas.get(reviewed.get(name)?.[0]?.place ?? '');
    const regionOf = (row: PublishedRow) => (region === undefined ? '' : row.required(region));
    if (region !== undefined)
      requireReviewed(rows, region, regionOf, (name) => codeOf(name) !== undefined, 'its area');
    const named = citiesByName((row) => {
      const admin1 = codeOf(regionOf(row));
      return {
        published: columns.map((column) => row.required(column)).join(BETWEEN),
        name: row.required(city).replace(/,.*/, ''),
        iso2,
        ...(admin1 !== undefined && { admin1 }),
      };
    });
    return named(rows, gazetteer, reader);
  };
}

/**
 * The matches of the city that a row names, and of the area with the published name, which has the other places in it. A city that was
 * not found is listed only if there is no area.
 *
 * @param prefix how the ids of the areas begin
 * @param cityOf gives the city of a row; undefined where no city is meant
 * @param more.needsArea whether a row must name an area
 * @param more.grain of both
 */
export function cityAndArea(
  column: string,
  prefix: string,
  cityOf: (gazetteer: Gazetteer) => (row: PublishedRow) => Omit<PublishedPlace, 'published'> | undefined,
  { needsArea = () => false, grain }: { needsArea?(row: PublishedRow): boolean; grain?: Grain } = {},
): PlaceRule {
  return (rows, gazetteer, reader) => {
    const areas = areasByName(gazetteer.dataDirectory, prefix);
    const placeOf = cityOf(gazetteer);
    const named = rows.flatMap((row) => {
      const city = placeOf(row);
      return city === undefined ? [] : { ...city, published: row.required(column) };
    });
    const cities = matchPlaces(gazetteer, readMatchOverrides(gazetteer.dataDirectory, reader), named);
    return (row) => {
      const published = row.required(column);
      const [city, area] = [cities.get(published), areas.get(published)];
      if (area === undefined && needsArea(row))
        throw row.fault(column, `not among the areas: ${JSON.stringify(published)}`);
      const found = [
        ...(city === undefined || (city.place === '' && area !== undefined) ? [] : [city]),
        ...(area === undefined ? [] : [{ published, place: area, how: 'name' }]),
      ];
      return grain === undefined ? found : found.map((match) => ({ ...match, grain }));
    };
  };
}

/** The areas whose ids begin with the prefix: publisher's name → our key, `Toronto, Ontario` → `area/ca-cma-toronto`. */
export function areasByName(dataDirectory: string, idPrefix: string): ReadonlyMap<string, string> {
  return new Map(
    readAreaTable(dataDirectory)
      .filter(({ id }) => id.startsWith(idPrefix))
      .map(({ id, name }) => [name, areaKey(id)]),
  );
}
