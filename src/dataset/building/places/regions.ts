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
