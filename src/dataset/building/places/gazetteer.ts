import { fold } from '../../../release/fold.ts';
import { type CityRow, readCities, readCityNames } from './cities.ts';
import { readCountries } from './countries.ts';
import { activeIds, readRegistry } from './registry.ts';

/** The places that facts may be about, and how their names and codes lead to them. */
export type Gazetteer = ReturnType<typeof openGazetteer>;

export interface NamedCity {
  city: GazetteerCity;
  how: 'name' | 'alternative name';
}

interface GazetteerCountry {
  /** `country/portugal` */
  key: string;
  iso2: string;
  /** Common name in English. */
  name: string;
}

export interface GazetteerCity extends CityRow {
  /** `city/lisbon` */
  key: string;
}

/** Reads data/places and data/registry, and nothing else. */
export function openGazetteer(dataDirectory: string) {
  const countries = readCountries(dataDirectory);
  const countryIds = activeIds(readRegistry(dataDirectory, 'countries'));
  const cityIds = activeIds(readRegistry(dataDirectory, 'cities'));
  const alternativeNames = readCityNames(dataDirectory);

  const present: GazetteerCountry[] = [];
  const countriesByCode = new Map<string, GazetteerCountry>();
  for (const { iso2, iso3, numeric, name } of countries) {
    const id = countryIds.get(iso2);
    if (id === undefined) continue;
    const country = { key: `country/${id}`, iso2, name };
    present.push(country);
    for (const code of [iso2, iso3, numeric]) if (code !== '') countriesByCode.set(code, country);
  }

  const cities = readCities(dataDirectory)
    .flatMap((city): GazetteerCity[] => {
      const id = cityIds.get(String(city.geonamesId));
      return id === undefined ? [] : [{ ...city, key: `city/${id}` }];
    })
    .sort((left, right) => right.population - left.population || left.geonamesId - right.geonamesId);
  const citiesById = new Map(cities.map((city) => [city.geonamesId, city]));
  const citiesByCountry = Map.groupBy(cities, ({ country }) => country);
  // Indexing a country's names takes as long as reading its cities, and most readers ask for few countries.
  const namesByCountry = new Map<string, ReadonlyMap<string, NamedCity[]>>();
  const namesIn = (iso2: string) =>
    namesByCountry.getOrInsertComputed(iso2, () =>
      indexNames(citiesByCountry.get(iso2) ?? [], alternativeNames),
    );

  return {
    /** The directory that it was read from, which also has the tables of reviewed overrides of matches. */
    dataDirectory,
    /** By ISO 3166-1 alpha-2, alpha-3 or numeric code, in any case. */
    countryByCode: (code: string) => countriesByCode.get(code.toUpperCase()),
    /** All countries, by alpha-2 code. */
    countries: () => [...present],
    cityByGeonamesId: (id: number) => citiesById.get(id),
    /**
     * Cities of one country that have this name (folded: case, accents, punctuation), main names before
     * alternative ones, largest first. The caller decides whether the first is meant.
     */
    citiesNamed: (name: string, iso2: string) => [...(namesIn(iso2).get(fold(name)) ?? [])],
    /** Cities of one country, largest first. */
    citiesOf: (iso2: string) => [...(citiesByCountry.get(iso2) ?? [])],
    /** The cities of all countries, by country. */
    cities: () => present.flatMap(({ iso2 }) => citiesByCountry.get(iso2) ?? []),
  };
}

/** By folded name. `cities` are of one country, largest first; below each name, those whose own name it is come first. */
function indexNames(
  cities: readonly GazetteerCity[],
  alternativeNames: ReadonlyMap<number, readonly string[]>,
): Map<string, NamedCity[]> {
  const index = new Map<string, NamedCity[]>();
  const add = (name: string, entry: NamedCity) => {
    const entries = index.getOrInsertComputed(fold(name), () => []);
    if (!entries.some(({ city }) => city === entry.city)) entries.push(entry);
  };
  for (const city of cities) add(city.name, { city, how: 'name' });
  for (const city of cities) {
    for (const name of alternativeNames.get(city.geonamesId) ?? [])
      add(name, { city, how: 'alternative name' });
  }
  return index;
}
