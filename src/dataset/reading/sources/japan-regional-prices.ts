import { areaKey, firstLevelAreaId } from '../../building/places/areas.ts';
import { slugOf } from '../../building/places/place-name.ts';
import { readRegions } from '../../building/places/regions.ts';
import { eachByRule } from './place-rules.ts';
import { figuresIn, tableReader } from './table-reader.ts';

/** Regional difference index of consumer prices in Japan: one line per prefecture, Japan = 100. */
export const japanRegionalPrices = tableReader({
  id: 'japan-regional-prices',
  folder: 'regional-price-level-indices',
  sources: ['japan-regional-difference-index-2025'],
  file: 'japan_prefecture_rdi_2025.csv',
  columns: ['pref_en', 'year'],
  places: eachByRule((_, { dataDirectory }) => {
    const prefectures = prefectureIds(dataDirectory);
    return (row) => {
      const published = row.required('pref_en');
      const id = prefectures.get(slugOf(published));
      if (id === undefined) throw row.fault('pref_en', `${published} is no prefecture of Japan`);
      return [{ published, place: areaKey(id), how: 'name' }];
    };
  }),
  period: (row) => row.year('year'),
  figures: figuresIn('national_average_100', {
    all: 'regional_price_level_all_items',
    all_ex_rent: 'regional_price_level_without_rent',
    food: 'regional_price_level_food',
    housing: 'regional_price_level_housing',
    utilities: 'regional_price_level_utilities',
    furniture: 'regional_price_level_furnishings',
    clothing: 'regional_price_level_clothing',
    health: 'regional_price_level_health',
    transport_comm: 'regional_price_level_transport_and_communication',
    education: 'regional_price_level_education',
    recreation: 'regional_price_level_recreation',
    misc: 'regional_price_level_miscellaneous',
  }),
});

/** The slug of a prefecture's name → the id of its area: `hyogo` → `jp-admin1-13`. */
function prefectureIds(dataDirectory: string): Map<string, string> {
  const prefectures = readRegions(dataDirectory).filter(({ country }) => country === 'JP');
  return new Map(
    prefectures.map(({ country, admin1, name }) => [slugOf(name), firstLevelAreaId(country, admin1)]),
  );
}
