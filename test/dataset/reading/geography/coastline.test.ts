import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { distance } from 'geokdbush';
import { coastline, type Position, type Shore } from '../../../../src/dataset/reading/geography/coastline.ts';

/** A rectangle as published maps draw an island: clockwise, the land to the right of the line. */
function island(west: number, south: number, east: number, north: number): Shore {
  return {
    sea: '',
    line: [
      [west, south],
      [west, north],
      [east, north],
      [east, south],
      [west, south],
    ],
  };
}

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });

/** A ring of short sides around a point away from the poles, as coasts are; clockwise. */
const rings = fc
  .tuple(
    degrees(170),
    degrees(60),
    fc.array(fc.double({ min: 0.05, max: 0.4, noNaN: true }), { minLength: 3, maxLength: 40 }),
  )
  .map(([longitude, latitude, radii]): Position[] => {
    const corners = radii.map((radius, index): Position => {
      const angle = (-2 * Math.PI * index) / radii.length;
      return [longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)];
    });
    return [...corners, ...corners.slice(0, 1)];
  });

/** Samples every side far more finely than the tolerance of the comparison. */
function nearestBySampling([longitude, latitude]: Position, line: readonly Position[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const [index, end] of line.entries()) {
    const start = line[index - 1] ?? end;
    for (let share = 0; share <= 1; share += 1 / 2000) {
      const there: Position = [
        start[0] + (end[0] - start[0]) * share,
        start[1] + (end[1] - start[1]) * share,
      ];
      nearest = Math.min(nearest, distance(longitude, latitude, ...there));
    }
  }
  return nearest;
}

test('the distance is to the nearest point of the line, not to its nearest corner', () => {
  fc.assert(
    fc.property(rings, degrees(1.5), degrees(1.5), (line, east, north) => {
      const point: Position = [(line[0]?.[0] ?? 0) + east, (line[0]?.[1] ?? 0) + north];
      const { kilometres } = coastline([{ sea: '', line }]).nearest(...point);
      assert.ok(Math.abs(kilometres - nearestBySampling(point, line)) < 0.03, `${kilometres}`);
    }),
    { numRuns: 100 },
  );
});

test('the middle of a long straight coast is at its true distance', () => {
  const coast = coastline([island(0, 10, 20, 20)]);
  const { kilometres } = coast.nearest(10, 9);
  assert.ok(Math.abs(kilometres - 111.2) < 0.1, `${kilometres}`);
});

test('inside the line is land and outside is sea, at sides and corners alike', () => {
  const coast = coastline([island(10, 40, 12, 42)]);
  for (const [longitude, latitude] of [
    [11, 41],
    [10.01, 40.01],
    [11.99, 41.99],
    [11, 40.001],
  ] as const)
    assert.equal(coast.nearest(longitude, latitude).onLand, true, `${longitude} ${latitude}`);
  for (const [longitude, latitude] of [
    [9, 41],
    [9.99, 39.99],
    [12.01, 42.01],
    [11, 39.999],
  ] as const)
    assert.equal(coast.nearest(longitude, latitude).onLand, false, `${longitude} ${latitude}`);
});

test('the shore of an enclosed sea has the sea’s name, and the land is around it', () => {
  const sea: Shore = { sea: 'Caspian Sea', line: island(48, 40, 52, 44).line.toReversed() };
  const coast = coastline([island(20, 20, 80, 70), sea]);
  const { kilometres, ...there } = coast.nearest(47.9, 42);
  assert.deepEqual(there, { sea: 'Caspian Sea', onLand: true });
  assert.ok(Math.abs(kilometres - 8.26) < 0.02, `${kilometres}`);
  assert.equal(coast.nearest(50, 42).onLand, false);
  assert.equal(coast.nearest(21, 45).sea, '');
});

test('a coast across the antimeridian is near, and the map’s cut along the antimeridian is not a coast', () => {
  const west = {
    sea: '',
    line: [
      [170, 60],
      [170, 70],
      [180, 70],
      [180, 60],
      [170, 60],
    ],
  } satisfies Shore;
  const east = {
    sea: '',
    line: [
      [-180, 60],
      [-180, 70],
      [-170, 70],
      [-170, 60],
      [-180, 60],
    ],
  } satisfies Shore;
  const coast = coastline([west, east]);
  const atTheCut = coast.nearest(179.99, 65);
  assert.ok(atTheCut.kilometres > 400, `${atTheCut.kilometres}`);
  assert.equal(atTheCut.onLand, true);
  const fiji = coastline([island(179.5, -17, 179.9, -16)]);
  const across = fiji.nearest(-179.9, -16.5).kilometres;
  assert.ok(Math.abs(across - distance(179.9, -16.5, -179.9, -16.5)) < 0.05, `${across}`);
});

test('a line that repeats a vertex is still a line', () => {
  const { line } = island(10, 40, 10.1, 40.1);
  const doubled = line.flatMap((position) => [position, position]);
  const { kilometres } = coastline([{ sea: '', line: doubled }]).nearest(10.05, 39.95);
  assert.ok(Math.abs(kilometres - 5.56) < 0.01, `${kilometres}`);
});
