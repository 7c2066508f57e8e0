import { geoEqualEarthRaw } from 'd3-geo';

const RADIANS = Math.PI / 180;
/** Half the length of the equator on the map, for a sphere of radius 1. */
const [REACH] = geoEqualEarthRaw(Math.PI, 0);
/** The y of the north pole on that map. */
const [, POLE] = geoEqualEarthRaw(0, Math.PI / 2);

/** The map's width in its own units: about 10 km at the equator. */
export const MAP_WIDTH = 4000;
/** The part of the world that the map shows: from 84° north to 57° south, where the last cities are. */
export const MAP_TOP = 10;
export const MAP_HEIGHT = 1740;

/**
 * The position of a place on the map, in map units from the upper left corner of the world: the Equal Earth projection, so that
 * countries have their true relative size. Source: Šavrič, Patterson and Jenny (2019),
 * https://doi.org/10.1080/13658816.2018.1504949
 *
 * @param longitude degrees east
 * @param latitude degrees north
 */
export function toMap(longitude: number, latitude: number): [x: number, y: number] {
  const [x, y] = geoEqualEarthRaw(longitude * RADIANS, latitude * RADIANS);
  const scale = MAP_WIDTH / (2 * REACH);
  return [scale * (x + REACH), scale * (POLE - y)];
}
