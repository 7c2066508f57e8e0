import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { RegionMatches } from '../places/match-regions.ts';
import type { SourceReader } from './reader.ts';

const ID = 'uk-regional-prices';
const SOURCE = 'ons-regional-price-levels-2016';

/** The file's column → our metric. Groups are given for a few regions only. */
const GROUPS: ReadonlyMap<string, string> = new Map([
  ['all_items_12region', 'regional_price_level_without_rent'],
  ['c01_food', 'regional_price_level_food'],
  ['c03_clothing_footwear', 'regional_price_level_clothing'],
  ['c05_furnishings_household', 'regional_price_level_furnishings'],
  ['c07_transport', 'regional_price_level_transport'],
  ['c09_recreation_culture', 'regional_price_level_recreation'],
]);

/** Relative regional consumer price levels of the Office for National Statistics, 2016: one line per region, UK = 100. */
export const ukRegionalPrices: SourceReader = {
  id: ID,
  folder: 'regional-price-level-indices',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { rows } = readPublishedTable(join(directory, 'uk_region_rrcpl_2016.csv'), {
      columns: ['region', 'year', ...GROUPS.keys()],
    });
    const regions = new RegionMatches(gazetteer.dataDirectory, ID);
    const facts: Fact[] = [];
    for (const row of rows) {
      const period = row.year('year');
      for (const place of regions.of(row.required('region'))) {
        for (const [column, metric] of GROUPS) {
          const value = row.number(column);
          if (value === null) continue;
          const unit = 'national_average_100';
          facts.push({ place, metric, period, grain: 'region', value, unit, source: SOURCE, note: '' });
        }
      }
    }
    return { facts, matches: regions.matches() };
  },
};
