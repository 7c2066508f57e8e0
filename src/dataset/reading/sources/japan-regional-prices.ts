import { areaKey, firstLevelAreaId } from '../../building/places/areas.ts';
import { slugOf } from '../../building/places/place-name.ts';
import { readRegions } from '../../building/places/regions.ts';
import { eachByRule } from './place-rules.ts';
import type { TableRules } from './table-reader.ts';

export const japanRegionalPrices: TableRules = {
  places: eachByRule((_, { dataDirectory }) => {
    const prefectures = prefectureIds(dataDirectory);
    return (row) => {
      const published = row.required('pref_en');
      const id = prefectures.get(slugOf(published));
      if (id === undefined) throw row.fault('pref_en', `${published} is no prefecture of Japan`);
      return [{ published, place: areaKey(id), how: 'name' }];
    };
  }),
};

/** The slug of a prefecture's name → the id of its area: `hyogo` → `jp-admin1-13`. */
function prefectureIds(dataDirectory: string): Map<string, string> {
  const prefectures = readRegions(dataDirectory).filter(({ country }) => country === 'JP');
  return new Map(
    prefectures.map(({ country, admin1, name }) => [slugOf(name), firstLevelAreaId(country, admin1)]),
  );
}
