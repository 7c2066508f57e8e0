import { type AreaCity, type Areas, firstLevelAreaId } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';
import type { Region } from '../../building/places/regions.ts';

/**
 * The first-level regions (states, provinces, prefectures) of all countries, as GeoNames has them, and our cities
 * in each. A region without any of our cities is left out.
 */
export function firstLevelAreas(regions: readonly Region[], gazetteer: Gazetteer): Areas {
  const cities = gazetteer.countries().flatMap(({ iso2 }) => gazetteer.citiesOf(iso2));
  const members = Map.groupBy(cities, ({ country, admin1 }) => firstLevelAreaId(country, admin1));
  const present = regions.flatMap((region) => {
    const id = firstLevelAreaId(region.country, region.admin1);
    const inside = members.get(id);
    return inside === undefined ? [] : [{ id, region, inside }];
  });
  return {
    areas: present.map(({ id, region: { country, admin1, name } }) => ({
      id,
      kind: 'region',
      name,
      country,
      definition: `First-level region, ${country}.${admin1} in GeoNames`,
    })),
    cities: present.flatMap(({ id, inside }) =>
      inside.map(({ geonamesId }): AreaCity => ({ area: id, geonamesId })),
    ),
  };
}
