import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import { RegionMatches } from '../places/match-regions.ts';
import type { SourceReader, SourceReading } from './reader.ts';

const ID = 'vietnam-spatial-index';
const SOURCE = 'gso-vietnam-scoli-2016';
const INDEX = 'spatial_cost_of_living_index';
const YEAR = '2016';

/** Spatial cost of living index of Viet Nam: one line per province and year, Ha Noi = 100. The last year is kept. */
export const vietnamSpatialIndex: SourceReader = {
  id: ID,
  folder: 'vietnam-scoli-2010-2016',
  read(directory: string, gazetteer: Gazetteer): SourceReading {
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
    return {
      sources: [
        {
          id: SOURCE,
          publisher: 'General Statistics Office of Viet Nam',
          title: 'Spatial cost of living index among provinces (Ha Noi = 100), 2016',
          url: 'https://www.gso.gov.vn/en/statistical-data/',
          licence: 'GSO terms (attribution) (our understanding, not confirmed by the publisher)',
          licence_url: null,
          attribution: 'General Statistics Office of Viet Nam',
          vintage: '2018-09-21',
        },
      ],
      facts,
      matches: provinces.matches(),
    };
  },
};
