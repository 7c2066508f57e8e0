import { join } from 'node:path';
import Type from 'typebox';
import { readJsonAs } from '../../building/files/json-shape.ts';
import { type InhabitedArea, secondLevelAreaId } from '../../building/places/areas.ts';
import type { Gazetteer } from '../../building/places/gazetteer.ts';

/** Countries with official figures by second-level division, and what the divisions are. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ID: 'Regency or city',
  IN: 'District',
  KR: 'City, county or district',
  MY: 'District',
  PH: 'Province or district',
};

const Names = Type.Array(Type.Object({ code: Type.String(), name: Type.String() }));

/**
 * The second-level divisions of these countries that contain cities of ours, by GeoNames' codes and names. `directory`
 * holds the folders of all publishers.
 */
export function secondLevelAreas(directory: string, gazetteer: Gazetteer): InhabitedArea[] {
  const names = namesOfAreas(join(directory, 'geonames-admin-names', 'admin2.json.gz'));
  return Object.entries(COUNTRIES).flatMap(([country, what]) => {
    const cities = gazetteer.citiesOf(country).filter(({ admin2 }) => admin2 !== '');
    const divisions = Map.groupBy(cities, ({ admin1, admin2 }) => `${admin1}.${admin2}`);
    return [...divisions].flatMap(([code, members]): InhabitedArea[] => {
      const [admin1 = '', admin2 = ''] = code.split('.');
      const id = secondLevelAreaId(country, admin1, admin2);
      const name = names.get(id);
      const definition = `${what}, ${country}.${code} in GeoNames`;
      return name === undefined ? [] : [{ id, kind: 'county', name, country, definition, cities: members }];
    });
  });
}

/** By the id of the area. */
function namesOfAreas(path: string): ReadonlyMap<string, string> {
  return new Map(
    readJsonAs(Names, path).flatMap(({ code, name }) => {
      const [country = '', admin1 = '', admin2 = ''] = code.split('.');
      return country in COUNTRIES ? [[secondLevelAreaId(country, admin1, admin2), name] as const] : [];
    }),
  );
}
