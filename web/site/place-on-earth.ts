/** The coefficients of the Equal Earth projection: Šavrič, Patterson and Jenny (2019), https://doi.org/10.1080/13658816.2018.1504949 */
const [A1, A2, A3, A4] = [1.340264, -0.081106, 0.000893, 0.003796];
const M = Math.sqrt(3) / 2;
const DEGREES = 180 / Math.PI;
/** Newton's method converges to less than a metre. */
const STEPS = 8;

/**
 * The place at a point of the map: the reverse of `toMap` in src/site/explorer/equal-earth.ts.
 *
 * @param point in units of the map, from its upper left corner at the north pole
 * @param world the width of the map
 */
export function placeOnEarth(
  point: { x: number; y: number },
  world: number,
): { latitude: number; longitude: number } {
  const scale = world / (2 * acrossAt(0) * Math.PI);
  const y = upAt(Math.PI / 3) - point.y / scale;
  let t = y;
  for (let step = 0; step < STEPS; step++) t -= (upAt(t) - y) / slopeAt(t);
  return {
    latitude: DEGREES * Math.asin(Math.max(-1, Math.min(1, Math.sin(t) / M))),
    longitude: (DEGREES * (point.x / scale - acrossAt(0) * Math.PI)) / acrossAt(t),
  };
}

function upAt(t: number): number {
  return t * (A1 + A2 * t ** 2 + t ** 6 * (A3 + A4 * t ** 2));
}

function slopeAt(t: number): number {
  return A1 + 3 * A2 * t ** 2 + t ** 6 * (7 * A3 + 9 * A4 * t ** 2);
}

/** Map units of a sphere of radius 1 per radian of longitude. */
function acrossAt(t: number): number {
  return Math.cos(t) / (M * slopeAt(t));
}
