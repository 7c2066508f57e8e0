import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildRelease } from '../../src/dataset/building/build/build-release.ts';
import type { CityRow } from '../../src/dataset/building/places/cities.ts';
import {
  readCities,
  readCityNames,
  writeCities,
  writeCityNames,
} from '../../src/dataset/building/places/cities.ts';
import { readCountries } from '../../src/dataset/building/places/countries.ts';
import { readRegions } from '../../src/dataset/building/places/regions.ts';
import {
  activeIds,
  extendRegistry,
  readRegistry,
  writeRegistry,
} from '../../src/dataset/building/places/registry.ts';
import { cityCandidacies } from '../../src/dataset/reading/places/city-ids.ts';
import { readCities500 } from '../../src/dataset/reading/places/geonames.ts';
import type { ReleaseStore } from '../../src/release/store.ts';
import type { Arena } from './contenders.ts';

const DATA = fileURLToPath(new URL('../../data', import.meta.url));

/** Numbers of cities from a list such as `1000,all`, where `all` is how many are in data/. */
export function gazetteerSizes(list: string): number[] {
  return list.split(',').map((size) => (size === 'all' ? readCities(DATA).length : Number(size)));
}

/**
 * Publishes a release with this many cities in the store: the most populous of data/, capitals first, and if these are too few, the
 * most populous others of GeoNames' cities500, which has about 200,000. Added cities have no figures of their own, so that all data
 * about the others stay true.
 */
export async function publishResized(
  { home }: Arena,
  releases: ReleaseStore,
  wanted: number,
): Promise<string> {
  const dataDirectory = join(home, `data-${wanted}`);
  cpSync(DATA, dataDirectory, { recursive: true });
  const cities = readCities(dataDirectory);
  if (cities.length < wanted) addCities(dataDirectory, cities, wanted - cities.length);
  else dropCities(dataDirectory, cities, wanted);
  const { name } = await buildRelease(dataDirectory, releases);
  releases.publish(name);
  return name;
}

function addCities(dataDirectory: string, cities: readonly CityRow[], wanted: number): void {
  const names = readCityNames(dataDirectory);
  const countries = activeIds(readRegistry(dataDirectory, 'countries'));
  const regions = readRegions(dataDirectory);
  const present = new Set(cities.map(({ geonamesId }) => geonamesId));
  const timeZones = new Set(Intl.supportedValuesOf('timeZone'));
  // Without a code of their kind, places cannot be read.
  const others = readCities500(dataDirectory, ({ feature }) => feature !== '')
    .places.filter(({ geonamesId, country, timeZone }) => {
      return !present.has(geonamesId) && countries.has(country) && timeZones.has(timeZone);
    })
    .sort((left, right) => right.population - left.population)
    .slice(0, wanted);
  for (const { geonamesId, alternativeNames } of others) names.set(geonamesId, alternativeNames);
  const all = [...cities, ...others];
  const regionNames = new Map(regions.map(({ country, admin1, name }) => [`${country}.${admin1}`, name]));
  const registry = extendRegistry(
    readRegistry(dataDirectory, 'cities'),
    cityCandidacies(all, {
      overrides: new Map(),
      regionName: (country, admin1) => regionNames.get(`${country}.${admin1}`) ?? '',
      countryId: (iso2) => countries.get(iso2) ?? '',
      meansAnother: () => false,
    }),
  );
  writeCities(dataDirectory, all);
  writeCityNames(dataDirectory, names);
  writeRegistry(dataDirectory, 'cities', registry);
}

/** Removes every row about a city that is not kept. */
function dropCities(dataDirectory: string, cities: readonly CityRow[], kept: number): void {
  const capitals = new Set(readCountries(dataDirectory).map(({ capital }) => capital));
  const dropped = cities
    .toSorted(
      (left, right) =>
        Number(capitals.has(right.geonamesId)) - Number(capitals.has(left.geonamesId)) ||
        right.population - left.population,
    )
    .slice(kept)
    .map(({ geonamesId }) => String(geonamesId));
  const ids = activeIds(readRegistry(dataDirectory, 'cities'));
  const names = new Set(dropped.flatMap((key) => [key, `city/${ids.get(key)}`]));
  const files = readdirSync(dataDirectory, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.tsv'))) {
    const path = join(dataDirectory, file);
    const [header = '', ...rows] = readFileSync(path, 'utf8').split('\n');
    const naming = header.split('\t').findIndex((column) => ['geonames_id', 'key', 'place'].includes(column));
    if (naming < 0) continue;
    const left = rows.filter((row) => !names.has(row.split('\t')[naming] ?? ''));
    writeFileSync(path, [header, ...left].join('\n'));
  }
}
