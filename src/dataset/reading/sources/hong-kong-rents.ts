import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { matchPlaces, readMatchOverrides } from '../places/match.ts';
import { areasByName } from '../places/match-areas.ts';
import type { SourceReader } from './reader.ts';

const ID = 'hong-kong-rents';
const SOURCE = 'rvd-private-rents-2026-08';
const RENT = 'rent_hkd_per_m2_month';

/**
 * Rents of private dwellings let in the month, by the Rating and Valuation Department of Hong Kong: one line per class of
 * size and part of the territory. Its figures are those of our place of the same name, if there is one, and of the area with
 * the places in it.
 */
export const hongKongRents: SourceReader = {
  id: ID,
  folder: 'hong-kong-rvd-rents-2026',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, 'rvd_private_domestic_rents_2026-08.csv'), {
      columns: ['class', 'class_area_m2', 'area', RENT, 'fewer_than_20'],
    });
    const areas = areasByName(gazetteer.dataDirectory, 'hk-area-');
    const names = rows.map((row) => row.required('area'));
    const parts = matchPlaces(
      gazetteer,
      readMatchOverrides(gazetteer.dataDirectory, ID),
      names.map((name) => ({ published: name, name, iso2: 'HK' })),
    );
    const facts = rows.flatMap((row): Fact[] => {
      const published = row.required('area');
      const area = areas.get(published);
      if (area === undefined) throw row.fault('area', `not among the areas: ${JSON.stringify(published)}`);
      const size = row.matching('class_area_m2', /^\d+-\d*$/, 'a range of square metres');
      const [from, to] = size.split('-');
      const few = row.matching('fewer_than_20', /^(true|false)$/, 'true or false') === 'true';
      const fact = {
        metric: 'rent_per_square_metre',
        period: '2026-08',
        value: row.requiredNumber(RENT),
        unit: 'HKD',
        source: SOURCE,
        note: `private dwellings let in the month, class ${row.required('class')}: saleable area ${
          from === '0' ? `below ${to} m²` : to === '' ? `of ${from} m² and more` : `of ${from} to ${to} m²`
        }; provisional${few ? ', from fewer than 20 lettings' : ''}`,
      };
      const part = parts.get(published)?.place ?? '';
      return [
        ...(part === '' ? [] : [{ ...fact, place: part, grain: 'city' as const }]),
        { ...fact, place: area, grain: 'region' as const },
      ];
    });
    return {
      facts,
      matches: [
        ...parts.values(),
        ...[...areas].map(([published, place]) => ({ published, place, how: 'name' })),
      ],
    };
  },
};
