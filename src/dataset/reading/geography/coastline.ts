import { around, distance } from 'geokdbush';
import { indexOfSites } from './located-cities.ts';

/** Degrees: longitude, latitude. */
export type Position = readonly [longitude: number, latitude: number];

/** A closed line of the coast, with the land to its right. */
export interface Shore {
  /** Name of the sea if land encloses it; '' if the line bounds the ocean and seas that open to it. */
  sea: string;
  line: readonly Position[];
}

/** Longer pieces of a line are cut, so that a near piece always has a near end. */
const LONGEST_PIECE_KM = 2;
/** The radius that geokdbush uses, so that both measure the same sphere. */
const EARTH_RADIUS_KM = 6371;
/** Radians; a thousandth of a millimetre. Pieces as near as this to each other share the end that is nearest. */
const SAME_DISTANCE = 1e-13;

type Vertex = ReturnType<typeof verticesOf>[number];
export type Coastline = ReturnType<typeof coastline>;

/**
 * The coasts of a map, indexed by their vertices. A line between two vertices is straight in longitude and latitude, as on the map it comes
 * from.
 */
export function coastline(shores: readonly Shore[]) {
  const vertices = shores.flatMap(verticesOf);
  const index = indexOfSites(vertices);
  /** By the vertex that each starts from. The nearest is among them, because one of its ends is at most half a piece farther. */
  const piecesNear = (longitude: number, latitude: number): Set<number> => {
    const there = vertices[around(index, longitude, latitude, 1)[0] ?? -1];
    if (there === undefined) return new Set();
    const reach = distance(longitude, latitude, there.longitude, there.latitude) + LONGEST_PIECE_KM / 2;
    const found = around(index, longitude, latitude, Number.POSITIVE_INFINITY, reach);
    return new Set(
      found.flatMap((vertex) => [vertex - 1, vertex]).filter((start) => vertices[start]?.leadsOn === true),
    );
  };
  return {
    /**
     * The sea at the nearest point of the lines, its great-circle distance, and whether the place is on land: it is not on the sea
     * side of the line, be it at sea or on land too small for the map.
     */
    nearest(longitude: number, latitude: number) {
      const point = unitVector({ longitude, latitude });
      let nearest = Number.POSITIVE_INFINITY;
      let sea = '';
      let side = 0;
      for (const piece of piecesNear(longitude, latitude)) {
        const [start, end] = [vertices[piece], vertices[piece + 1]];
        if (start === undefined || end === undefined) continue;
        const { angle, normal } = angleToArc(point, unitVector(start), unitVector(end));
        if (angle > nearest + SAME_DISTANCE) continue;
        // At a shared end, the two pieces together say on which side the point is.
        const same = angle > nearest - SAME_DISTANCE;
        side = (same ? side : 0) + dot(point, normal);
        nearest = Math.min(nearest, angle);
        sea = start.sea;
      }
      return { kilometres: nearest * EARTH_RADIUS_KM, sea, onLand: side <= 0 };
    },
  };
}

/** The points of a line, and whether a piece leads from each to the next. */
function verticesOf({ sea, line }: Shore) {
  return line.flatMap((start, at) => {
    const end = line[at + 1];
    // A line along the antimeridian is where the map was cut, not a coast.
    const leadsOn = end !== undefined && !(isAntimeridian(start) && isAntimeridian(end));
    const pieces = leadsOn ? Math.max(1, Math.ceil(distance(...start, ...end) / LONGEST_PIECE_KM)) : 1;
    return Array.from({ length: pieces }, (_, piece) => {
      const [longitude, latitude] = leadsOn ? between(start, end, piece / pieces) : start;
      return { longitude, latitude, sea, leadsOn };
    });
  });
}

type Vector = readonly [number, number, number];

/** Radians from a point to the arc between two others, and the unit normal of its great circle, to the arc's left. */
function angleToArc(point: Vector, start: Vector, end: Vector): { angle: number; normal: Vector } {
  const across = cross(start, end);
  const length = Math.hypot(...across);
  if (length === 0) return { angle: angleBetween(point, start), normal: [0, 0, 0] };
  const normal: Vector = [across[0] / length, across[1] / length, across[2] / length];
  const abreast = dot(cross(normal, start), point) >= 0 && dot(cross(end, normal), point) >= 0;
  const angle = abreast
    ? Math.abs(Math.asin(dot(point, normal)))
    : Math.min(angleBetween(point, start), angleBetween(point, end));
  return { angle, normal };
}

function angleBetween(left: Vector, right: Vector): number {
  return 2 * Math.asin(Math.hypot(left[0] - right[0], left[1] - right[1], left[2] - right[2]) / 2);
}

/** The point at a share of the way, across the antimeridian if that is shorter. */
function between(start: Position, end: Position, share: number): Position {
  const eastward = ((end[0] - start[0] + 540) % 360) - 180;
  const longitude = start[0] + eastward * share;
  return [((longitude + 540) % 360) - 180, start[1] + (end[1] - start[1]) * share];
}

function isAntimeridian([longitude]: Position): boolean {
  return Math.abs(longitude) === 180;
}

function unitVector({ longitude, latitude }: Pick<Vertex, 'longitude' | 'latitude'>): Vector {
  const [east, north] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

function dot(left: Vector, right: Vector): number {
  return left[0] * right[0] + left[1] * right[1] + left[2] * right[2];
}

function cross(left: Vector, right: Vector): Vector {
  return [
    left[1] * right[2] - left[2] * right[1],
    left[2] * right[0] - left[0] * right[2],
    left[0] * right[1] - left[1] * right[0],
  ];
}
