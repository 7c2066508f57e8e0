import KDBush from 'kdbush';
import type { CostCity } from './cost-inputs.ts';
import { chordKm, EARTH_RADIUS_KM, type Point, unitVector } from './sphere.ts';

/** Kilometres over which a neighbour's weight falls to 1/e. */
const REACH_KM = 15;
/** Where the weight has faded to nothing: it is lowered by what would be left there, so that no city falls over an edge. */
const HORIZON_KM = 60;
const REST_AT_HORIZON = Math.exp(-HORIZON_KM / REACH_KM);
/** GeoNames has no population for some places, all of them small. */
const LEAST_POPULATION = 1000;

/**
 * Step 2: ln A_i of each city of a country, A_i = Σ_j population_j · (e^(−d_ij ÷ 15 km) − e^−4) over the country's places
 * within 60 km, and its own population in full. Sections of cities (PPLX) are counted within their city already.
 */
export function logAgglomerations(cities: readonly CostCity[]): Float64Array {
  const points = cities.map(unitVector);
  // The Earth seen from above a pole: near places are near each other there, and no meridian is an edge.
  const index = new KDBush(cities.length);
  for (const [x, y] of points) index.add(x, y);
  index.finish();
  return Float64Array.from(points, (point, position) => {
    const { feature, population } = cities[position] as CostCity;
    let total = feature === 'PPLX' ? 0 : population;
    for (const other of index.within(point[0], point[1], HORIZON_KM / EARTH_RADIUS_KM)) {
      const neighbour = cities[other] as CostCity;
      if (other === position || neighbour.feature === 'PPLX') continue;
      total += neighbour.population * weightAt(chordKm(point, points[other] as Point));
    }
    return Math.log(Math.max(total, population, LEAST_POPULATION));
  });
}

/** @param chord kilometres through the Earth; the weight falls with those along its surface */
function weightAt(chord: number): number {
  if (chord > HORIZON_KM) return 0;
  const distance = 2 * EARTH_RADIUS_KM * Math.asin(chord / (2 * EARTH_RADIUS_KM));
  return Math.max(0, Math.exp(-distance / REACH_KM) - REST_AT_HORIZON);
}
