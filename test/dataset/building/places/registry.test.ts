import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CityRow } from '../../../../src/dataset/building/places/cities.ts';
import { SLUG_PATTERN, slugOf } from '../../../../src/dataset/building/places/place-name.ts';
import {
  type Assignment,
  extendRegistry,
  readRegistry,
} from '../../../../src/dataset/building/places/registry.ts';
import { cityCandidacies, dominantCity } from '../../../../src/dataset/reading/places/city-ids.ts';
import { city } from '../../../support/dataset/example-city.ts';

test('an id never changes meaning, whatever later editions of the gazetteer say', () => {
  fc.assert(
    fc.property(fc.array(anyEdition(), { minLength: 2, maxLength: 6 }), (editions) => {
      let registry: Assignment[] = [];
      for (const cities of editions) {
        const before = registry;
        registry = extendRegistry(before, candidaciesOf(cities));
        const meanings = new Map(registry.map(({ id, key }) => [id, key]));
        assert.equal(meanings.size, registry.length, 'two rows share an id');
        for (const { id, key } of before) assert.equal(meanings.get(id), key);
        assert.deepEqual(
          registry
            .filter(({ status }) => status === 'active')
            .map(({ key }) => key)
            .sort(),
          cities.map(({ geonamesId }) => String(geonamesId)).sort(),
        );
        for (const { id } of registry) assert.match(id, SLUG_PATTERN);
      }
    }),
  );
});

test('a second run on the same gazetteer changes nothing', () => {
  fc.assert(
    fc.property(anyEdition(), (cities) => {
      const registry = extendRegistry([], candidaciesOf(cities));
      assert.deepEqual(extendRegistry(registry, candidaciesOf(cities)), registry);
    }),
  );
});

test('the id of a removed place is withdrawn, never reused, and valid again if the place returns', () => {
  const lisbon = city({ geonamesId: 1, name: 'Lisbon' });
  const newcomer = city({ geonamesId: 2, name: 'Lisbon' });
  const first = extendRegistry([], candidaciesOf([lisbon]));
  const second = extendRegistry(first, candidaciesOf([newcomer]));
  assert.deepEqual(second, [
    { id: 'lisbon', key: '1', status: 'withdrawn', successor: '' },
    { id: 'lisbon-old-region-atlantis', key: '2', status: 'active', successor: '' },
  ]);
  assert.equal(extendRegistry(second, candidaciesOf([lisbon]))[0]?.status, 'active');
});

test('a merger recorded by hand stays, even if the gazetteer still has the place', () => {
  const merged: Assignment = { id: 'old-town', key: '1', status: 'merged', successor: 'new-town' };
  const successor: Assignment = { id: 'new-town', key: '2', status: 'active', successor: '' };
  const cities = [city({ geonamesId: 1, name: 'Old Town' }), city({ geonamesId: 2, name: 'New Town' })];
  assert.deepEqual(extendRegistry([merged, successor], candidaciesOf(cities)), [merged, successor]);
});

test('a name alone is the id of a much larger city, or of none', () => {
  const large = city({ geonamesId: 1, population: 400 });
  const small = city({ geonamesId: 2, population: 100 });
  const middling = city({ geonamesId: 3, population: 101 });
  const capital = city({ geonamesId: 4, population: 402, feature: 'PPLC' });
  const section = city({ geonamesId: 5, population: 9_000, feature: 'PPLX' });
  const abandoned = city({ geonamesId: 6, population: 9_000, feature: 'PPLQ' });
  assert.equal(dominantCity([small]), small, 'the only bearer');
  assert.equal(dominantCity([small, large]), large, 'four times the next');
  assert.equal(dominantCity([middling, large]), undefined, 'less than four times the next');
  assert.equal(dominantCity([large, capital]), capital, 'a capital larger than its namesakes');
  assert.equal(dominantCity([large, { ...capital, population: 399 }]), undefined, 'a smaller capital');
  assert.equal(dominantCity([section, small]), undefined, 'a section of a city');
  assert.equal(dominantCity([abandoned, small]), undefined, 'a place given up');
  assert.equal(
    dominantCity([
      { ...small, population: 0 },
      { ...large, population: 0 },
    ]),
    undefined,
  );
});

