import { join } from 'node:path';
import Type from 'typebox';
import type { Fact } from '../../building/facts/fact.ts';
import { readJsonAs } from '../../building/files/json-shape.ts';
import { readRegions } from '../../building/places/regions.ts';
import { type Match, matchPlaces, type PublishedPlace, readMatchOverrides } from '../places/match.ts';
import { areaMatch, areasByName } from '../places/match-areas.ts';
import type { SourceReader } from './reader.ts';

const ID = 'canada-cmhc-rents';
const SOURCE = 'cmhc-rents-2025';
const FILE = 'canadaRents.json';
const NOTE =
  'buildings with three dwellings and more, sitting tenants included; census metropolitan area or agglomeration';

/** In the order of the file's figures. */
const METRICS = ['rent_studio', 'rent_one_bedroom', 'rent_two_bedroom', 'rent_three_bedroom'] as const;

const Published = Type.Object({
  year: Type.Literal('2025'),
  columns: Type.Tuple([Type.Literal('bachelor'), Type.Literal('1'), Type.Literal('2'), Type.Literal('3')]),
  geo: Type.Record(
    Type.String(),
    Type.Array(Type.Union([Type.Number(), Type.Null()]), {
      minItems: METRICS.length,
      maxItems: METRICS.length,
    }),
  ),
});

/**
 * Average rents by number of bedrooms in Canada, by the Canada Mortgage and Housing Corporation: one entry per centre. The
 * central city has its centre's figures, with the grain `metro`; its suburbs have them through the area.
 */
export const canadaCmhcRents: SourceReader = {
  id: ID,
  folder: 'canada-cmhc-rents-2025',
  sources: [SOURCE],
  read(directory, gazetteer) {
    const { geo, year } = readJsonAs(Published, join(directory, FILE));
    const provinces = new Map(
      readRegions(gazetteer.dataDirectory)
        .filter(({ country }) => country === 'CA')
        .map(({ name, admin1 }) => [name, admin1]),
    );
    // A centre without any figure has a zero for each.
    const centres = new Map(Object.entries(geo).filter(([, rents]) => rents.some((rent) => rent)));
    const areas = areasByName(gazetteer.dataDirectory, 'ca-cma-');
    const cities = matchPlaces(
      gazetteer,
      readMatchOverrides(gazetteer.dataDirectory, ID),
      [...centres.keys()].map((published) => publishedPlace(published, provinces)),
    );
    const matches: Match[] = [];
    const facts: Fact[] = [];
    for (const [published, rents] of centres) {
      const city = cities.get(published);
      const area = areaMatch(areas, published);
      const found = [
        ...(city === undefined || (city.place === '' && area.length > 0) ? [] : [city]),
        ...area,
      ];
      matches.push(...found);
      for (const { place } of found.filter(({ place }) => place !== '')) {
        for (const [position, metric] of METRICS.entries()) {
          const value = rents[position];
          if (!value) continue;
          facts.push({
            place,
            metric,
            period: year,
            grain: 'metro',
            value,
            unit: 'CAD',
            source: SOURCE,
            note: NOTE,
          });
        }
      }
    }
    return { facts, matches };
  },
};

/** `Kenora, Ontario`, looked for only in Ontario. A centre in two provinces needs a manual decision. */
function publishedPlace(published: string, provinces: ReadonlyMap<string, string>): PublishedPlace {
  const [name = '', province = ''] = published.split(', ');
  const admin1 = provinces.get(province);
  return admin1 === undefined
    ? { published, name: published, iso2: 'CA' }
    : { published, name, iso2: 'CA', admin1 };
}
