import { fold } from '../../../release/fold.ts';
import { recordTable, text } from '../files/records.ts';

/** The first-level regions (states, provinces, oblasts, ...). */
export const { read: readRegions, write: writeRegions } = recordTable('places/regions', {
  /** ISO 3166-1 alpha-2, or XK. */
  country: text,
  /** GeoNames code, unique within the country: not ISO 3166-2. */
  admin1: text,
  name: text,
});
export type Region = ReturnType<typeof readRegions>[number];

/** GeoNames codes of the regions of a country, by their names, folded: publishers differ in accents. */
export function regionCodesByName(dataDirectory: string, iso2: string): ReadonlyMap<string, string> {
  const ofCountry = readRegions(dataDirectory).filter(({ country }) => country === iso2);
  return new Map(ofCountry.map(({ name, admin1 }) => [fold(name), admin1]));
}
