import { recordTable, texts } from '../../building/files/records.ts';
import { type InhabitedArea, oecdAreaId } from '../../building/places/areas.ts';
import type { Gazetteer, GazetteerCity } from '../../building/places/gazetteer.ts';
import type { NutsOfCities } from './nuts-areas.ts';

const OECD_REGIONS = recordTable('places/oecd-regions', texts('region', 'name', 'country', 'admin1', 'nuts'));

/**
 * The large regions of the OECD (territorial level 2) that are neither one first-level region nor a NUTS region: groups of
 * prefectures of Japan, the regions of Portugal and Latvia since 2024. data/places/oecd-regions.tsv says what each consists of.
 */
export function oecdAreas(gazetteer: Gazetteer, nutsOf: NutsOfCities): InhabitedArea[] {
  const parts = OECD_REGIONS.read(gazetteer.dataDirectory);
  return [...Map.groupBy(parts, ({ region }) => region)].flatMap(([region, [first, ...others]]) => {
    if (first === undefined) return [];
    const { name, country } = first;
    const cities = [first, ...others].flatMap((part) =>
      gazetteer.citiesOf(part.country).filter((city) => isIn(city, part, nutsOf)),
    );
    const definition = `Large region (TL2) of the OECD, ${region}`;
    return cities.length === 0
      ? []
      : { id: oecdAreaId(region), kind: 'region', name, country, definition, cities };
  });
}

function isIn(city: GazetteerCity, part: { admin1: string; nuts: string }, nutsOf: NutsOfCities): boolean {
  const isInUnit = part.admin1 === '' || part.admin1 === city.admin1;
  return isInUnit && (part.nuts === '' || (nutsOf.get(city.geonamesId) ?? '').startsWith(part.nuts));
}
