import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { RegionMatches } from '../places/match-regions.ts';
import type { SourceReader } from './reader.ts';

const ID = 'vietnam-spatial-index';
const SOURCE = 'gso-vietnam-scoli-2016';
const INDEX = 'spatial_cost_of_living_index';
const YEAR = '2016';

/** Spatial cost of living index of Viet Nam: one line per province and year, Ha Noi = 100. The last year is kept. */
export const vietnamSpatialIndex: SourceReader = {
  id: ID,
  folder: 'vietnam-scoli-2010-2016',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, 'scoli_province_2010_2016.csv'), {
      columns: ['year', 'province', INDEX],
    });
    const provinces = new RegionMatches(gazetteer.dataDirectory, ID);
    const facts = rows
      .filter((row) => row.year('year') === YEAR)
      .flatMap((row) =>
        provinces.of(row.required('province')).map(
          (place): Fact => ({
            place,
            metric: 'spatial_cost_of_living_index',
            period: YEAR,
            grain: 'region',
            value: row.requiredNumber(INDEX),
            unit: 'ha_noi_100',
            source: SOURCE,
            note: '',
          }),
        ),
      );
    return { facts, matches: provinces.matches() };
  },
};
