import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAirports } from '../../../../src/dataset/building/places/airports.ts';
import { readCities } from '../../../../src/dataset/building/places/cities.ts';
import { airportsOfCities } from '../../../../src/dataset/reading/geography/airports-of-cities.ts';
import { scheduledAirports } from '../../../../src/dataset/reading/geography/nearest-airport.ts';
import { gazetteer } from '../../../support/dataset/gazetteer.ts';
import { readMatchRows } from '../../../support/dataset/located-cities.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const committed = readAirports(DATA_DIRECTORY);
const names = new Map(readCities(DATA_DIRECTORY).map(({ geonamesId, name }) => [geonamesId, name]));
const citiesOf = (code: string) =>
  committed
    .filter((row) => row.code === code)
    .sort((one, other) => Number(other.leads) - Number(one.leads) || one.kilometres - other.kilometres)
    .map(({ geonamesId }) => names.get(geonamesId));

test('an airport is that of the city it serves, also where it is in a small place or across the county', () => {
  for (const [code, city] of [
    ['LHR', 'London'],
    ['STN', 'London'],
    ['NRT', 'Tokyo'],
    ['IAD', 'Washington'],
    ['MVD', 'Montevideo'],
    ['CUN', 'Cancún'],
    ['LPA', 'Las Palmas de Gran Canaria'],
    ['TYS', 'Knoxville'],
    ['LXA', 'Lhasa'],
    ['PPT', 'Papeete'],
    ['VTZ', 'Visakhapatnam'],
    ['BDJ', 'Banjarmasin'],
  ] as const)
    assert.equal(citiesOf(code)[0], city, code);
});

test('an airport that names several cities has them all, the one that its code leads to first', () => {
  assert.deepEqual(citiesOf('EWR'), ['New York City', 'Newark', 'Manhattan']);
  assert.deepEqual(citiesOf('DFW'), ['Dallas', 'Fort Worth']);
  assert.deepEqual(citiesOf('BSL'), ['Basel', 'Mulhouse']);
  assert.deepEqual(citiesOf('CPH'), ['Copenhagen', 'Malmö']);
  assert.deepEqual(citiesOf('BVA'), ['Beauvais', 'Paris']);
  assert.deepEqual(citiesOf('LEJ'), ['Leipzig', 'Halle (Saale)']);
});

test('a word in an airport’s name that is a person’s, or a word of a longer name, is no city that it serves', () => {
  for (const code of ['SGN', 'CNF', 'ERH', 'SLC', 'LIS']) assert.equal(citiesOf(code).length, 1, code);
});

test('the code of a group of airports is that of the city of most of them, and of several if they are equal', () => {
  assert.deepEqual(citiesOf('LON'), ['London']);
  assert.deepEqual(citiesOf('NYC'), ['New York City']);
  assert.deepEqual(citiesOf('TYO'), ['Tokyo']);
  assert.deepEqual(citiesOf('PAR'), ['Paris']);
  assert.deepEqual(citiesOf('WAS'), ['Washington']);
  assert.deepEqual(citiesOf('QBA').sort(), ['Oakland', 'San Francisco']);
});

test('every airport leads to one city, and no city has one twice', () => {
  for (const [code, rows] of Map.groupBy(committed, (row) => row.code)) {
    const leading = rows.filter(({ leads }) => leads);
    assert.ok(leading.length === 1 || rows.every((row) => row.class === 'group'), code);
    assert.equal(new Set(rows.map(({ geonamesId }) => geonamesId)).size, rows.length, code);
  }
});

test('data/places/airports.tsv has the cities of the airports on the list, and the others are listed with the reason', () => {
  const { airports, matches } = airportsOfCities(gazetteer, scheduledAirports());
  assert.deepEqual(committed.toSorted(byCodeAndCity), airports.toSorted(byCodeAndCity));
  assert.deepEqual(
    matches.map(({ published, how }) => [published, how]).sort(),
    readMatchRows('airports')
      .map(({ published, how }) => [published, how])
      .sort(),
  );
});

function byCodeAndCity(
  one: { code: string; geonamesId: number },
  other: { code: string; geonamesId: number },
): number {
  return one.code === other.code ? one.geonamesId - other.geonamesId : one.code < other.code ? -1 : 1;
}
