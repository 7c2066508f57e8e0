import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { matchPlaces, readMatchOverrides } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const ID = 'canada-intercity-prices';
const SOURCE = 'statcan-intercity-prices-2019';

/** The file's column → our metric. */
const GROUPS: ReadonlyMap<string, string> = new Map([
  ['all_items', 'regional_price_level_all_items'],
  ['food', 'regional_price_level_food'],
  ['shelter', 'regional_price_level_shelter'],
  [
    'household_operations_furnishings_and_equipment',
    'regional_price_level_household_operations_and_furnishings',
  ],
  ['clothing_and_footwear', 'regional_price_level_clothing'],
  ['transportation', 'regional_price_level_transport'],
  ['health_and_personal_care', 'regional_price_level_health_and_personal_care'],
  ['recreation_education_and_reading', 'regional_price_level_recreation_and_education'],
  [
    'alcoholic_beverages_tobacco_products_and_recreational_cannabis',
    'regional_price_level_alcohol_and_tobacco',
  ],
]);

/** Statistics Canada's comparison of retail prices between cities: one line per city, all of them together = 100. */
export const canadaIntercityPrices: SourceReader = {
  id: ID,
  folder: 'regional-price-level-indices',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, 'canada_intercity_2019.csv'), {
      columns: ['city_statcan', 'year', ...GROUPS.keys()],
    });
    const matches = matchPlaces(
      gazetteer,
      readMatchOverrides(gazetteer.dataDirectory, ID),
      rows.map((row) => {
        const published = row.required('city_statcan');
        return { published, name: published.replace(/,.*/, ''), iso2: 'CA' };
      }),
    );
    const facts: Fact[] = [];
    for (const row of rows) {
      const period = row.year('year');
      const place = matches.get(row.required('city_statcan'))?.place ?? '';
      for (const [column, metric] of GROUPS) {
        const value = row.number(column);
        if (value === null || place === '') continue;
        const unit = 'national_average_100';
        const note = 'the surveyed cities together = 100';
        facts.push({ place, metric, period, grain: 'city', value, unit, source: SOURCE, note });
      }
    }
    return { facts, matches: [...matches.values()] };
  },
};
