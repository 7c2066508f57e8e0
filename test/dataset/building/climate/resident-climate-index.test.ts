import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cityClimates } from '../../../../src/dataset/building/climate/city-climate.ts';
import {
  humidex,
  type ResidentInputs,
  residentClimateIndex,
} from '../../../../src/dataset/building/climate/resident-climate-index.ts';
import { readCities } from '../../../../src/dataset/building/places/cities.ts';
import { yearlyIndex } from '../../../../src/release/climate-records.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const twelve = (value: number) => Array.from({ length: 12 }, () => value);

function january(changes: Partial<Record<keyof ResidentInputs, number>> = {}): number {
  const inputs = { mean: 20, max: 24, min: 16, precipitation: 0, wetDays: 0, humidity: 50, ...changes };
  const months = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, twelve(value)]));
  return residentClimateIndex(months as unknown as ResidentInputs)[0] ?? Number.NaN;
}

test('mild dry days and cool nights have the index 100', () => {
  assert.equal(january(), 100);
});

test('a day counts two thirds and a night one third; each class of cold takes a quarter', () => {
  for (const [celsius, rating] of [
    [9, 1],
    [0, 0.75],
    [-13, 0.5],
    [-27, 0.25],
    [-40, 0],
    [-60, 0],
  ] as const) {
    assert.equal(january({ max: celsius, min: celsius }), 100 * rating, `${celsius} °C`);
    const night = Math.round(1000 * (2 / 3 + rating / 3)) / 10;
    assert.equal(january({ min: celsius }), night, `${celsius} °C by night`);
  }
});

test('a tropical night of 25 °C takes half of the night’s share, and one of 30 °C takes it all', () => {
  assert.equal(january({ min: 20 }), 100);
  assert.equal(january({ min: 25 }), 83.3);
  assert.equal(january({ min: 30 }), 66.7);
});

test('air of 30 °C with a dew point of 15 °C has the humidex 34, as the weather service’s table says', () => {
  assert.equal(Math.round(humidex(30, 17)), 34);
});

test('a day of rain costs what the Holiday Climate Index says of it', () => {
  const wetEveryDay = (millimetres: number) => january({ precipitation: 31 * millimetres, wetDays: 31 });
  assert.deepEqual([0, 1.5, 4.5, 7.5, 10.5, 20].map(wetEveryDay), [100, 90, 80, 50, 20, 0]);
  assert.equal(january({ precipitation: 10.5 * 15.5, wetDays: 15.5 }), 60);
});

const celsius = fc.double({ min: -60, max: 45, noNaN: true });
const months = fc.record({
  min: celsius,
  range: fc.double({ min: 0, max: 25, noNaN: true }),
  rain: fc.double({ min: 0, max: 2000, noNaN: true }),
  wetDays: fc.double({ min: 0, max: 31, noNaN: true }),
  humidity: fc.double({ min: 0, max: 100, noNaN: true }),
});
const more = fc.double({ min: 0, max: 40, noNaN: true });
type Drawn = { min: number; range: number; rain: number; wetDays: number; humidity: number };
const of = ({ min, range, rain, wetDays, humidity }: Drawn) =>
  january({ min, max: min + range, mean: min + range / 2, precipitation: rain, wetDays, humidity });

test('every index is between 0 and 100, also without wet days and humidity', () => {
  fc.assert(
    fc.property(months, (drawn) => {
      const { min, range, rain } = drawn;
      const estimated = residentClimateIndex({
        min: twelve(min),
        max: twelve(min + range),
        mean: twelve(min + range / 2),
        precipitation: twelve(rain),
        wetDays: undefined,
        humidity: undefined,
      });
      for (const value of [of(drawn), ...estimated]) assert.ok(value >= 0 && value <= 100, String(value));
    }),
  );
});

test('harder frost never raises the index', () => {
  fc.assert(
    fc.property(months, more, (drawn, colder) => {
      // Days and nights of the month are at or below zero, so that the cold is frost.
      const frosty = { ...drawn, min: -Math.abs(drawn.min) - drawn.range };
      assert.ok(of({ ...frosty, min: frosty.min - colder }) <= of(frosty));
    }),
  );
});

test('a frosty night never raises the index of a month', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 35, noNaN: true }), more, more, (max, frost, colder) => {
      const night = (min: number) => january({ max, min, mean: 15 });
      assert.ok(night(-frost - colder) <= night(-frost));
    }),
  );
});

test('more humid or hotter heat never raises the index', () => {
  fc.assert(
    fc.property(months, more, (drawn, damper) => {
      const hot = { ...drawn, min: 20 + Math.abs(drawn.min) / 2 };
      assert.ok(of({ ...hot, humidity: hot.humidity + damper }) <= of(hot));
      assert.ok(of({ ...hot, min: hot.min + damper / 2 }) <= of(hot));
    }),
  );
});

test('more rain on the same days never raises the index', () => {
  fc.assert(
    fc.property(months, more, (drawn, rain) =>
      assert.ok(of({ ...drawn, rain: drawn.rain + rain }) <= of(drawn)),
    ),
  );
});

const CITIES = {
  lisbon: 2267057,
  doha: 290030,
  riyadh: 108410,
  barcelona: 3128760,
  ulaanbaatar: 2028462,
  paris: 2988507,
  tromso: 3133895,
  yakutsk: 2013159,
  'san-diego': 5391811,
  cairo: 360630,
} as const;

test('mild climates rank above hot, humid and freezing ones, by as much as their normals differ', (t) => {
  const cities = readCities(DATA_DIRECTORY).map((city) => ({ id: String(city.geonamesId), city }));
  const climates = cityClimates(DATA_DIRECTORY, { cities, gone: new Set() }, { has: () => true }).cities;
  const index = Object.fromEntries(
    Object.entries(CITIES).map(([id, geonamesId]) => [
      id,
      yearlyIndex(climates.get(String(geonamesId))?.residents?.months ?? []),
    ]),
  ) as Record<keyof typeof CITIES, number>;
  t.diagnostic(JSON.stringify(index));
  assert.ok(index.lisbon - index.doha > 10);
  assert.ok(index.barcelona > index.riyadh);
  assert.ok(index.paris - index.ulaanbaatar > 10);
  assert.ok(index.tromso > index.yakutsk);
  assert.ok(index['san-diego'] - index.cairo > 5);
});
