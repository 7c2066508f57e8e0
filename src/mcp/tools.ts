import type { Tool } from './tool.ts';
import { comparePlaces } from './tools/compare-places.ts';
import { explain } from './tools/explain.ts';
import { findPlaces } from './tools/find-places.ts';
import { getHistory } from './tools/get-history.ts';
import { getPlace } from './tools/get-place.ts';
import { searchCities } from './tools/search-cities.ts';

/** In the order in which an agent needs them. */
export const TOOLS: readonly Tool[] = [
  findPlaces,
  getPlace,
  comparePlaces,
  searchCities,
  getHistory,
  explain,
];
