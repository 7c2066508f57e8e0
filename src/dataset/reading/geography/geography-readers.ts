import { coastDistance } from './coast-distance.ts';
import type { GeographyReader } from './geography-reader.ts';
import { nearestAirport } from './nearest-airport.ts';

export const GEOGRAPHY_READERS: readonly GeographyReader[] = [nearestAirport, coastDistance];
