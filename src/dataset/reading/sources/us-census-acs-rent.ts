import { join } from 'node:path';
import { fold } from '../../../release/fold.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { SourceFileError } from '../../building/files/source-file-error.ts';
import { readAreas } from '../../building/places/areas.ts';
import type { Gazetteer, GazetteerCity } from '../../building/places/gazetteer.ts';
import { regionCodesByName } from '../../building/places/regions.ts';
import { type Match, type MatchOverrides, readMatchOverrides } from '../places/match.ts';
import type { RulesOfTables } from './table-reader.ts';

/** Median gross rents of the American Community Survey: one file of places (cities), one of counties. */
const ID = 'us-census-acs-rent';
export const CENSUS_FOLDER = ID;
const RENT = 'median_gross_rent_usd_month';

/** The Census Bureau cuts the scale off at both ends, and marks the ends with these figures. */
const OPEN_ENDED: ReadonlyMap<number, string> = new Map([
  [3501, 'top-coded: 3,500 or more'],
  [99, 'bottom-coded: less than 100'],
]);

/**
 * Of 1,315 places that we count above 20,000 people, one has less than half of its county's median: Basking Ridge, whose own Census
 * place has 4,000. Such a figure is one of few or subsidised homes, not of homes that are let now.
 */
const SHARE_OF_COUNTY = 0.5;
const FAR_BELOW_COUNTY = 'less than half of the county’s: few homes for rent, or subsidised ones';

export const usCensusAcsRent: RulesOfTables = {
  [`${ID} counties`]: {
    rows: (rows) =>
      rows.map((row) => row.with({ '(code)': countyCode(row), '(note)': OPEN_ENDED.get(rentOf(row)) ?? '' })),
  },
  [`${ID} cities`]: {
    rows(rows, gazetteer, directory) {
      const { dataDirectory } = gazetteer;
      const counties = new Map(readCountyRents(directory).map((county) => [countyId(county.code), county]));
      const countyOfCity = new Map(
        readAreas(dataDirectory).cities.flatMap(({ area, geonamesId }) => {
          const county = counties.get(area);
          return county === undefined ? [] : [[geonamesId, county] as const];
        }),
      );
      const byName = new Map<string, PublishedRow>();
      for (const row of rows) {
        const name = row.required('name');
        if (byName.has(name)) throw row.fault('name', `${name} is there twice`);
        byName.set(name, row);
      }
      const overrides = readMatchOverrides(dataDirectory, ID);
      const matches = matchCensusPlaces([...byName.keys()], { gazetteer, overrides, countyOfCity });
      const countyRents = new Map(
        gazetteer.citiesOf('US').map(({ key, geonamesId }) => [key, countyOfCity.get(geonamesId)?.rent]),
      );
      return matches.flatMap(({ published, place, how }) => {
        const row = byName.get(published) ?? rows[0];
        if (row === undefined) return [];
        const isFarBelow = rentOf(row) < SHARE_OF_COUNTY * (countyRents.get(place) ?? 0);
        const note = isFarBelow ? FAR_BELOW_COUNTY : (OPEN_ENDED.get(rentOf(row)) ?? '');
        return row.with({ '(published)': published, '(place)': place, '(how)': how, '(note)': note });
      });
    },
  },
};

export function countyId(code: string): string {
  return `us-county-${code}`;
}

export function readCountyRents(directory: string) {
  const { rows } = readPublishedTable(join(directory, 'acs5_2024_median_gross_rent_county.csv'));
  return rows.map((row) => ({
    code: countyCode(row),
    /** `New York County, New York` */
    name: row.required('name'),
    /** USD per month. */
    rent: rentOf(row),
  }));
}

/** FIPS code of state and county, five digits. */
function countyCode(row: PublishedRow): string {
  const state = row.matching('state_fips', /^\d{2}$/, 'a code of two digits');
  return state + row.matching('county_fips', /^\d{3}$/, 'a code of three digits');
}

function rentOf(row: PublishedRow): number {
  const value = row.requiredNumber(RENT);
  if (value < 0) throw row.fault(RENT, `${value} is the mark of a suppressed figure, not a rent`);
  return value;
}

interface CensusMatching {
  gazetteer: Gazetteer;
  /** Name of a Census place → our city that it is. */
  overrides: MatchOverrides;
  /** GeoNames id → the county that the city is in; cities of several counties have none. */
  countyOfCity: ReadonlyMap<number, { name: string }>;
}

/**
 * Ties cities of the United States to Census places: one row for each of our cities, the unmatched with the
 * reason. A place and a city match when they share state and name, and are the only ones that do; where the
 * Census Bureau adds a county to tell places apart, the city must be in it. GeoNames' alternative names are
 * ignored: they lead to the Census place next door as often as to the city's own.
 *
 * @param places as the Census Bureau names them: `Woodlawn CDP (Baltimore County), Maryland`
 */
