import type { PublishedRow } from '../../building/files/published-file.ts';
import { areasByName } from '../places/match-areas.ts';
import { citiesByName, type PlaceRule } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';

const COUNTY = 'county';

export const irelandNewTenancies: TableRules = { places: countyOrTown };

function countyOrTown(...[rows, gazetteer, reader]: Parameters<PlaceRule>): ReturnType<PlaceRule> {
  const counties = areasByName(gazetteer.dataDirectory, 'ie-county-');
  const isCounty = (row: PublishedRow) => row.required('level') === COUNTY;
  const towns = citiesByName((row) => {
    const published = row.required('location');
    // `Ennis, Clare`; `Carlow Town` beside the county of Carlow.
    return { published, name: published.replace(/,.*$| (Town|City)$/, ''), iso2: 'IE' };
  })(
    rows.filter((row) => !isCounty(row)),
    gazetteer,
    reader,
  );
  return {
    of(row) {
      if (!isCounty(row)) return towns.of(row);
      const name = row.required('location');
      const place = counties.get(`County ${name}`);
      if (place === undefined) throw row.fault('location', `no county of Ireland: ${name}`);
      return [{ place, grain: 'region' }];
    },
    matches: () => [
      ...towns.matches(),
      ...[...counties].map(([published, place]) => ({ published, place, how: 'name' })),
    ],
  };
}
