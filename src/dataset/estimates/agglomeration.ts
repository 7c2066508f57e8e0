import { around, distance } from 'geokdbush';
import KDBush from 'kdbush';
import type { CostCity } from './cost-inputs.ts';

/** Kilometres over which a neighbour's weight falls to 1/e. */
const REACH_KM = 15;
/** Where the weight has faded to nothing: it is lowered by what would be left there, so that no city falls over an edge. */
const HORIZON_KM = 60;
const REST_AT_HORIZON = Math.exp(-HORIZON_KM / REACH_KM);
/** GeoNames has no population for some places, all of them small. */
const LEAST_POPULATION = 1000;

/**
 * Step 2: ln A_i of each city, A_i = Σ_j population_j · (e^(−d_ij ÷ 15 km) − e^−4) over the places of its country within
 * 60 km, and its own population in full. Sections of cities (PPLX) are counted within their city already.
 */
export function logAgglomerations(cities: readonly CostCity[]): Float64Array {
  const index = new KDBush(cities.length);
  for (const { longitude, latitude } of cities) index.add(longitude, latitude);
  index.finish();
  return Float64Array.from(cities, (city, position) => {
    const neighbours = around(
      index,
      city.longitude,
      city.latitude,
      Number.POSITIVE_INFINITY,
      HORIZON_KM,
      (other) => {
        const neighbour = cities[other];
        return neighbour?.country === city.country && neighbour.feature !== 'PPLX' && other !== position;
      },
    );
    const own = city.feature === 'PPLX' ? 0 : city.population;
    const total = neighbours.reduce((sum, other) => sum + weightOf(city, cities[other]), own);
    return Math.log(Math.max(total, city.population, LEAST_POPULATION));
  });
}

function weightOf(city: CostCity, neighbour: CostCity | undefined): number {
  if (neighbour === undefined) return 0;
  const { longitude, latitude, population } = neighbour;
  const nearness = Math.exp(-distance(city.longitude, city.latitude, longitude, latitude) / REACH_KM);
  return population * Math.max(0, nearness - REST_AT_HORIZON);
}
