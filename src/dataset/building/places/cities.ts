import { filled, list, number, optionalNumber, recordTable, text } from '../files/records.ts';

/** The populated places in GeoNames. */
const CITIES = recordTable('places/cities', {
  geonamesId: number,
  name: text,
  /** The publisher's own ASCII spelling of `name`. */
  asciiName: text,
  /** ISO 3166-1 alpha-2, or XK. */
  country: text,
  /** GeoNames code of the first-level region, unique within the country; '' when there is none. */
  admin1: text,
  /** GeoNames code of the second-level region; in the United States the county's FIPS code. */
  admin2: text,
  /**
   * GeoNames codes of the third and fourth level, which differ by country: French communes are the fourth, Spanish
   * municipalities the third.
   */
  admin3: text,
  admin4: text,
  /** Degrees, WGS 84. */
  latitude: number,
  longitude: number,
  /** GeoNames feature code: PPLC capital, PPLA seat of a first-level region, PPLX section of a city, ... */
  feature: text,
  /** Some are older than others, and 0 means unknown: see `modified`. */
  population: number,
  /** Metres, as recorded; null for most. */
  elevation: optionalNumber,
  /** Metres, from the digital elevation model (SRTM or GTOPO30) at the coordinates. */
  dem: number,
  /** IANA name. */
  timeZone: text,
  /** ISO 8601 date on which the GeoNames record was last changed: not a census year. */
  modified: text,
});
export const { write: writeCities } = CITIES;
export type CityRow = ReturnType<typeof CITIES.read>[number];

/** As GeoNames has them, except for reviewed populations. */
export function readCities(dataDirectory: string): CityRow[] {
  return withReviewedPopulations(CITIES.read(dataDirectory), dataDirectory);
}

/** Alternative names of cities; cities without any are left out. No GeoNames name contains the separator. */
const CITY_NAMES = recordTable('places/city-names', { geonamesId: number, names: list('|') });

/** By GeoNames id. */
export function readCityNames(dataDirectory: string): Map<number, string[]> {
  return new Map(CITY_NAMES.read(dataDirectory).map(({ geonamesId, names }) => [geonamesId, names]));
}

export function writeCityNames(dataDirectory: string, names: ReadonlyMap<number, readonly string[]>): void {
  const rows = [...names].map(([geonamesId, of]) => ({ geonamesId, names: [...of] }));
  CITY_NAMES.write(
    dataDirectory,
    rows.filter((row) => row.names.length > 0),
  );
}

/**
 * The reviewed table of populations that replace the gazetteer's, which cannot be right: their errors would spread to the order
 * of lists, to names and to estimates.
 */
const POPULATION_OVERRIDES = recordTable('places/population-overrides', {
  geonamesId: number,
  /** Null if none of our sources has the right figure. */
  population: optionalNumber,
  /** What is wrong with the gazetteer's figure; responses for the city show it. */
  reason: filled,
});

/** By GeoNames id. */
export function readPopulationOverrides(dataDirectory: string) {
  return new Map(POPULATION_OVERRIDES.read(dataDirectory).map((row) => [row.geonamesId, row]));
}

/** The cities with the populations that we use: 0 is unknown, as in the gazetteer. */
export function withReviewedPopulations<Of extends Pick<CityRow, 'geonamesId' | 'population'>>(
  cities: readonly Of[],
  dataDirectory: string,
): Of[] {
  const overrides = readPopulationOverrides(dataDirectory);
  return cities.map((city) => {
    const override = overrides.get(city.geonamesId);
    return override === undefined ? city : { ...city, population: override.population ?? 0 };
  });
}

/** GeoNames' elevation for a place that is at sea in its terrain model. */
const NO_TERRAIN = -9999;

/** Metres above sea level: as recorded, otherwise from the terrain model; null if neither has it. */
export function elevationOnRecord({ elevation, dem }: Pick<CityRow, 'elevation' | 'dem'>): number | null {
  return elevation ?? (dem === NO_TERRAIN ? null : dem);
}

/**
 * The same for calculations: from the model first, because records are sometimes 0 or hundreds of metres off; at sea
 * level if neither has it.
 */
export function elevationOfTerrain({ elevation, dem }: Pick<CityRow, 'elevation' | 'dem'>): number {
  return dem === NO_TERRAIN ? (elevation ?? 0) : dem;
}
