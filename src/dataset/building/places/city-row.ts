/** One row of data/places/cities.tsv: a populated place in GeoNames. */
export interface CityRow {
  geonamesId: number;
  name: string;
  /** The publisher's own ASCII spelling of `name`. */
  asciiName: string;
  /** ISO 3166-1 alpha-2, or XK. */
  country: string;
  /** GeoNames code of the first-level region, unique within the country; '' when there is none. */
  admin1: string;
  /** GeoNames code of the second-level region; in the United States the county's FIPS code. */
  admin2: string;
  /**
   * GeoNames codes of the third and fourth level, which differ by country: French communes are the fourth, Spanish
   * municipalities the third.
   */
  admin3: string;
  admin4: string;
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
  /** GeoNames feature code: PPLC capital, PPLA seat of a first-level region, PPLX section of a city, ... */
  feature: string;
  /** Some are older than others, and 0 means unknown: see `modified`. */
  population: number;
  /** Metres, as recorded; null for most. */
  elevation: number | null;
  /** Metres, from the digital elevation model (SRTM or GTOPO30) at the coordinates. */
  dem: number;
  /** IANA name. */
  timeZone: string;
  /** ISO 8601 date on which the GeoNames record was last changed: not a census year. */
  modified: string;
}
