import { aqliAirQuality } from './aqli-air-quality.ts';
import { CITY_RULES } from './city-rules.ts';
import { COUNTRY_RULES } from './country-rules.ts';
import { HOMICIDE_RULES } from './homicide-rules.ts';
import { MUNICIPAL_RULES } from './municipal-rules.ts';
import { REGION_RULES } from './region-rules.ts';
import type { RulesOfTables } from './table-reader.ts';
import { usBeaRpp } from './us-bea-rpp.ts';
import { usCensusAcsRent } from './us-census-acs-rent.ts';

/** What data/readers/tables.tsv cannot say of its tables. */
export const TABLE_RULES: RulesOfTables = {
  ...aqliAirQuality,
  ...usBeaRpp,
  ...usCensusAcsRent,
  ...CITY_RULES,
  ...COUNTRY_RULES,
  ...HOMICIDE_RULES,
  ...MUNICIPAL_RULES,
  ...REGION_RULES,
};
