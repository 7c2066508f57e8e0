const [A1, A2, A3, A4] = [1.340264, -0.081106, 0.000893, 0.003796];
const M = Math.sqrt(3) / 2;
const RADIANS = Math.PI / 180;
/** Half the length of the equator on the map, for a sphere of radius 1. */
const REACH = Math.PI / (M * A1);
/** The y of the north pole on that map. */
const POLE = 1.3173627591574133;

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
  const theta = Math.asin(M * Math.sin(latitude * RADIANS));
  const square = theta * theta;
  const sixth = square ** 3;
  const x =
    (longitude * RADIANS * Math.cos(theta)) /
    (M * (A1 + 3 * A2 * square + sixth * (7 * A3 + 9 * A4 * square)));
  const y = theta * (A1 + A2 * square + sixth * (A3 + A4 * square));
  const scale = MAP_WIDTH / (2 * REACH);
  return [scale * (x + REACH), scale * (POLE - y)];
}
