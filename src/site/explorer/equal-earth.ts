import { geoEqualEarthRaw } from 'd3-geo';

const RADIANS = Math.PI / 180;
/** Half the length of the equator on the map, for a sphere of radius 1. */
const [REACH] = geoEqualEarthRaw(Math.PI, 0);
/** The y of the north pole on that map. */
const [, POLE] = geoEqualEarthRaw(0, Math.PI / 2);

/** The map's width in its own units: about 10 km at the equator. */
export const MAP_WIDTH = 4000;
/** The part of the world that the map shows: from 84° north to 57° south, where the last cities are. */
export const MAP_TOP = 10;
export const MAP_HEIGHT = 1740;

/**
 * The position of a place on the map, in map units from the upper left corner of the world: the Equal Earth projection, so that
 * countries have their true relative size. Source: Šavrič, Patterson and Jenny (2019),
 * https://doi.org/10.1080/13658816.2018.1504949
 *
 * @param longitude degrees east
 * @param latitude degrees north
 */
export function toMap(longitude: number, latitude: number): [x: number, y: number] {
  const [x, y] = geoEqualEarthRaw(longitude * RADIANS, latitude * RADIANS);
  const scale = MAP_WIDTH / (2 * REACH);
  return [scale * (x + REACH), scale * (POLE - y)];
}

/** The same in whole units. */
export function pointOf({ longitude, latitude }: { longitude: number; latitude: number }): Point {
  const [x, y] = toMap(longitude, latitude);
  return { x: Math.round(x), y: Math.round(y) };
}

/** A place on the map. */
export interface Point {
  x: number;
  y: number;
}

/** A part of the map, in its units. */
export interface Box extends Point {
  width: number;
  height: number;
}

export const WORLD: Box = { x: 0, y: MAP_TOP, width: MAP_WIDTH, height: MAP_HEIGHT };

/** The smallest width of a country's map, in units of the map. */
const NARROWEST = 160;
/** As in web/site/islands/map.ts. */
const NEAREST = 40;

/** `38.7,-9.1,8`: latitude and longitude of the centre, and how many times larger than the world it is drawn. */
export function boxAt(at: string | undefined): Box | undefined {
  const [latitude = 0, longitude = 0, zoom = 0] = at?.split(',').map(Number) ?? [];
  if (!(zoom >= 1) || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return undefined;
  const [x, y] = toMap(longitude, latitude);
  return boxOf({ x, y }, MAP_WIDTH / Math.min(NEAREST, zoom));
}

/** The part of the map that shows all of these points, in the shape of the map, and not so close that towns blur. */
export function boxAround(points: readonly Point[]): Box {
  if (points.length === 0) return WORLD;
  const [x, y] = [extentOf(points.map((point) => point.x)), extentOf(points.map((point) => point.y))];
  const ratio = MAP_WIDTH / MAP_HEIGHT;
  const width = Math.min(MAP_WIDTH, Math.max(NARROWEST, 1.15 * Math.max(x.length, y.length * ratio)));
  return boxOf({ x: x.middle, y: y.middle }, width);
}

function boxOf(middle: Point, width: number): Box {
  const height = (width * MAP_HEIGHT) / MAP_WIDTH;
  const x = Math.min(MAP_WIDTH - width, Math.max(0, middle.x - width / 2));
  const y = Math.min(MAP_TOP + MAP_HEIGHT - height, Math.max(MAP_TOP, middle.y - height / 2));
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}

function extentOf(values: readonly number[]): { middle: number; length: number } {
  const [least, most] = values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  return { middle: (least + most) / 2, length: most - least };
}
