import { compareCostOfLiving } from './cost/cost-comparison.ts';
import { getCostOfLiving, getCountryCostOfLiving } from './cost/cost-of-living.ts';
import type { Endpoint } from './endpoint.ts';
import { getCityHistory, getCountryHistory } from './history/history.ts';
import { getCity, listCities } from './places/cities.ts';
import { getCountry, listCountries } from './places/countries.ts';
import { compareQualityOfLife } from './quality/quality-comparison.ts';
import { getCountryQualityOfLife, getQualityOfLife } from './quality/quality-of-life.ts';
import { DOWNLOADS, getRelease } from './release/data-release.ts';
import type { Download } from './release/download.ts';
import { getSimilarCities } from './similar/similar-cities.ts';

/** Every endpoint of the specification, in its order, and the ones that were added. */
export const ENDPOINTS: readonly Endpoint[] = [
  listCountries,
  getCountry,
  listCities,
  getCity,
  getCostOfLiving,
  getCountryCostOfLiving,
  compareCostOfLiving,
  getQualityOfLife,
  getCountryQualityOfLife,
  compareQualityOfLife,
  getCityHistory,
  getCountryHistory,
  getSimilarCities,
  getRelease,
];

export const OPERATIONS: readonly (Endpoint | Download)[] = [...ENDPOINTS, ...DOWNLOADS];