test('cities that share a name get ids with region and country, then with the GeoNames id', () => {
  const cities = [
    city({ geonamesId: 1, name: 'Springfield', admin1: 'old' }),
    city({ geonamesId: 2, name: 'Springfield', admin1: 'new' }),
    city({ geonamesId: 3, name: 'Springfield', admin1: 'new' }),
    city({ geonamesId: 4, name: 'Springfield', country: 'MU', admin1: '' }),
  ];
  const ids = new Map(extendRegistry([], candidaciesOf(cities)).map(({ key, id }) => [key, id]));
  assert.deepEqual(Object.fromEntries(ids), {
    1: 'springfield-old-region-atlantis',
    2: 'springfield-new-region-atlantis-2',
    3: 'springfield-new-region-atlantis-3',
    4: 'springfield-mu',
  });
});

test('an override takes precedence over every rule, and an empty one keeps the name free', () => {
  const cities = [
    city({ geonamesId: 1, name: 'Genève', population: 200 }),
    city({ geonamesId: 2, name: 'Geneva', population: 20 }),
    city({ geonamesId: 3, name: 'Goa', population: 20 }),
  ];
  const overrides = new Map([
    [1, 'geneva'],
    [3, ''],
  ]);
  const registry = extendRegistry([], candidaciesOf(cities, overrides));
  const ids = Object.fromEntries(registry.map(({ key, id }) => [key, id]));
  assert.deepEqual(ids, { 1: 'geneva', 2: 'geneva-old-region-atlantis', 3: 'goa-old-region-atlantis' });
});

test('slugs are spelled as people type names', () => {
  assert.equal(slugOf('São Paulo'), 'sao-paulo');
  assert.equal(slugOf('Xi’an'), 'xian');
  assert.equal(slugOf("St. John's"), 'st-johns');
  assert.equal(slugOf('Łódź'), 'lodz');
  assert.equal(slugOf('Trinidad & Tobago'), 'trinidad-and-tobago');
  assert.equal(slugOf('Frankfurt (Oder)'), 'frankfurt-oder');
  assert.equal(slugOf('6th of October City'), '6th-of-october-city');
});

test('a damaged registry is refused with file, line and column', () => {
  const damages: [string, RegExp][] = [
    [
      'lisbon\t1\tactive\t\nlisbon\t2\tactive\t\n',
      /cities\.tsv, line 3, column id: lisbon is assigned twice/,
    ],
    ['lisbon\t1\tactive\t\nporto\t1\tactive\t\n', /cities\.tsv, line 3, column key: 1 is assigned twice/],
    ['Lisbon\t1\tactive\t\n', /line 2, column id: not a slug/],
    ['lisbon\t1\tgone\t\n', /line 2, column status/],
    ['lisbon\t1\tmerged\tatlantis\n', /line 2, column successor/],
    ['lisbon\t1\tactive\n', /line 2, column 3: 3 cells instead of 4/],
    ['lisbon\t1\tactive\t', /no line end: truncated/],
  ];
  for (const [rows, message] of damages) {
    const data = mkdtempSync(join(tmpdir(), 'registry-'));
    try {
      mkdirSync(join(data, 'registry'));
      writeFileSync(join(data, 'registry', 'cities.tsv'), `id\tkey\tstatus\tsuccessor\n${rows}`);
      assert.throws(() => readRegistry(data, 'cities'), { name: 'SourceFileError', message });
    } finally {
      rmSync(data, { recursive: true });
    }
  }
});

/** Few names, regions and ids, so that editions collide as often as possible. */
function anyEdition(): fc.Arbitrary<CityRow[]> {
  const anyCity = fc
    .record({
      geonamesId: fc.integer({ min: 1, max: 12 }),
      name: fc.constantFrom('Paris', 'Páris', 'Saint Paris', 'Paris Old Region Atlantis', 'Cordoba', '京都'),
      admin1: fc.constantFrom('', 'old', 'new'),
      country: fc.constantFrom('AT', 'MU'),
      population: fc.constantFrom(0, 10, 39, 40, 1_000),
      feature: fc.constantFrom('PPL', 'PPLC', 'PPLX', 'PPLQ'),
    })
    .map(city);
  return fc.uniqueArray(anyCity, { maxLength: 10, selector: ({ geonamesId }) => geonamesId });
}

function candidaciesOf(cities: readonly CityRow[], overrides: ReadonlyMap<number, string> = new Map()) {
  return cityCandidacies(cities, {
    overrides,
    regionName: (_country, admin1) => (admin1 === '' ? '' : `${admin1} region`),
    countryId: (iso2) => (iso2 === 'AT' ? 'atlantis' : iso2.toLowerCase()),
    meansAnother: () => false,
  });
}
