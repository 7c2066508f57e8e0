import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mean } from 'simple-statistics';
import {
  atOneSize,
  expectedAtSize,
  sizeOf,
  sizeSlopes,
} from '../../../../src/dataset/building/scores/city-sizes.ts';
import type { LocalScore } from '../../../../src/dataset/building/scores/score-errors.ts';
import type { Observation } from '../../../../src/release/schema.ts';
import { observationsOf, places, scoreCommittedPlaces } from '../../../support/dataset/committed-places.ts';

const METRIC = 'public_transport_access';

/** Cities of five countries, whose scores rise by `slope` with every doubling, apart from some that do not. */
function cities(slope: number, national: number | null = null): LocalScore[] {
  return Array.from({ length: 150 }, (_, index) => ({
    metric: METRIC,
    country: `country/${index % 5}`,
    observation: { place: `city/${index}`, grain: 'city' } as Observation,
    score: 10 * (index % 5) + slope * (index % 11) + ((index * 7) % 13) - 6,
    national,
    surrounding: null,
    size: 12 + (index % 11),
  }));
}

test('what a doubling of the people adds is learned within countries', () => {
  const slope = sizeSlopes(cities(2)).get(METRIC);
  assert.ok(slope !== undefined && Math.abs(slope.perDoubling - 2) < 0.3, `${slope?.perDoubling}`);
  const expected = new Map([[METRIC, { value: 50, variance: 9 }]]);
  const at = (size: number | null) =>
    expectedAtSize(expected, new Map([[METRIC, slope]]), size).get(METRIC)?.value ?? Number.NaN;
  assert.ok(at(20) > at(13) + 6 * slope.perDoubling);
  assert.equal(at(null), 50);
});

test('size says nothing where it makes no difference, or where the country has a figure of its own', () => {
  assert.equal(sizeSlopes(cities(0)).size, 0);
  assert.equal(sizeSlopes(cities(2, 50)).size, 0);
});

test('a city of twice the people is one size larger, and without people it has none', () => {
  assert.equal(sizeOf(200_000), (sizeOf(100_000) ?? 0) + 1);
  assert.equal(sizeOf(0), null);
  assert.equal(sizeOf(null), null);
});

test('large and small cities whose access to transport is hidden are expected right in the mean', () => {
  const populations = new Map(places.cities.map(({ key, population }) => [key, population]));
  const { locals } = scoreCommittedPlaces();
  const measured = locals.filter(
    ({ metric, observation }) => metric === METRIC && populations.has(observation.place),
  );
  assert.ok(measured.every(({ observation }) => observationsOf(observation.place).length > 0));
  // `locals` are at one size already: what is left of size in them is what the expectation misses.
  const missed = (isOf: (size: number) => boolean) =>
    mean(
      [...Map.groupBy(measured, ({ country }) => country).values()].flatMap((ofCountry) => {
        if (ofCountry.length < 3) return [];
        return ofCountry
          .filter(({ size }) => size !== null && isOf(size))
          .map(({ score }) => {
            const others = ofCountry.reduce((sum, other) => sum + other.score, 0) - score;
            return score - others / (ofCountry.length - 1);
          });
      }),
    );
  const million = sizeOf(1_000_000) ?? 0;
  assert.ok(Math.abs(missed((size) => size >= million)) < 4, `${missed((size) => size >= million)}`);
  assert.ok(Math.abs(missed((size) => size < million)) < 2, `${missed((size) => size < million)}`);
});

test('a score at one size is what a city of another size would have', () => {
  const [first] = cities(2);
  assert.ok(first !== undefined);
  const slopes = new Map([[METRIC, { perDoubling: 2, at: 14 }]]);
  assert.equal(atOneSize(first, slopes).score, first.score + 4);
  assert.deepEqual(atOneSize({ ...first, size: null }, slopes), { ...first, size: null });
});
