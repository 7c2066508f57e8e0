import { join } from 'node:path';
import { type PublishedRow, readPublishedTable } from '../../building/files/published-file.ts';
import { readAreas } from '../../building/places/areas.ts';
import { readMatchOverrides } from '../places/match.ts';
import type { RulesOfTables } from './table-reader.ts';
import { matchCensusPlaces } from './us-census-acs-rent-places.ts';

/** Median gross rents of the American Community Survey: one file of places (cities), one of counties. */
const ID = 'us-census-acs-rent';
export const CENSUS_FOLDER = ID;
const RENT = 'median_gross_rent_usd_month';
const COUNTY_COLUMNS = ['name', 'state_fips', 'county_fips', RENT];

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
    columns: COUNTY_COLUMNS,
    rows: (rows) =>
      rows.map((row) => row.with({ '(code)': countyCode(row), '(note)': OPEN_ENDED.get(rentOf(row)) ?? '' })),
  },
  [`${ID} cities`]: {
    columns: ['name', 'state_fips', RENT],
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
      const places = [...byName].map(([name, row]) => ({ name, state: row.required('state_fips') }));
      const overrides = readMatchOverrides(dataDirectory, ID);
      const matches = matchCensusPlaces(places, { gazetteer, overrides, countyOfCity });
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
  const { rows } = readPublishedTable(join(directory, 'acs5_2024_median_gross_rent_county.csv'), {
    columns: COUNTY_COLUMNS,
  });
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
