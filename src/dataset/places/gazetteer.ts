/** First-level shapes only; see issue notes. */
export interface Gazetteer {
  countryByCode(code: string): { key: string; iso2: string } | undefined;
  cityByGeonamesId(id: number): GazetteerCity | undefined;
  /** Cities of one country that bear this name (folded: case, accents, punctuation), main names before alternative ones, largest first. */
  citiesNamed(name: string, iso2: string): { city: GazetteerCity; how: 'name' | 'alternative name' }[];
  citiesOf(iso2: string): GazetteerCity[];
}
export interface GazetteerCity {
  key: string;
  geonamesId: number;
  name: string;
  iso2: string;
  admin1: string;
  admin2: string;
  latitude: number;
  longitude: number;
  feature: string;
  population: number;
}
