import type { Static } from 'typebox';
import { compareCostOfLiving } from './cost/cost-comparison.ts';
import { getCostOfLiving, getCountryCostOfLiving } from './cost/cost-of-living.ts';
import type { Endpoint } from './endpoint.ts';
import { getCityHistory, getCountryHistory } from './history/history.ts';
import { getCity } from './places/cities.ts';
import { listCities } from './places/city-list.ts';
import { getCountry, listCountries } from './places/countries.ts';
import { compareQualityOfLife } from './quality/quality-comparison.ts';
import { getCountryQualityOfLife, getQualityOfLife } from './quality/quality-of-life.ts';
import { DOWNLOADS, getRelease } from './release/data-release.ts';
import type { Download } from './release/download.ts';
import { getSimilarCities } from './similar/similar-cities.ts';

/** Every endpoint by its path: those of the specification, in its order, and ours beside them. */
export const ENDPOINT_AT = {
  '/countries': listCountries,
  '/countries/{country_id}': getCountry,
  '/cities': listCities,
  '/cities/{city_id}': getCity,
  '/data/cost-of-living/{city_id}': getCostOfLiving,
  '/data/cost-of-living/countries/{country_id}': getCountryCostOfLiving,
  '/data/cost-of-living': compareCostOfLiving,
  '/data/quality-of-life/{city_id}': getQualityOfLife,
  '/data/quality-of-life/countries/{country_id}': getCountryQualityOfLife,
  '/data/quality-of-life': compareQualityOfLife,
  '/data/history/cities/{city_id}': getCityHistory,
  '/data/history/countries/{country_id}': getCountryHistory,
  '/data/similar/{city_id}': getSimilarCities,
  '/release': getRelease,
} as const satisfies Record<string, Endpoint>;

/** Of an endpoint, below the base address, as in the OpenAPI document. */
export type Path = keyof typeof ENDPOINT_AT;
/** The answer at a path, as its response schema says. */
export type Body<At extends Path> = Static<(typeof ENDPOINT_AT)[At]['response']>;

export const ENDPOINTS: readonly Endpoint[] = Object.values(ENDPOINT_AT);

export const OPERATIONS: readonly (Endpoint | Download)[] = [...ENDPOINTS, ...DOWNLOADS];
