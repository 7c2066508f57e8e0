import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  cityGeography,
  dayLength,
  populationDensity,
} from '../../../../src/dataset/building/build/derived-figures.ts';
import { city } from '../../../support/dataset/example-city.ts';

const SOLSTICE = 23.436;
const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const declination = fc.double({ min: -SOLSTICE, max: SOLSTICE, noNaN: true });

test('at the equator, every day has 12 hours and a few minutes of daylight', () => {
  fc.assert(
    fc.property(declination, (sun) => {
      const hours = dayLength(0, sun);
      assert.ok(hours > 12.1 && hours < 12.13, String(hours));
    }),
  );
});

test('daylight in one hemisphere equals that in the other half a year later', () => {
  fc.assert(
    fc.property(latitude, declination, (degrees, sun) => {
      assert.equal(dayLength(degrees, sun), dayLength(-degrees, -sun));
    }),
  );
});

test('a day has 0 to 24 hours, and is never shorter nearer to the pole in summer', () => {
  const north = fc.double({ min: 0, max: 90, noNaN: true });
  fc.assert(
    fc.property(north, north, (one, other) => {
      const [south, farther] = [Math.min(one, other), Math.max(one, other)];
      const hours = [dayLength(south, SOLSTICE), dayLength(farther, SOLSTICE)] as const;
      assert.ok(hours.every((length) => length >= 0 && length <= 24));
      assert.ok(hours[0] <= hours[1] + 1e-9, hours.join());
    }),
  );
});

test('inside the polar circles, the sun does not set in summer and does not rise in winter', () => {
  fc.assert(
    fc.property(fc.double({ min: 67.5, max: 90, noNaN: true }), (degrees) => {
      assert.equal(dayLength(degrees, SOLSTICE), 24);
      assert.equal(dayLength(degrees, -SOLSTICE), 0);
    }),
  );
});

test('Lisbon has 14.9 hours of daylight at the June solstice, and about nine and a half at the December solstice', () => {
  const figures = cityGeography(city({ latitude: 38.72 }), 2026, 'a-source');
  const hours = (metric: string) => figures.find((figure) => figure.metric === metric);
  const [june, december] = [hours('daylight_june_solstice'), hours('daylight_december_solstice')];
  assert.equal(june?.value.toFixed(1), '14.9');
  assert.ok(Math.abs((december?.value ?? 0) - 9.45) < 0.1, String(december?.value));
  assert.deepEqual([june?.period, december?.period], ['2026-06-21', '2026-12-21']);
  assert.deepEqual([june?.method, june?.source, june?.unit], ['derived', 'a-source', 'hours']);
});

test('a recorded elevation takes precedence over the terrain model’s, which is marked as such', () => {
  const elevation = (given: Parameters<typeof city>[0]) =>
    cityGeography(city(given), 2026, 'a-source').find(({ metric }) => metric === 'elevation');
  assert.deepEqual(pick(elevation({ elevation: 45, dem: 60 })), [45, '']);
  assert.deepEqual(pick(elevation({ elevation: 0, dem: 60 })), [0, '']);
  const modelled = elevation({ elevation: null, dem: 60 });
  assert.equal(modelled?.value, 60);
  assert.match(modelled?.note ?? '', /elevation model/);
});

test('a density has its population’s period and cites both sources', () => {
  const population = {
    place: 'country/portugal',
    metric: 'population',
    period: '2024',
    source: 'wb-wdi',
    note: '',
    grain: 'country',
    method: 'observed',
    value: 10_694_681,
    unit: 'persons',
    standard_error: null,
    usd: null,
    usd_rate: null,
    usd_rate_period: null,
    usd_rate_source: null,
  } as const;
  const density = populationDensity(population, 92_391, 'geonames-countries');
  assert.equal(density.value, 115.75);
  assert.deepEqual(
    [density.period, density.method, density.source],
    ['2024', 'derived', 'geonames-countries wb-wdi'],
  );
});

function pick(figure: { value: number; note: string } | undefined): unknown[] {
  return [figure?.value, figure?.note];
}
