import type { DatabaseSync } from 'node:sqlite';
import type { MeasureColumns } from '../../release/measures.ts';
import type { City, Country } from './place.ts';
import { readCities, readCountries, readMeasures, readNames } from './release-rows.ts';
import { CITIES_AT_ONCE, type MadeBy } from './steps.ts';

/** The places of a release, which are held in memory, and what they are found by. */
export type HeldPlaces = MadeBy<typeof readPlaces>;

export function* readPlaces(database: DatabaseSync) {
  const countries = readCountries(database);
  yield;
  /** In lower case: ids, ISO codes and items of Wikidata. */
  const countryByCode = new Map<string, Country>();
  const citiesByCountry = new Map<string, City[]>();
  for (const country of countries) {
    citiesByCountry.set(country.id, []);
    const wikidata = country.wikidata === null ? null : `wikidata:${country.wikidata}`;
    for (const code of [country.id, country.alpha2, country.alpha3, country.numeric, wikidata])
      if (code !== null && code !== '') countryByCode.set(code.toLowerCase(), country);
  }
  /** By population, largest first. */
  const cities: City[] = [];
  const cityById = new Map<string, City>();
  const cityByGeonamesId = new Map<number, City>();
  for (const city of readCities(database)) {
    cities.push(city);
    cityById.set(city.id, city);
    cityByGeonamesId.set(city.geonamesId, city);
    citiesByCountry.get(city.country)?.push(city);
    if (cities.length % CITIES_AT_ONCE === 0) yield;
  }
  const measures = new Map<string, MeasureColumns>();
  for (const [id, columns] of readMeasures(database, cities.length)) {
    measures.set(id, columns);
    yield;
  }
  const names = yield* readNames(database);
  return { countries, cities, measures, names, countryByCode, cityById, cityByGeonamesId, citiesByCountry };
}
