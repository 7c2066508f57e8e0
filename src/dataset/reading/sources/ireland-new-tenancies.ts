import { areasByName } from '../places/match-areas.ts';
import { citiesByName, type PlaceRule } from './place-rules.ts';
import { type Figure, tableReader } from './table-reader.ts';

const COUNTY = 'county';

const METRICS: Readonly<Record<string, string>> = {
  all_bedrooms: 'rent_average_dwelling',
  one_bed: 'rent_one_bedroom',
  two_bed: 'rent_two_bedroom',
  three_bed: 'rent_three_bedroom',
};

const FIGURES = Object.entries(METRICS).map(
  ([column, metric]): Figure => ({
    column,
    metric,
    unit: 'EUR',
    missing: [],
    note: 'new tenancies, standardised average',
  }),
);

/** Rents of new tenancies in Ireland by the tenancies board: one line per county, and one per town or part of a city. */
export const irelandNewTenancies = tableReader({
  id: 'ireland-new-tenancies',
  folder: 'ireland-rtb-rents-2025q4',
  sources: ['rtb-new-tenancies-2025-q4'],
  file: 'rents_new_tenancies_2025q4.csv',
  columns: ['location', 'level'],
  places: countyOrTown,
  period: '2025-10-01/2025-12-31',
  figures: FIGURES,
});

function countyOrTown(...[rows, gazetteer, reader]: Parameters<PlaceRule>): ReturnType<PlaceRule> {
  const counties = areasByName(gazetteer.dataDirectory, 'ie-county-');
  const isCounty = new Map(
    rows.map((row) => [
      row,
      row.matching('level', /^(county|town or area)$/, 'county, or town or area') === COUNTY,
    ]),
  );
  const towns = citiesByName((row) => {
    const published = row.required('location');
    // `Ennis, Clare`; `Carlow Town` beside the county of Carlow.
    return { published, name: published.replace(/,.*$| (Town|City)$/, ''), iso2: 'IE' };
  })(
    rows.filter((row) => isCounty.get(row) === false),
    gazetteer,
    reader,
  );
  return {
    of(row) {
      if (isCounty.get(row) === false) return towns.of(row);
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
