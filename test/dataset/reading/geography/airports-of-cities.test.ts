import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAirportCodes } from '../../../../src/dataset/building/places/airports.ts';
import { readCities } from '../../../../src/dataset/building/places/cities.ts';
import { airportsOfCities } from '../../../../src/dataset/reading/geography/airports-of-cities.ts';
import { scheduledAirports } from '../../../../src/dataset/reading/geography/nearest-airport.ts';
import { gazetteer } from '../../../support/dataset/gazetteer.ts';
import { readMatchRows } from '../../../support/dataset/located-cities.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

test('an airport is that of the city it serves, also where it is in a small place or across the county', () => {
  const codes = readAirportCodes(DATA_DIRECTORY);
  const cities = new Map(readCities(DATA_DIRECTORY).map(({ geonamesId, name }) => [geonamesId, name]));
  const cityOf = new Map([...codes].flatMap(([id, all]) => all.map((code) => [code, cities.get(id)])));
  for (const [code, city] of [
    ['LHR', 'London'],
    ['STN', 'London'],
    ['NRT', 'Tokyo'],
    ['IAD', 'Washington'],
    ['MVD', 'Montevideo'],
    ['CUN', 'Cancún'],
    ['LPA', 'Las Palmas de Gran Canaria'],
  ] as const)
    assert.equal(cityOf.get(code), city, code);
});

test('data/places/airports.tsv has the cities of the airports on the list, and the others are listed with the reason', () => {
  const { airports, matches } = airportsOfCities(gazetteer, scheduledAirports());
  const committed = [...readAirportCodes(DATA_DIRECTORY)].flatMap(([geonamesId, codes]) =>
    codes.map((code) => ({ code, geonamesId })),
  );
  assert.deepEqual(committed.sort(byCode), airports);
  assert.deepEqual(
    matches.map(({ published, how }) => [published, how]).sort(),
    readMatchRows('airports')
      .map(({ published, how }) => [published, how])
      .sort(),
  );
});

function byCode(one: { code: string }, other: { code: string }): number {
  return one.code < other.code ? -1 : 1;
}
