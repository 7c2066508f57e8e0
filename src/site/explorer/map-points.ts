import type { City } from '../../engine/catalogue/place.ts';
import type { Release } from '../../engine/catalogue/release.ts';
import { memo } from '../../engine/memo.ts';
import { isTown } from '../../release/dominance.ts';
import { isCostMeasure, localShare, type MeasuredFigure, type MeasureId } from '../../release/measures.ts';
import type { Steps } from '../../service/access/door.ts';
import { type Point, pointOf } from './equal-earth.ts';

/** The number of classes of level on the map. */
const CLASSES = 7;
/** The share of cities below the first bound, and that above the last one, so that these few do not stretch the scale. */
const TAIL = 0.03;

/** How much of a figure was measured in the city, its metropolitan area or its region: nothing, less than half, half or more. */
export const LOCAL_PARTS = ['none', 'some', 'most'] as const;
type LocalPart = (typeof LOCAL_PARTS)[number];

/** A city on the map. */
export interface MapPoint extends Point {
  city: City;
  figure: MeasuredFigure;
  /** A price level was measured there or not; a score can be measured there in part. */
  local: LocalPart;
}

export type MapClasses = ReturnType<typeof classesOf>;

/** What may be done before a map is drawn, so that others are served in between. */
export function mapSteps(release: Release): Steps {
  return placesByRelease.has(release) ? [] : [() => void placesOf(release)];
}

/**
 * The cities that have a figure, in an order in which neighbours are near each other.
 *
 * @param tile only those in this part of the map
 */
export function mapPoints(release: Release, measure: MeasureId, tile?: string): MapPoint[] {
  const places = placesOf(release);
  const wanted = tile === undefined ? places : places.filter(({ x, y }) => tileOf(x, y) === tile);
  return wanted.flatMap(({ city, x, y }) => {
    const figure = release.measures.figure(measure, city);
    if (figure === undefined) return [];
    const share = localShare(figure);
    return { city, figure, x, y, local: share === 0 ? 'none' : share < 0.5 ? 'some' : 'most' };
  });
}

/**
 * The cities of each class, from the lowest level, and the bounds between the classes. A value that equals one is in the upper class.
 *
 * @param points all of the measure, so that a colour means the same with and without the modelled ones
 */
export function classesOf(points: readonly MapPoint[], measure: MeasureId) {
  const bounds = boundsOf(
    points.map(({ figure }) => figure.value),
    isCostMeasure(measure),
  );
  const classes: MapPoint[][] = Array.from({ length: CLASSES }, () => []);
  for (const point of points) {
    const above = bounds.findIndex((bound) => point.figure.value < bound);
    classes[above === -1 ? CLASSES - 1 : above]?.push(point);
  }
  return { classes, bounds };
}

/** Round bounds in equal steps, or in equal ratios for price levels. */
function boundsOf(values: readonly number[], ratios: boolean): number[] {
  if (values.length === 0) return [];
  const sorted = Float64Array.from(values).sort();
  const at = (part: number) => sorted[Math.round(part * (sorted.length - 1))] ?? 0;
  const [to, from] = ratios ? [Math.log, Math.exp] : [Number, Number];
  const [first, last] = [to(Math.max(1, at(TAIL))), to(Math.max(2, at(1 - TAIL)))];
  return Array.from({ length: CLASSES - 1 }, (_, index) =>
    Math.round(from(first + ((last - first) * index) / (CLASSES - 2))),
  );
}

type Place = Pick<MapPoint, 'city' | 'x' | 'y'>;

const placesByRelease = new WeakMap<Release, readonly Place[]>();

/** Cities without towns, which would hide each other; the same for every measure, so it is made once per release. */
function placesOf(release: Release): readonly Place[] {
  return memo(placesByRelease, release, () =>
    release.cities
      .filter((city) => !isTown(city))
      .map((city) => {
        const point = pointOf(city);
        return { city, ...point, at: alongCurve(point) };
      })
      .sort((one, other) => one.at - other.at),
  );
}

const BITS = 12;

/** Where a point is on the Z-order curve: steps between neighbours on it are short, so drawings compress well. */
function alongCurve({ x, y }: Point): number {
  let position = 0;
  for (let bit = BITS - 1; bit >= 0; bit--) position = position * 4 + ((y >> bit) & 1) * 2 + ((x >> bit) & 1);
  return position;
}

/** A dot for each point: strokes of no length with round ends, `M12 34h0m5-6h0`. */
export function dots(points: readonly Point[]): string {
  let [lastX, lastY] = [0, 0];
  let path = '';
  for (const { x, y } of points) {
    const [right, down] = [x - lastX, y - lastY];
    // Two cities at one place of the map are one dot.
    if (path !== '' && right === 0 && down === 0) continue;
    path += `${path === '' ? 'M' : 'm'}${right}${down < 0 ? '' : ' '}${down}h0`;
    [lastX, lastY] = [x, y];
  }
  return path;
}

/** The side of a tile, in units of the map. */
const TILE = 500;

/** Which part of the map a point is in: `4-1`. To get the names of a few cities, the map requests only their tile. */
function tileOf(x: number, y: number): string {
  return `${Math.floor(x / TILE)}-${Math.floor(y / TILE)}`;
}
