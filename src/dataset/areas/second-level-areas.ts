import { join } from 'node:path';
import Type from 'typebox';
import { readBytes } from '../files/file-bytes.ts';
import { parseJsonAs } from '../files/json-shape.ts';
import { type Areas, secondLevelAreaId } from '../places/areas.ts';
import type { Gazetteer } from '../places/gazetteer.ts';

/** Countries that have official figures by second-level division, and what these are. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ID: 'Regency or city',
  IN: 'District',
  KR: 'City, county or district',
  PH: 'Province or district',
};

const FILE = 'admin2.json.gz';
const Names = Type.Array(Type.Object({ code: Type.String(), name: Type.String() }));

/** The second-level divisions of these countries in which cities of ours are, by GeoNames' codes and names. */
export function secondLevelAreas(directory: string, gazetteer: Gazetteer): Areas {
  const path = join(directory, 'geonames-admin-names', FILE);
  const published = parseJsonAs(Names, FILE, readBytes(path, FILE));
  const names = new Map(published.map(({ code, name }) => [code, name]));
  const divisions = Object.keys(COUNTRIES).flatMap((iso2) => {
    const cities = gazetteer.citiesOf(iso2).filter(({ admin2 }) => admin2 !== '');
    return [...Map.groupBy(cities, ({ admin1, admin2 }) => `${iso2}.${admin1}.${admin2}`)].flatMap(
      ([code, members]) => {
        const name = names.get(code);
        const [first] = members;
        return name === undefined || first === undefined ? [] : [{ code, name, first, members }];
      },
    );
  });
  return {
    areas: divisions.map(({ code, name, first: { country, admin1, admin2 } }) => ({
      id: secondLevelAreaId(country, admin1, admin2),
      kind: 'county',
      name,
      country,
      definition: `${COUNTRIES[country]}, ${code} in GeoNames`,
    })),
    cities: divisions.flatMap(({ first: { country, admin1, admin2 }, members }) =>
      members.map(({ geonamesId }) => ({ area: secondLevelAreaId(country, admin1, admin2), geonamesId })),
    ),
  };
}
