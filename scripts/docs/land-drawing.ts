import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { MAP_HEIGHT, MAP_TOP, MAP_WIDTH, toMap } from '../../src/site/explorer/equal-earth.ts';

/**
 * Land, and the borders between countries, as an SVG of two paths, in units of the map of cities, without Antarctica, which is
 * below the map's lower edge.
 *
 * @param topology Natural Earth's countries at 1:110m, public domain, from the npm package world-atlas 2.0.2
 */
export function landDrawing(topology: Topology): string {
  const { features } = feature(topology, topology.objects.land as GeometryCollection);
  const rings = features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon'
      ? geometry.coordinates.flat()
      : geometry.type === 'Polygon'
        ? geometry.coordinates
        : [],
  );
  const paths = rings
    .flatMap(withinMap)
    .map((ring) => pathOf(ring, 'z'))
    .filter((path) => path !== undefined);
  const borders = mesh(
    topology,
    topology.objects.countries as GeometryCollection,
    (one, other) => one !== other,
  )
    .coordinates.map((line) => pathOf(line, ''))
    .filter((path) => path !== undefined);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${MAP_TOP} ${MAP_WIDTH} ${MAP_HEIGHT}">
<title>Land and borders</title>
<!-- Natural Earth 4.1.0, countries at 1:110m, public domain. Written by scripts/world-map.ts. -->
<path d="${paths.join('')}"/>
<path class="borders" d="${borders.join('')}"/>
</svg>
`;
}

type Ring = readonly (readonly number[])[];

/** Splits a ring that crosses the 180th meridian into two, one on each side; any other ring stays. */
function withinMap(ring: Ring): Ring[] {
  let turn = 0;
  const unrolled = ring.map(([longitude = 0, latitude = 0], index) => {
    const jump = longitude - (ring[index - 1]?.[0] ?? longitude);
    if (Math.abs(jump) > 180) turn -= 360 * Math.sign(jump);
    return [longitude + turn, latitude];
  });
  const longitudes = unrolled.map(([longitude = 0]) => longitude);
  if (Math.max(...longitudes) > 180) return [sideOf(unrolled, 0), sideOf(unrolled, -360)];
  return Math.min(...longitudes) < -180 ? [sideOf(unrolled, 0), sideOf(unrolled, 360)] : [ring];
}

/** Moves points beyond the 180th meridian onto it, without those between the ring's exit and its return. */
function sideOf(ring: Ring, shift: number): Ring {
  const clamped = ring.map(([longitude = 0, latitude = 0]) => [
    Math.max(-180, Math.min(180, longitude + shift)),
    latitude,
  ]);
  const isOut = (index: number) => Math.abs(clamped.at(index % clamped.length)?.[0] ?? 0) === 180;
  return clamped.filter((_, index) => !(isOut(index - 1) && isOut(index) && isOut(index + 1)));
}

/**
 * Undefined for a line outside the map, and for one of no length, such as an island that is too small to be visible.
 *
 * @param end `z` for a ring
 */
function pathOf(ring: Ring, end: 'z' | ''): string | undefined {
  const points = ring.map(([longitude = 0, latitude = 0]) => toMap(longitude, latitude).map(Math.round));
  if (points.every(([, y = 0]) => y > MAP_TOP + MAP_HEIGHT)) return undefined;
  let [lastX, lastY] = [0, 0];
  let path = '';
  for (const [x = 0, y = 0] of points) {
    const [right, down] = [x - lastX, y - lastY];
    [lastX, lastY] = [x, y];
    if (path === '') path = `M${x} ${y}l`;
    else if (right !== 0 || down !== 0) path += `${path.endsWith('l') ? '' : ' '}${right} ${down}`;
  }
  return path.endsWith('l') ? undefined : path.replaceAll(' -', '-') + end;
}
