import type { PublishedRow } from '../../building/files/published-file.ts';
import { areasByName } from '../places/match-areas.ts';
import { citiesByName, type PlaceRule } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';

export const hongKongRents: TableRules = {
  columns: ['class', 'class_area_m2', 'fewer_than_20'],
  places: partAndArea,
  figures: (row, listed) => listed.map((figure) => ({ ...figure, note: noteOn(row) })),
};

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

function noteOn(row: PublishedRow): string {
  const size = row.matching('class_area_m2', /^\d+-\d*$/, 'a range of square metres');
  const [from, to] = size.split('-');
  const few = row.matching('fewer_than_20', /^(true|false)$/, 'true or false') === 'true';
  return `private dwellings let in the month, class ${row.required('class')}: saleable area ${
    from === '0' ? `below ${to} m²` : to === '' ? `of ${from} m² and more` : `of ${from} to ${to} m²`
  }; provisional${few ? ', from fewer than 20 lettings' : ''}`;
}
