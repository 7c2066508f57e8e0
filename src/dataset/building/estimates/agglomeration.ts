import KDBush from 'kdbush';
import type { CostCity } from './cost-inputs.ts';
import { chordKm, EARTH_RADIUS_KM, type Point, surfaceKm, unitVector } from './sphere.ts';

/** Kilometres over which a neighbour's weight falls to 1/e. */
const REACH_KM = 15;
/**
 * Distance at which a weight reaches 0: every weight is lowered by what the exponential would leave there, so that no neighbour
 * drops out in a step.
 */
const HORIZON_KM = 60;
const REST_AT_HORIZON = Math.exp(-HORIZON_KM / REACH_KM);
/** GeoNames has no population for some places, all of them small. */
const LEAST_POPULATION = 1000;

/**
 * Step 3: ln A_i of each city of a country, A_i = Σ_j population_j · (e^(−d_ij ÷ 15 km) − e^−4) over the country's places
 * within 60 km, and its own population in full. Sections of cities (PPLX) are counted within their city already.
 */
export function logAgglomerations(cities: readonly CostCity[]): Float64Array {
  const totals = cities.map(({ feature, population }) => (feature === 'PPLX' ? 0 : population));
  forNeighbours(cities, (position, other, weight) => {
    totals[position] = (totals[position] ?? 0) + (cities[other]?.population ?? 0) * weight;
  });
  return Float64Array.from(totals, (total, position) =>
    Math.log(Math.max(total, cities[position]?.population ?? 0, LEAST_POPULATION)),
  );
}

/**
 * The mean of a value over the people of each city's agglomeration, weighted as for its size: a value that changes at a border of
 * regions then changes gradually around it. NaN if the value is unknown everywhere.
 */
export function agglomerationMeans(
  cities: readonly CostCity[],
  valueIn: (city: CostCity) => number | null,
): Float64Array {
  const values = Float64Array.from(cities, (city) => valueIn(city) ?? Number.NaN);
  const people = Float64Array.from(cities, ({ population }, city) =>
    Number.isNaN(values[city]) ? 0 : Math.max(population, LEAST_POPULATION),
  );
  const sums = people.map((count, city) => (count === 0 ? 0 : count * (values[city] ?? 0)));
  const known = Float64Array.from(people);
  forNeighbours(cities, (position, other, weight) => {
    const count = (people[other] ?? 0) * weight;
    if (count === 0) return;
    sums[position] = (sums[position] ?? 0) + count * (values[other] ?? 0);
    known[position] = (known[position] ?? 0) + count;
  });
  return sums.map((sum, city) => sum / (known[city] ?? 0));
}

/** Visits every other place around each city, with its weight; sections of cities are left out. */
function forNeighbours(
  cities: readonly CostCity[],
  visit: (position: number, other: number, weight: number) => void,
): void {
  const points = cities.map(unitVector);
  // Seen from above a pole, near places stay near each other, and no meridian is an edge. The other hemisphere is too far to
  // count.
  const index = new KDBush(cities.length);
  for (const [x, y] of points) index.add(x, y);
  index.finish();
  for (const [position, point] of points.entries()) {
    for (const other of index.within(point[0], point[1], HORIZON_KM / EARTH_RADIUS_KM)) {
      if (other === position || cities[other]?.feature === 'PPLX') continue;
      visit(position, other, weightAt(chordKm(point, points[other] as Point)));
    }
  }
}

/** @param chord straight-line kilometres through the Earth; the weight falls with the distance along its surface */
function weightAt(chord: number): number {
  if (chord > HORIZON_KM) return 0;
  return Math.max(0, Math.exp(-surfaceKm(chord) / REACH_KM) - REST_AT_HORIZON);
}
