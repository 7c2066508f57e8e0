export const EARTH_RADIUS_KM = 6371;

/** On the unit sphere. */
export type Point = readonly [number, number, number];

export function unitVector({ latitude, longitude }: { latitude: number; longitude: number }): Point {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/** The straight line through the Earth: up to a hundred kilometres, at most about a metre shorter than along the surface. */
export function chordKm([x, y, z]: Point, [u, v, w]: Point): number {
  return EARTH_RADIUS_KM * Math.sqrt((x - u) ** 2 + (y - v) ** 2 + (z - w) ** 2);
}
