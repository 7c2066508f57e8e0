import { readFileSync } from 'node:fs';
import { trusted } from '../html.ts';

const [land = '', borders = ''] =
  readFileSync(new URL('land.svg', import.meta.url), 'utf8').match(/<path.*\/>/g) ?? [];

/** The land of the world as a path, in units of the map. */
export const LAND = trusted(land);
/** The borders between its countries. */
export const BORDERS = trusted(borders);
