import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { around, distance } from 'geokdbush';
import KDBush from 'kdbush';
import { CitiesOnSphere } from '../../../src/engine/catalogue/cities-on-sphere.ts';
import { openedRelease } from '../../support/release/opened-release.ts';

const release = await openedRelease();
const { cities } = release;
const sphere = new CitiesOnSphere(cities);
const index = new KDBush(cities.length);
for (const { longitude, latitude } of cities) index.add(longitude, latitude);
index.finish();

const centers = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  radiusKm: fc.double({ min: 0.1, max: 1000, noNaN: true }),
});

test('the search around any point finds the same cities as a spatial index, nearest first', () => {
  fc.assert(
    fc.property(centers, fc.nat({ max: 1_000_000 }), (center, minPopulation) => {
      const { latitude, longitude, radiusKm } = center;
      const accepts = ({ population }: { population: number | null }) => (population ?? 0) >= minPopulation;
      const found = sphere.around(center, cities.length, accepts);
      // Exactly on the circle, rounding decides.
      const within = (radius: number) =>
        around(index, longitude, latitude, Number.POSITIVE_INFINITY, radius, (rank) =>
          accepts(cities[rank] ?? { population: null }),
        ).map((rank) => cities[rank]?.id);
      const ids = new Set(found.map(({ city }) => city.id));
      for (const id of within(radiusKm - 1e-6)) assert.ok(ids.has(String(id)), `${id} is missing`);
      const possible = new Set(within(radiusKm + 1e-6));
      for (const { city, distance: kilometres } of found) {
        assert.ok(possible.has(city.id), `${city.id} is outside`);
        const exact = distance(longitude, latitude, city.longitude, city.latitude);
        assert.ok(Math.abs(kilometres - exact) <= 0.05 + 1e-6, `${city.id}: ${kilometres} for ${exact} km`);
      }
      const order = found.map(({ city, distance: kilometres }) => [kilometres, city.rank] as const);
      assert.deepEqual(
        order,
        order.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]),
      );
    }),
    { numRuns: 200 },
  );
});

test('a circle around a pole or across the date line contains the cities on every side', () => {
  const near = (latitude: number, longitude: number) =>
    sphere
      .around({ latitude, longitude, radiusKm: 800 }, cities.length, () => true)
      .map(({ city }) => city.id);
  assert.ok(near(-17, 179.9).includes('suva') && near(-17, -179.9).includes('suva'));
  const longyearbyen = cities.find(({ id }) => id === 'longyearbyen');
  assert.ok(longyearbyen !== undefined);
  assert.ok(near(84, longyearbyen.longitude + 180).length === 0);
  assert.ok(near(78.2, longyearbyen.longitude - 360 + 0.1).includes('longyearbyen'));
});
