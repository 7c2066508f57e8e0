import { around, distance } from 'geokdbush';
import KDBush from 'kdbush';

/** Degrees: longitude, latitude. */
export type Position = readonly [longitude: number, latitude: number];

/** A closed line of the coast, with the land to its right. */
export interface Shore {
  /** Name of the sea if land encloses it; '' if the line bounds the ocean and seas that open to it. */
  sea: string;
  line: readonly Position[];
}

export interface NearestShore {
  /** Great-circle distance to the line. */
  kilometres: number;
  sea: string;
  /** False for a point on the sea side of the line: at sea, or on land too small for the map. */
  onLand: boolean;
}

/** Longer pieces of a line are cut, so that a near piece always has a near end. */
const LONGEST_PIECE_KM = 2;
/** The radius that geokdbush uses, so that both measure the same sphere. */
const EARTH_RADIUS_KM = 6371;
/** Radians; a thousandth of a millimetre. Pieces as near as this to each other share the end that is nearest. */
const SAME_DISTANCE = 1e-13;

/**
 * The coasts of a map, indexed by their vertices. A line between two vertices is straight in longitude and latitude, as
 * on the map it comes from.
 */
export class Coastline {
  readonly #shores: readonly Shore[];
  /** Index of the shore of each vertex. */
  readonly #shoreOf: number[] = [];
  readonly #longitudes: number[] = [];
  readonly #latitudes: number[] = [];
  /** Whether a piece leads from the vertex to the next. */
  readonly #leadsOn: boolean[] = [];
  readonly #vertices: KDBush;

  constructor(shores: readonly Shore[]) {
    this.#shores = shores;
    for (const [shore, { line }] of shores.entries()) this.#addLine(shore, line);
    this.#vertices = new KDBush(this.#longitudes.length);
    for (const [vertex, longitude] of this.#longitudes.entries())
      this.#vertices.add(longitude, this.#latitudes[vertex] ?? Number.NaN);
    this.#vertices.finish();
  }

  nearest(longitude: number, latitude: number): NearestShore {
    const point = unitVector(longitude, latitude);
    let nearest = Number.POSITIVE_INFINITY;
    let shore = -1;
    let side = 0;
    for (const piece of this.#piecesNear(longitude, latitude)) {
      const { angle, normal } = angleToArc(point, this.#vectorOf(piece), this.#vectorOf(piece + 1));
      if (angle > nearest + SAME_DISTANCE) continue;
      // At a shared end, the two pieces together say on which side the point is.
      const same = angle > nearest - SAME_DISTANCE;
      side = (same ? side : 0) + dot(point, normal);
      nearest = Math.min(nearest, angle);
      shore = this.#shoreOf[piece] ?? -1;
    }
    return {
      kilometres: nearest * EARTH_RADIUS_KM,
      sea: this.#shores[shore]?.sea ?? '',
      onLand: side <= 0,
    };
  }

  #addLine(shore: number, line: readonly Position[]): void {
    for (const [index, start] of line.entries()) {
      const end = line[index + 1];
      // A line along the antimeridian is where the map was cut, not a coast.
      const isPiece = end !== undefined && !(isAntimeridian(start) && isAntimeridian(end));
      const pieces = isPiece ? Math.max(1, Math.ceil(distance(...start, ...end) / LONGEST_PIECE_KM)) : 1;
      for (let piece = 0; piece < pieces; piece++) {
        const [longitude, latitude] = isPiece ? between(start, end, piece / pieces) : start;
        this.#shoreOf.push(shore);
        this.#longitudes.push(longitude);
        this.#latitudes.push(latitude);
        this.#leadsOn.push(isPiece);
      }
    }
  }

  /** By the vertex that each starts from. The nearest is among them, because one of its ends is at most half a piece farther. */
  #piecesNear(longitude: number, latitude: number): Set<number> {
    const [closest = -1] = around(this.#vertices, longitude, latitude, 1);
    const [longitudeThere = Number.NaN, latitudeThere = Number.NaN] = [
      this.#longitudes[closest],
      this.#latitudes[closest],
    ];
    const reach = distance(longitude, latitude, longitudeThere, latitudeThere) + LONGEST_PIECE_KM / 2;
    const pieces = new Set<number>();
    for (const vertex of around(this.#vertices, longitude, latitude, Number.POSITIVE_INFINITY, reach)) {
      if (this.#leadsOn[vertex - 1] === true) pieces.add(vertex - 1);
      if (this.#leadsOn[vertex] === true) pieces.add(vertex);
    }
    return pieces;
  }

  #vectorOf(vertex: number): Vector {
    return unitVector(this.#longitudes[vertex] ?? Number.NaN, this.#latitudes[vertex] ?? Number.NaN);
  }
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

function unitVector(longitude: number, latitude: number): Vector {
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
