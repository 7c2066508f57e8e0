import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { readTable } from '../../../../src/dataset/building/files/table.ts';
import type { Gazetteer, GazetteerCity } from '../../../../src/dataset/building/places/gazetteer.ts';
import {
  matchCensusPlaces,
  parsePlaceName,
} from '../../../../src/dataset/reading/sources/us-census-acs-rent.ts';
import { fold } from '../../../../src/release/fold.ts';
import { city } from '../../../support/dataset/example-city.ts';
import { gazetteer } from '../../../support/dataset/gazetteer.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const matches = readTable(join(DATA_DIRECTORY, 'matches', 'us-census-acs-rent.tsv'), [
  'published',
  'place',
  'how',
]);

test('a Census name loses its legal description, and nothing else', () => {
  const spellings = (name: string) => parsePlaceName(name).spellings;
  assert.deepEqual(spellings('Abbeville city, Alabama'), ['Abbeville']);
  assert.deepEqual(spellings('Carson City, Nevada'), ['Carson City']);
  assert.deepEqual(spellings('Boise City city, Idaho'), ['Boise City']);
  assert.deepEqual(spellings('Princeton, New Jersey'), ['Princeton']);
  assert.deepEqual(spellings('Juneau city and borough, Alaska'), ['Juneau']);
  assert.deepEqual(spellings('Magna metro township, Utah'), ['Magna']);
  assert.deepEqual(spellings('Winston-Salem city, North Carolina'), ['Winston-Salem']);
  assert.deepEqual(spellings('Port St. Lucie city, Florida'), ['Port St. Lucie', 'Port Saint Lucie']);
});

test('a city that is consolidated with its county also has its own name', () => {
  for (const [published, name] of [
    ['Louisville/Jefferson County metro government (balance), Kentucky', 'Louisville'],
    ['Nashville-Davidson metropolitan government (balance), Tennessee', 'Nashville'],
    ['Athens-Clarke County unified government (balance), Georgia', 'Athens'],
    ['Augusta-Richmond County consolidated government (balance), Georgia', 'Augusta'],
    ['Macon-Bibb County, Georgia', 'Macon'],
    ['Butte-Silver Bow (balance), Montana', 'Butte'],
    ['Indianapolis city (balance), Indiana', 'Indianapolis'],
    ['San Buenaventura (Ventura) city, California', 'Ventura'],
    ['Amherst Town city, Massachusetts', 'Amherst'],
  ] as const)
    assert.ok(parsePlaceName(published).spellings.includes(name), published);
});

test('a county in the name must match exactly', () => {
  assert.deepEqual(parsePlaceName("Woodlawn CDP (Prince George's County), Maryland"), {
    spellings: ['Woodlawn'],
    counties: ["Prince George's County, Maryland"],
  });
  assert.deepEqual(parsePlaceName('Reno city (Parker and Tarrant Counties), Texas').counties, [
    'Parker County, Texas',
    'Tarrant County, Texas',
  ]);
});

test('any name is recognised with any legal description', () => {
  const descriptions = ['city', 'town', 'village', 'borough', 'CDP', 'municipality', 'city (balance)'];
  const names = gazetteer.citiesOf('US').map(({ name }) => name);
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.constantFrom(...descriptions), (name, description) => {
      const { spellings } = parsePlaceName(`${name} ${description}, Ohio`);
      assert.ok(spellings.map(fold).includes(fold(name)), spellings.join());
    }),
  );
});

test('every city of ours has one row, with a match or a reason', () => {
  assert.equal(matches.length, gazetteer.citiesOf('US').length);
  assert.ok(matches.every(({ how }) => how !== ''));
  const matched = matches.filter(({ place }) => place !== '');
  assert.equal(new Set(matched.map(({ place }) => place)).size, matched.length);
  assert.equal(new Set(matched.map(({ published }) => published)).size, matched.length);
});

test('namesakes within a state are told apart: the city of 105,000 is not the settlement of 5,000', () => {
  const placeOf = (published: string) => matches.find((match) => match.published === published)?.place;
  assert.equal(placeOf('Burbank city, California'), 'city/burbank-california-united-states');
  assert.equal(placeOf('Burbank CDP, California'), undefined);
  // GeoNames' Shelby in Michigan is a township of 74,000, the Census Bureau's a village of 2,000.
  assert.equal(placeOf('Shelby village, Michigan'), undefined);
  assert.equal(placeOf('New York city, New York'), 'city/new-york');
});

test('two places or two cities with one name, and sections of cities, are never guessed', () => {
  const inOhio = (geonamesId: number, name: string, feature = 'PPL'): GazetteerCity => ({
    ...city({ geonamesId, name, country: 'US', admin1: 'OH', feature }),
    key: `city/${geonamesId}`,
  });
  const cities = [
    inOhio(1, 'Oakwood'),
    inOhio(2, 'Avon'),
    inOhio(3, 'Avon'),
    inOhio(4, 'Hough', 'PPLX'),
    inOhio(5, 'Lima'),
  ];
  const few: Gazetteer = {
    ...gazetteer,
    citiesOf: () => cities,
    cityByGeonamesId: (id) => cities.find(({ geonamesId }) => geonamesId === id),
    citiesNamed: (name) =>
      cities.filter((found) => found.name === name).map((found) => ({ city: found, how: 'name' })),
  };
  const names = ['Oakwood city', 'Oakwood village', 'Avon city', 'Hough CDP', 'Lima city'];
  const result = matchCensusPlaces(
    names.map((name) => `${name}, Ohio`),
    {
      gazetteer: few,
      overrides: new Map(),
      countyOfCity: new Map(
        cities.map(({ geonamesId }) => [geonamesId, { code: '39001', name: 'Adams County, Ohio' }]),
      ),
    },
  );
  assert.deepEqual(
    result.map(({ place, how }) => [place, how]),
    [
      ['', 'several Census places: Oakwood city, Ohio; Oakwood village, Ohio'],
      ['', 'shares the name with another city of ours: Avon city, Ohio'],
      ['', 'shares the name with another city of ours: Avon city, Ohio'],
      ['', 'a section of a city: no Census place of its own'],
      ['city/5', 'name'],
    ],
  );
});
