import type { AreaCity, Areas } from '../places/areas.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import type { Region } from '../places/regions.ts';
import { prefectureId } from '../sources/japan-regional-prices.ts';

/** The 47 prefectures of Japan, which are its first-level regions, and the cities of ours that lie in them. */
export function japanAreas(regions: readonly Region[], gazetteer: Gazetteer): Areas {
  const prefectures = regions.filter(({ country }) => country === 'JP');
  const ids = new Map(prefectures.map(({ admin1, name }) => [admin1, prefectureId(name)]));
  return {
    areas: prefectures.map(({ name }) => ({
      id: prefectureId(name),
      kind: 'region',
      name,
      country: 'JP',
      definition: 'Prefecture',
    })),
    cities: gazetteer.citiesOf('JP').flatMap(({ admin1, geonamesId }): AreaCity[] => {
      const area = ids.get(admin1);
      return area === undefined ? [] : [{ area, geonamesId }];
    }),
  };
}
