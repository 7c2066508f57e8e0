import { packageJson } from './package-json.ts';
import { EARTH_RADIUS_KM, haversine, type Position, radians } from './sphere.ts';

/** The longest distance between two sampled points of the coast. */
export const SAMPLE_KM = 0.1;

/** Distance to the nearest point of the coast, sampled every 100 metres. Stretches too far away to have it are skipped. */
export function kilometresToCoast(here: Position): number {
  const [x, y, z] = unitVector(here);
  const distances = Float64Array.from(coast, (_, index) => {
    const [a = 0, b = 0, c = 0] = [
      beginnings[3 * index],
      beginnings[3 * index + 1],
      beginnings[3 * index + 2],
    ];
    return EARTH_RADIUS_KM * Math.acos(Math.min(1, a * x + b * y + c * z));
  });
  const reach = distances.reduce((least, distance) => Math.min(least, distance));
  let nearest = reach;
  for (const [index, stretch] of coast.entries()) {
    if ((distances[index] ?? 0) - stretch.length > reach) continue;
    for (const point of walk(stretch)) nearest = Math.min(nearest, haversine(here, point));
  }
  return nearest;
}

interface Stretch {
  from: Position;
  to: Position;
  length: number;
}

/** TopoJSON: arcs of whole numbers, in which each point is given as its difference from the previous one. */
interface Topology {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
}

const coast = coastOf(packageJson('world-atlas/land-10m.json') as Topology);
/** The first point of each stretch, as a unit vector of three numbers: comparing them all takes a few milliseconds. */
const beginnings = Float64Array.from(coast.flatMap(({ from }) => unitVector(from)));

function coastOf({ transform: { scale, translate }, arcs }: Topology): Stretch[] {
  return arcs.flatMap((arc) => {
    let [x, y] = [0, 0];
    const line = arc.map(([east, north]): Position => {
      [x, y] = [x + east, y + north];
      return { longitude: x * scale[0] + translate[0], latitude: y * scale[1] + translate[1] };
    });
    return line.slice(1).flatMap((to, index) => {
      const from = line[index] ?? to;
      // A line along the antimeridian is the edge of the map, not a coast.
      const isCut = isAntimeridian(from) && isAntimeridian(to);
      return isCut ? [] : [{ from, to, length: haversine(from, to) }];
    });
  });
}

function isAntimeridian({ longitude }: Position): boolean {
  return Math.abs(longitude) > 179.9999;
}

/** Lines on the map are straight in longitude and latitude, so both are interpolated. */
function walk({ from, to, length }: Stretch): Position[] {
  const steps = Math.max(1, Math.ceil(length / SAMPLE_KM));
  return Array.from({ length: steps + 1 }, (_, step) => ({
    latitude: from.latitude + ((to.latitude - from.latitude) * step) / steps,
    longitude: from.longitude + ((to.longitude - from.longitude) * step) / steps,
  }));
}

function unitVector({ latitude, longitude }: Position): [number, number, number] {
  const [north, east] = [radians(latitude), radians(longitude)];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}
