import type { City } from './place.ts';

/** Mean radius of the Earth, the same as for all other distances of a release (geokdbush has it too). */
const EARTH_RADIUS_KM = 6371;
/** Larger than any number of cities in a release, so that a distance and a rank can be packed into one number. */
const RANKS = 2 ** 24;

/**
 * Finds the cities around a point. Cities are points on the unit sphere, and every city is tested: one test takes about a
 * nanosecond, so a circle with thousands of cities takes a fraction of the time that a spatial index needs to return them one by
 * one in order.
 */
export class CitiesOnSphere {
  readonly #cities: readonly City[];
  /** Three coordinates per city, in order of rank. */
  readonly #points: Float64Array;

  /** @param cities by rank, from 0 */
  constructor(cities: readonly City[]) {
    this.#cities = cities;
    this.#points = new Float64Array(cities.length * 3);
    for (const [rank, city] of cities.entries()) this.#points.set(pointOf(city), rank * 3);
  }

  /** Nearest first; at equal distance, the larger city first. @param among how many of the cities are tested, by rank */
  around(
    center: { latitude: number; longitude: number; radiusKm: number },
    among: number,
    accepts: (city: City) => boolean,
  ) {
    const [x, y, z] = pointOf(center);
    const longestChord = chordOf(center.radiusKm);
    const points = this.#points;
    const keys: number[] = [];
    for (let rank = 0, at = 0; rank < among; rank += 1, at += 3) {
      const dz = (points[at + 2] ?? 0) - z;
      // Most cities are too far north or south.
      if (dz > longestChord || dz < -longestChord) continue;
      const dx = (points[at] ?? 0) - x;
      const dy = (points[at + 1] ?? 0) - y;
      const chord = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (chord <= longestChord && accepts(this.#cities[rank] as City))
        keys.push(Math.round(10 * kilometresOf(chord)) * RANKS + rank);
    }
    // Typed arrays sort numerically, and much faster than a comparison function would.
    return Array.from(Float64Array.from(keys).sort(), (key) => ({
      city: this.#cities[key % RANKS] as City,
      /** Great-circle kilometres, rounded to 100 m: more digits would pretend that a city is a point. */
      distance: Math.floor(key / RANKS) / 10,
    }));
  }
}

function pointOf({ latitude, longitude }: { latitude: number; longitude: number }): [number, number, number] {
  const [north, east] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

function chordOf(kilometres: number): number {
  return 2 * Math.sin(kilometres / (2 * EARTH_RADIUS_KM));
}

function kilometresOf(chord: number): number {
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, chord / 2));
}
