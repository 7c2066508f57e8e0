import { join } from 'node:path';
import type { Fact } from '../../building/facts/fact.ts';
import { readPublishedTable } from '../../building/files/published-file.ts';
import { areaKey, firstLevelAreaId } from '../../building/places/areas.ts';
import { slugOf } from '../../building/places/place-name.ts';
import { readRegions } from '../../building/places/regions.ts';
import type { Match } from '../places/match.ts';
import type { SourceReader } from './reader.ts';

const SOURCE = 'japan-regional-difference-index-2025';

/** The file's column → our metric. */
const GROUPS: ReadonlyMap<string, string> = new Map([
  ['all', 'regional_price_level_all_items'],
  ['all_ex_rent', 'regional_price_level_without_rent'],
  ['food', 'regional_price_level_food'],
  ['housing', 'regional_price_level_housing'],
  ['utilities', 'regional_price_level_utilities'],
  ['furniture', 'regional_price_level_furnishings'],
  ['clothing', 'regional_price_level_clothing'],
  ['health', 'regional_price_level_health'],
  ['transport_comm', 'regional_price_level_transport_and_communication'],
  ['education', 'regional_price_level_education'],
  ['recreation', 'regional_price_level_recreation'],
  ['misc', 'regional_price_level_miscellaneous'],
]);

/** Regional difference index of consumer prices in Japan: one line per prefecture, Japan = 100. */
export const japanRegionalPrices: SourceReader = {
  id: 'japan-regional-prices',
  folder: 'regional-price-level-indices',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const prefectures = prefectureIds(gazetteer.dataDirectory);
    const { rows } = readPublishedTable(join(directory, 'japan_prefecture_rdi_2025.csv'), {
      columns: ['pref_en', 'year', ...GROUPS.keys()],
    });
    const facts: Fact[] = [];
    const matches: Match[] = [];
    for (const row of rows) {
      const published = row.required('pref_en');
      const id = prefectures.get(slugOf(published));
      if (id === undefined) throw row.fault('pref_en', `${published} is no prefecture of Japan`);
      const place = areaKey(id);
      matches.push({ published, place, how: 'name' });
      const period = row.year('year');
      for (const [column, metric] of GROUPS) {
        const value = row.requiredNumber(column);
        const unit = 'national_average_100';
        facts.push({ place, metric, period, grain: 'region', value, unit, source: SOURCE, note: '' });
      }
    }
    return { facts, matches };
  },
};

/** The slug of a prefecture's name → the id of its area: `hyogo` → `jp-admin1-13`. */
function prefectureIds(dataDirectory: string): Map<string, string> {
  const prefectures = readRegions(dataDirectory).filter(({ country }) => country === 'JP');
  return new Map(
    prefectures.map(({ country, admin1, name }) => [slugOf(name), firstLevelAreaId(country, admin1)]),
  );
}
