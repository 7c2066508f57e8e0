import assert from 'node:assert/strict';
import { test } from 'node:test';
import { regionalFigures } from '../../../src/dataset/scores/regional-figures.ts';
import type { Observation } from '../../../src/release/schema.ts';

function observation(
  place: string,
  metric: string,
  value: number,
  source: string,
  period = '2023',
): Observation {
  const isCountry = place.startsWith('country/');
  return {
    place,
    metric,
    period,
    source,
    note: '',
    grain: isCountry ? 'country' : 'region',
    method: 'observed',
    value,
    unit: 'micrograms_per_cubic_metre',
    standard_error: null,
    usd: null,
    usd_rate: null,
    usd_rate_period: null,
    usd_rate_source: null,
  };
}

const OTHER = 'pm25_without_dust_and_sea_salt';
const countryOf = (place: string) => (place.startsWith('area/') ? 'country/spain' : undefined);
const spain = (national: number, base: number, region: number, baseSource = 'aqli') =>
  regionalFigures(
    [
      observation('country/spain', 'pm25_exposure', national, 'wb'),
      observation('country/spain', OTHER, base, baseSource),
      observation('area/es-admin1-29', OTHER, region, 'aqli'),
    ],
    countryOf,
  );

test('a region departs from the national figure as it does in the other source', () => {
  const [figure, ...others] = spain(10, 8, 12);
  assert.equal(others.length, 0);
  assert.deepEqual(
    [figure?.place, figure?.metric, figure?.value, figure?.method, figure?.grain, figure?.source],
    ['area/es-admin1-29', 'pm25_exposure', 15, 'derived', 'region', 'aqli wb'],
  );
});

test('where dust and sea salt are most of the particles, what is left tells no regions apart', () => {
  assert.deepEqual(spain(20, 8, 12), []);
});

test('regions of one source are not compared with the country of another', () => {
  assert.deepEqual(spain(10, 8, 12, 'another'), []);
});

test('the latest figures of both count, whatever their order', () => {
  const figures = [
    observation('country/spain', 'pm25_exposure', 10, 'wb', '2023'),
    observation('country/spain', 'pm25_exposure', 30, 'wb', '2013'),
    observation('country/spain', OTHER, 10, 'aqli'),
    observation('area/es-admin1-29', OTHER, 11, 'aqli'),
  ];
  for (const observed of [figures, figures.toReversed()])
    assert.deepEqual(
      regionalFigures(observed, countryOf).map(({ value }) => value),
      [11],
    );
});
