import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  holidayClimateIndex,
  type IndexInputs,
} from '../../../../src/dataset/building/climate/holiday-climate-index.ts';
import { daylightHours } from '../../../../src/dataset/building/climate/sunlight.ts';
import { relativeHumidity } from '../../../../src/dataset/building/climate/water-vapour.ts';
import { yearlyIndex } from '../../../../src/release/climate-records.ts';

const twelve = (value: number) => Array.from({ length: 12 }, () => value);

function inputs(changes: Partial<IndexInputs> = {}): IndexInputs {
  return {
    latitude: 40,
    mean: twelve(20),
    max: twelve(24),
    min: twelve(16),
    precipitation: twelve(0),
    sunshine: twelve(85),
    humidity: twelve(100),
    ...changes,
  };
}

const january = (changes: Partial<IndexInputs>) => holidayClimateIndex(inputs(changes))[0];

test('24 degrees with few clouds and no rain has the highest index', () => {
  assert.deepEqual(holidayClimateIndex(inputs()), twelve(99));
});

test('the ratings match table 2 of Scott and others (2016)', () => {
  const thermal = [
    [40, 0],
    [39, 2],
    [36, 4],
    [34, 5],
    [32, 6],
    [30, 7],
    [28, 8],
    [26, 9],
    [25, 10],
    [20, 9],
    [19, 7],
    [15, 6],
    [14, 5],
    [7, 4],
    [0, 3],
    [-5, 2],
    [-6, 1],
  ] as const;
  for (const [celsius, rating] of thermal)
    assert.equal(january({ max: twelve(celsius) }), 59 + 4 * rating, `${celsius} °C`);
  const sunny = [
    [100, 8],
    [95, 9],
    [75, 9],
    [45, 6],
    [5, 2],
    [0, 1],
  ] as const;
  for (const [percent, rating] of sunny)
    assert.equal(january({ sunshine: twelve(percent) }), 79 + 2 * rating, `${percent} % sunshine`);
  const rainy = [
    [0, 10],
    [31, 9],
    [31 * 3, 8],
    [31 * 6, 5],
    [31 * 9, 2],
    [31 * 12.01, 0],
    [31 * 25.01, -1],
  ] as const;
  for (const [millimetres, rating] of rainy)
    assert.equal(january({ precipitation: twelve(millimetres) }), 69 + 3 * rating, `${millimetres} mm`);
});

test('dry air makes heat bearable', () => {
  const [dry, humid] = [20, 90].map((percent) => january({ max: twelve(35), humidity: twelve(percent) }));
  assert.ok(Number(dry) > Number(humid));
});

test('without sunshine and humidity, the index is estimated and stays between 0 and 100', () => {
  const celsius = fc.double({ min: -60, max: 50, noNaN: true });
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      celsius,
      fc.double({ min: 0, max: 25, noNaN: true }),
      fc.double({ min: 0, max: 2000, noNaN: true }),
      (latitude, min, range, rain) => {
        const index = holidayClimateIndex({
          latitude,
          min: twelve(min),
          max: twelve(min + range),
          mean: twelve(min + range / 2),
          precipitation: twelve(rain),
          sunshine: undefined,
          humidity: undefined,
        });
        assert.ok(
          index.every((value) => value >= 0 && value <= 100),
          index.join(),
        );
      },
    ),
  );
});

test('the yearly index is the mean of the months, to a tenth', () => {
  assert.equal(yearlyIndex([60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60, 61]), 60.1);
});

test('the sun is up for twelve hours at the equator, and not at all in December inside the Arctic Circle', () => {
  for (let month = 0; month < 12; month++) assert.ok(Math.abs(daylightHours(0, month) - 12) < 1e-9);
  assert.equal(daylightHours(75, 11), 0);
  assert.equal(daylightHours(75, 5), 24);
});

test('air with 23.4 hPa of vapour at 20 degrees is saturated, and humidity never exceeds 100 %', () => {
  assert.ok(Math.abs(relativeHumidity(11.7, 20) - 50) < 0.1);
  assert.equal(relativeHumidity(30, 20), 100);
});
