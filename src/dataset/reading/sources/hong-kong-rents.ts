import type { PublishedRow } from '../../building/files/published-file.ts';
import { areasByName } from '../places/match-areas.ts';
import { citiesByName, type PlaceRule } from './place-rules.ts';
import { type Figure, tableReader } from './table-reader.ts';

const RENT = 'rent_hkd_per_m2_month';

/**
 * Rents of private dwellings let in the month, by the Rating and Valuation Department of Hong Kong: one line per class of
 * size and part of the territory. Its figures are those of our place of the same name, if there is one, and of the area with
 * the places in it.
 */
export const hongKongRents = tableReader({
  id: 'hong-kong-rents',
  folder: 'hong-kong-rvd-rents-2026',
  sources: ['rvd-private-rents-2026-08'],
  file: 'rvd_private_domestic_rents_2026-08.csv',
  columns: ['class', 'class_area_m2', 'area', RENT, 'fewer_than_20'],
  places: partAndArea,
  period: '2026-08',
  figures: rentOf,
});

function partAndArea(...[rows, gazetteer, reader]: Parameters<PlaceRule>): ReturnType<PlaceRule> {
  const areas = areasByName(gazetteer.dataDirectory, 'hk-area-');
  const parts = citiesByName((row) => {
    const published = row.required('area');
    return { published, name: published, iso2: 'HK' };
  })(rows, gazetteer, reader);
  return {
    of(row) {
      const place = areas.get(row.required('area'));
      if (place === undefined)
        throw row.fault('area', `not among the areas: ${JSON.stringify(row.text('area'))}`);
      return [...parts.of(row), { place, grain: 'region' }];
    },
    matches: () => [
      ...parts.matches(),
      ...[...areas].map(([published, place]) => ({ published, place, how: 'name' })),
    ],
  };
}

function rentOf(row: PublishedRow): Figure[] {
  const size = row.matching('class_area_m2', /^\d+-\d*$/, 'a range of square metres');
  const [from, to] = size.split('-');
  const few = row.matching('fewer_than_20', /^(true|false)$/, 'true or false') === 'true';
  const note = `private dwellings let in the month, class ${row.required('class')}: saleable area ${
    from === '0' ? `below ${to} m²` : to === '' ? `of ${from} m² and more` : `of ${from} to ${to} m²`
  }; provisional${few ? ', from fewer than 20 lettings' : ''}`;
  return [{ column: RENT, metric: 'rent_per_square_metre', unit: 'HKD', note }];
}
