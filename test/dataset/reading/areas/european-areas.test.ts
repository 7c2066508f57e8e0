import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAreas } from '../../../../src/dataset/building/places/areas.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const { cities } = readAreas(DATA_DIRECTORY);
const areasOfCity = Map.groupBy(cities, ({ geonamesId }) => geonamesId);

function regionsOf(geonamesId: number): string[] {
  const areas = (areasOfCity.get(geonamesId) ?? []).map(({ area }) => area);
  return areas.filter((area) => /^(nuts|oecd)-/.test(area)).sort();
}

test('a European city is in the NUTS regions of its municipality', () => {
  assert.deepEqual(regionsOf(2950159), ['nuts-de30', 'nuts-de300'], 'Berlin');
  assert.deepEqual(regionsOf(2510911), ['nuts-es61', 'nuts-es618'], 'Seville');
  assert.deepEqual(regionsOf(745044), ['nuts-tr10', 'nuts-tr100'], 'Istanbul');
});

test('NUTS regions of 2016 are mapped to those of 2021; a divided region is mapped to its larger part', () => {
  assert.deepEqual(regionsOf(3193935), ['nuts-hr02', 'nuts-hr025'], 'Osijek, HR04B before');
  assert.deepEqual(regionsOf(2791964), ['nuts-be22', 'nuts-be225'], 'Maaseik, BE222 before');
  assert.deepEqual(regionsOf(2793508), ['nuts-be32'], 'La Louvière, in an arrondissement of its own since');
});

test('for a municipality that is not in Eurostat’s table, the known region of its local unit is used', () => {
  assert.deepEqual(regionsOf(2643743), ['nuts-uki'], 'London');
  assert.deepEqual(regionsOf(264371), ['nuts-el30'], 'Athens');
  assert.deepEqual(
    regionsOf(2656954),
    ['nuts-ukj', 'nuts-ukj2', 'nuts-ukj25'],
    'Ashford in Surrey, not the borough of the name in Kent (UKJ45)',
  );
});

test('large regions of the OECD are groups of prefectures or redrawn NUTS regions', () => {
  assert.deepEqual(regionsOf(1850147), ['oecd-jpd'], 'Tokyo');
  assert.deepEqual(regionsOf(2267057), ['nuts-pt17', 'nuts-pt170', 'oecd-pt1a'], 'Lisbon');
  assert.deepEqual(regionsOf(2262963), ['nuts-pt17', 'nuts-pt170', 'oecd-pt1b'], 'Setúbal');
});
