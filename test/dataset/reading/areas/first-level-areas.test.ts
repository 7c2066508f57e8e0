import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAreas } from '../../../../src/dataset/building/places/areas.ts';
import { gazetteer } from '../../../support/dataset/gazetteer.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const { areas, cities } = readAreas(DATA_DIRECTORY);
const names = new Map(areas.map(({ id, name }) => [id, name]));
const regions = cities.filter(({ area }) => area.includes('-admin1-'));
const regionOf = new Map(regions.map(({ geonamesId, area }) => [geonamesId, area]));

test('a city is in exactly one first-level region, the one in GeoNames', () => {
  assert.equal(regions.length, regionOf.size);
  for (const [geonamesId, name] of [
    [2950159, 'State of Berlin'],
    [2988507, 'Île-de-France'],
    [5128581, 'New York'],
    [1275339, 'Maharashtra'],
  ] as const)
    assert.equal(names.get(regionOf.get(geonamesId) ?? ''), name);
});

test('at least 99 % of cities are in a first-level region, and no region is empty', () => {
  const all = gazetteer.countries().flatMap(({ iso2 }) => gazetteer.citiesOf(iso2));
  assert.ok(regionOf.size > 0.99 * all.length);
  const filled = new Set(regionOf.values());
  const empty = areas.filter(({ id }) => id.includes('-admin1-') && !filled.has(id));
  assert.deepEqual(empty, []);
});
