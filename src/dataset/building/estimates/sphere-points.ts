import type { CostCity } from './cost-inputs.ts';
import { at } from './rent-covariance.ts';
import { EARTH_RADIUS_KM, unitVector } from './sphere.ts';

/** Cities on the unit sphere, in typed arrays, because a build computes a hundred million distances between them. */
export class SpherePoints {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #z: Float64Array;

  constructor(cities: readonly CostCity[]) {
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
