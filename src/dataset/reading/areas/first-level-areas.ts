import { firstLevelAreaId, type InhabitedArea } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { Region } from '../../building/places/regions.ts';

/**
 * The first-level regions (states, provinces, prefectures) of all countries, as GeoNames has them, and our cities
 * in each. A region without any of our cities is left out.
 */
export function firstLevelAreas(regions: readonly Region[], gazetteer: Gazetteer): InhabitedArea[] {
  const members = Map.groupBy(gazetteer.cities(), ({ country, admin1 }) => firstLevelAreaId(country, admin1));
  return regions.flatMap(({ country, admin1, name }): InhabitedArea[] => {
    const id = firstLevelAreaId(country, admin1);
    const cities = members.get(id);
    const definition = `First-level region, ${country}.${admin1} in GeoNames`;
    return cities === undefined ? [] : [{ id, kind: 'region', name, country, definition, cities }];
  });
}
