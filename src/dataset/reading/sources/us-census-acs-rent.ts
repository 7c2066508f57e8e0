import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey, readAreas } from '../../building/places/areas.ts';
import { readMatchOverrides } from '../places/match.ts';
import type { SourceReader } from './reader.ts';
import { type CensusPlace, matchCensusPlaces } from './us-census-acs-rent-places.ts';

const SOURCE = 'us-census-acs5-2024-rent';
const RENT = 'median_gross_rent_usd_month';
/** The five years whose responses the estimate combines. */
const PERIOD = '2020-01-01/2024-12-31';

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

/** Median gross rents of the American Community Survey: one file of places (cities), one of counties. */
export const usCensusAcsRent: SourceReader = {
  id: 'us-census-acs-rent',
  folder: 'us-census-acs-rent',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { areas, cities } = readAreas(gazetteer.dataDirectory);
    const ours = new Set(areas.map(({ id }) => id));
    const counties = readCountyRents(directory);
    const countiesById = new Map(counties.map((county) => [countyId(county.code), county]));
    const places = readPlaceRents(directory);
    const countyOfCity = new Map(
      cities.flatMap(({ area, geonamesId }) => {
        const county = countiesById.get(area);
        return county === undefined ? [] : [[geonamesId, county] as const];
      }),
    );
    const matches = matchCensusPlaces(places, {
      gazetteer,
      overrides: readMatchOverrides(gazetteer.dataDirectory, usCensusAcsRent.id),
      countyOfCity,
    });
    const countyRents = new Map(
      gazetteer.citiesOf('US').map(({ key, geonamesId }) => [key, countyOfCity.get(geonamesId)?.rent]),
    );
    const rents = new Map(places.map(({ name, rent }) => [name, rent]));
    const facts: Fact[] = [];
    for (const { published, place } of matches) {
      if (place === '') continue;
      const rent = rents.get(published) as number;
      const isFarBelow = rent < SHARE_OF_COUNTY * (countyRents.get(place) ?? 0);
      facts.push(toFact(place, 'city', rent, isFarBelow ? FAR_BELOW_COUNTY : OPEN_ENDED.get(rent)));
    }
    for (const { code, rent } of counties) {
      if (ours.has(countyId(code)))
        facts.push(toFact(areaKey(countyId(code)), 'region', rent, OPEN_ENDED.get(rent)));
    }
    return { facts, matches };
  },
};

export function countyId(code: string): string {
  return `us-county-${code}`;
}

export function readCountyRents(directory: string) {
  const { rows } = readPublishedTable(join(directory, 'acs5_2024_median_gross_rent_county.csv'), {
    columns: ['name', 'state_fips', 'county_fips', RENT],
  });
  return rows.map((row) => ({
    /** FIPS code of state and county, five digits. */
    code: digits(row, 'state_fips', 2) + digits(row, 'county_fips', 3),
    /** `New York County, New York` */
    name: row.required('name'),
    /** USD per month. */
    rent: rent(row),
  }));
}

function readPlaceRents(directory: string): (CensusPlace & { rent: number })[] {
  const { rows } = readPublishedTable(join(directory, 'acs5_2024_median_gross_rent_place.csv'), {
    columns: ['name', 'state_fips', 'place_fips', RENT],
  });
  const names = new Set<string>();
  return rows.map((row) => {
    const name = row.required('name');
    if (names.has(name)) throw row.fault('name', `${name} is there twice`);
    names.add(name);
    digits(row, 'place_fips', 5);
    return { name, state: digits(row, 'state_fips', 2), rent: rent(row) };
  });
}

function toFact(place: string, grain: 'city' | 'region', value: number, note = ''): Fact {
  return {
    place,
    metric: 'rent_median_gross',
    period: PERIOD,
    grain,
    value,
    unit: 'USD',
    source: SOURCE,
    note,
  };
}

function rent(row: PublishedRow): number {
  const value = row.requiredNumber(RENT);
  if (value < 0) throw row.fault(RENT, `${value} is the mark of a suppressed figure, not a rent`);
  return value;
}

function digits(row: PublishedRow, column: string, length: number): string {
  return row.matching(column, new RegExp(`^\\d{${length}}$`), `a code of ${length} digits`);
}
