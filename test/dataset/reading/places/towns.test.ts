import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GeonamesCity } from '../../../../src/dataset/reading/places/geonames.ts';
import { otherMeanings } from '../../../../src/dataset/reading/places/other-meanings.ts';
import { type ListedPlace, townsBesidesCities } from '../../../../src/dataset/reading/places/towns.ts';
import { city } from '../../../support/dataset/example-city.ts';

test('a town that the newer list has at its place, or near it under one of its names, is in the gazetteer', () => {
  const still = place({ geonamesId: 1, name: 'Still', latitude: 10 });
  const moved = place({ geonamesId: 2, name: 'Moved', latitude: 20, alternativeNames: ['Muved'] });
  const gone = place({ geonamesId: 3, name: 'Gone', latitude: 30 });
  const merged = place({ geonamesId: 4, name: 'Tsukuba', latitude: 40.1 });
  const tsukuba = place({ geonamesId: 5, name: 'Tsukuba', latitude: 40, population: 240_000 });
  const list = [listed(still), { ...listed(moved), name: 'MUVED', lat: '20.10000' }, listed(tsukuba)];
  assert.deepEqual(names(townsBesidesCities([tsukuba], [still, moved, gone, merged], list)), [
    'Still',
    'Moved',
  ]);
  assert.equal(
    townsBesidesCities([tsukuba], [still, moved, gone], null).length,
    3,
    'a list of the same age decides',
  );
});

test('two records of one name at one place are one town', () => {
  const salem = place({ geonamesId: 1, name: 'Salem', latitude: 10, population: 40_000 });
  const towns = [
    place({ geonamesId: 2, name: 'Salem', latitude: 10.05 }),
    place({ geonamesId: 3, name: 'Salem', latitude: 11, population: 7000 }),
    place({ geonamesId: 4, name: 'Sálem', latitude: 11.01, population: 6000 }),
    place({ geonamesId: 5, name: 'Salem', latitude: 10, country: 'DE' }),
  ];
  const kept = townsBesidesCities([salem], towns, towns.map(listed));
  assert.deepEqual(kept.map(({ geonamesId }) => geonamesId).sort(), [3, 5]);
});

test('an old population that would make a town a city is not believed', () => {
  const towns = [
    place({ geonamesId: 1, name: 'Village', latitude: 10, population: 766_706 }),
    place({ geonamesId: 2, name: 'Town', latitude: 11, population: 15_000 }),
  ];
  assert.deepEqual(
    townsBesidesCities([], towns, towns.map(listed)).map(({ population }) => population),
    [0, 15_000],
  );
});

test('a bare name is no id of a town if a city, a country, or a region, district or island elsewhere has it', () => {
  const koeln = place({ name: 'Köln', alternativeNames: ['Cologne'], population: 1_000_000, country: 'DE' });
  const capital = place({
    name: 'Valley',
    alternativeNames: ['The Valley'],
    population: 1000,
    feature: 'PPLC',
  });
  const jakarta = place({ name: 'Jakarta', population: 10_000_000, country: 'ID' });
  const towns = ['Cologne', 'The Valley', 'Madeira', 'Malta', 'Java', 'Zug', 'Elsewhere'].map((name) =>
    place({ name, admin1: 'ZG', country: 'CH' }),
  );
  const regions = [
    { country: 'PT', admin1: '10', name: 'Madeira' },
    { country: 'CH', admin1: 'ZG', name: 'Zug' },
  ];
  const meansAnother = otherMeanings([koeln, capital, jakarta, ...towns], {
    countryNames: [{ name: 'Malta' }],
    regions,
    districtsOf: (city) => (city === jakarta ? ['Java'] : []),
  });
  assert.deepEqual(
    towns
      .filter((town) => meansAnother(town.name.toLowerCase().replace(' ', '-'), town))
      .map(({ name }) => name),
    ['Cologne', 'The Valley', 'Madeira', 'Malta', 'Java'],
  );
});

function place(values: Partial<GeonamesCity>): GeonamesCity {
  return {
    ...city({ geonamesId: 1, name: '', country: 'JP', population: 6000 }),
    alternativeNames: [],
    ...values,
  };
}

function listed({ name, country, latitude, longitude }: GeonamesCity): ListedPlace {
  return { name, country, lat: latitude.toFixed(5), lng: longitude.toFixed(5) };
}

function names(cities: readonly GeonamesCity[]): string[] {
  return cities.map(({ name }) => name);
}
