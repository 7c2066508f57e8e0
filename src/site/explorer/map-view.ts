import { MAP_HEIGHT, MAP_TOP, MAP_WIDTH, toMap } from './equal-earth.ts';
import type { MapPoint } from './map-points.ts';

/** A part of the map, in its units. */
export interface Box {
  x: number;
  y: number;
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
export function boxAround(points: readonly Pick<MapPoint, 'x' | 'y'>[]): Box {
  if (points.length === 0) return WORLD;
  const [x, y] = [extentOf(points.map((point) => point.x)), extentOf(points.map((point) => point.y))];
  const ratio = MAP_WIDTH / MAP_HEIGHT;
  const width = Math.min(MAP_WIDTH, Math.max(NARROWEST, 1.15 * Math.max(x.length, y.length * ratio)));
  return boxOf({ x: x.middle, y: y.middle }, width);
}

function boxOf(middle: { x: number; y: number }, width: number): Box {
  const height = (width * MAP_HEIGHT) / MAP_WIDTH;
  const x = Math.min(MAP_WIDTH - width, Math.max(0, middle.x - width / 2));
  const y = Math.min(MAP_TOP + MAP_HEIGHT - height, Math.max(MAP_TOP, middle.y - height / 2));
  const [left, top, wide, high] = [x, y, width, height].map(Math.round) as [number, number, number, number];
  return { x: left, y: top, width: wide, height: high };
}

function extentOf(values: readonly number[]): { middle: number; length: number } {
  const [least, most] = values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  return { middle: (least + most) / 2, length: most - least };
}
