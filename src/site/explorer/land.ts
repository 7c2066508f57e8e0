import { readFileSync } from 'node:fs';
import { trusted } from '../html.ts';

/** The land of the world as a path, in units of the map. */
export const LAND = trusted(
  /<path.*\/>/.exec(readFileSync(new URL('land.svg', import.meta.url), 'utf8'))?.[0] ?? '',
);
