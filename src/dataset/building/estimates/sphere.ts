import { at } from './gaussian-process.ts';

export const EARTH_RADIUS_KM = 6371;

interface Site {
  latitude: number;
  longitude: number;
}

/** On the unit sphere. */
export type Point = readonly [number, number, number];

export function unitVector({ latitude, longitude }: Site): Point {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/** The straight line through the Earth: up to a hundred kilometres, at most about a metre shorter than along the surface. */
export function chordKm([x, y, z]: Point, [u, v, w]: Point): number {
  return EARTH_RADIUS_KM * Math.sqrt((x - u) ** 2 + (y - v) ** 2 + (z - w) ** 2);
}

/** Along the surface, from the straight line through the Earth. */
export function surfaceKm(chord: number): number {
  return 2 * EARTH_RADIUS_KM * Math.asin(chord / (2 * EARTH_RADIUS_KM));
}

/** Cities on the unit sphere, in typed arrays, because a build computes a hundred million distances between them. */
export class SpherePoints {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #z: Float64Array;

  constructor(cities: readonly Site[]) {
    const points = cities.map(unitVector);
    this.#x = Float64Array.from(points, ([x]) => x * EARTH_RADIUS_KM);
    this.#y = Float64Array.from(points, ([, y]) => y * EARTH_RADIUS_KM);
    this.#z = Float64Array.from(points, ([, , z]) => z * EARTH_RADIUS_KM);
  }

  chordKm(left: number, right: number): number {
    const x = at(this.#x, left) - at(this.#x, right);
    const y = at(this.#y, left) - at(this.#y, right);
    const z = at(this.#z, left) - at(this.#z, right);
    return Math.sqrt(x * x + y * y + z * z);
  }
}