export function matchCensusPlaces(
  places: readonly string[],
  { gazetteer, overrides, countyOfCity }: CensusMatching,
): Match[] {
  const states = regionCodesByName(gazetteer.dataDirectory, 'US');
  const cities = gazetteer.citiesOf('US');
  const reviewed = new Map<string, string>();
  for (const place of places) {
    const key = overrides.get(place)?.place ?? '';
    if (key !== '') reviewed.set(key, place);
    if (key !== '' && !cities.some((city) => city.key === key))
      throw new SourceFileError('match-overrides.tsv', 0, 'place', `${place}: ${key} is no city of ours`);
  }
  const candidates = places
    .filter((place) => !overrides.has(place))
    .flatMap((place) => {
      const { spellings, counties } = parsePlaceName(place);
      const state = states.get(fold(place.replace(/^.*, /, '')));
      const isThere = ({ admin1, geonamesId }: GazetteerCity) =>
        admin1 === state &&
        (counties.length === 0 || counties.includes(countyOfCity.get(geonamesId)?.name ?? ''));
      const found = spellings
        .flatMap((spelling) => gazetteer.citiesNamed(spelling, 'US'))
        .filter(({ city, how }) => how === 'name' && isThere(city))
        .map(({ city }) => city)
        .filter((city) => !isSection(city) && !reviewed.has(city.key));
      return [...new Set(found)].map((city) => ({ place, city }));
    });
  const byCity = Map.groupBy(candidates, ({ city }) => city);
  const byPlace = Map.groupBy(candidates, ({ place }) => place);
  return cities.map((city) => {
    const published = `${city.admin1} | ${city.name} | ${city.geonamesId}`;
    const unmatched = (how: string): Match => ({ published, place: '', how });
    const review = reviewed.get(city.key);
    if (review !== undefined) return { published: review, place: city.key, how: 'override' };
    if (isSection(city)) return unmatched('a section of a city: no Census place of its own');
    const named = byCity.get(city)?.map(({ place }) => place) ?? [];
    const [place] = named;
    if (place === undefined) return unmatched('no Census place of this name with a published rent');
    if (named.length > 1) return unmatched(`several Census places: ${named.join('; ')}`);
    if (byPlace.get(place)?.length !== 1)
      return unmatched(`shares the name with another city of ours: ${place}`);
    return { published: place, place: city.key, how: 'name' };
  });
}

/** Section of a populated place: GeoNames has Chicago's community areas and Boston's neighbourhoods as such. */
function isSection(city: GazetteerCity): boolean {
  return city.feature === 'PPLX';
}

/** Legal and statistical area descriptions, as the Census Bureau puts them after a name. */
const AREA_DESCRIPTION =
  / (city and borough|city|town|village|borough|municipality|corporation|metro township|CDP)$/;
/** Descriptions of a city that is one with its county: `Athens-Clarke County unified government`. */
const CONSOLIDATED = / (urban county|((unified|consolidated|metro|metropolitan) government))$| County$/;

/**
 * The spellings that the gazetteer may have for a place with this name at the Census Bureau, and the full names of the
 * counties to one of which it belongs; none if its name is the only one in the state.
 */
export function parsePlaceName(name: string): { spellings: string[]; counties: string[] } {
  const [, placed = '', state = ''] = /^(.*), (.*)$/.exec(name) ?? [];
  const [, described = placed, qualifier = ''] = /^(.*) \((.*) Count(?:y|ies)\)$/.exec(placed) ?? [];
  const counties =
    qualifier === '' ? [] : qualifier.split(' and ').map((county) => `${county} County, ${state}`);
  const remaining = described.replace(/ \(balance\)$/, '');
  const isConsolidated = CONSOLIDATED.test(remaining) || remaining !== described;
  const bare = remaining.replace(CONSOLIDATED, '').replace(AREA_DESCRIPTION, '');
  const spellings = [bare];
  // `Louisville/Jefferson County`, `Nashville-Davidson`
  if (isConsolidated) spellings.push(bare.replace(/[-/,].*$/, ''));
  // `Amherst Town city`: a city by law that goes on calling itself a town.
  if (remaining.endsWith(' Town city')) spellings.push(bare.replace(/ Town$/, ''));
  // `San Buenaventura (Ventura) city`
  const [, official, customary] = /^(.*) \((.*)\)$/.exec(bare) ?? [];
  if (official !== undefined && customary !== undefined) spellings.push(official, customary);
  const saints = spellings.map((spelling) => spelling.replace(/\bSt\. /g, 'Saint '));
  const distinct = new Map([...spellings, ...saints].map((spelling) => [fold(spelling), spelling]));
  return { spellings: [...distinct.values()], counties };
}
