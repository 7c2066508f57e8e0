import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agglomerationParts } from '../../../../src/dataset/building/places/agglomeration-parts.ts';
import { openedRelease } from '../../../support/release/opened-release.ts';

const release = await openedRelease();
const mainOf = (id: string) => (release.city(id) ?? assert.fail(id)).partOf;

test('suburbs, boroughs and housing estates are parts of their city, whatever their feature code', () => {
  for (const [main, parts] of Object.entries({
    'new-york': ['brooklyn', 'queens', 'newark', 'jersey-city'],
    tokyo: ['yokohama', 'kawasaki'],
    'tel-aviv': ['ramat-gan', 'bat-yam', 'petah-tikva'],
    singapore: ['woodlands', 'jurong-town'],
    dallas: ['fort-worth'],
    'los-angeles': ['mission-viejo', 'santa-clarita'],
    'san-francisco': ['fremont'],
    manila: ['quezon-city'],
    johannesburg: ['soweto', 'benoni', 'diepsloot'],
    dubai: ['dayrah', 'dubai-marina', 'business-bay'],
    'johor-bahru': ['pelentong', 'iskandar-puteri', 'pasir-gudang', 'mukim-pulai'],
    auckland: ['manukau'],
    lhasa: ['chengguan-qu'],
    // The gazetteer has the city twice, 17 km apart.
    'iligan-northern-mindanao-philippines': ['iligan'],
  }))
    for (const part of parts) assert.equal(mainOf(part), main, part);
});

test('cities with an agglomeration of their own, and distant ones, are parts of none', () => {
  for (const id of ['new-york', 'baltimore', 'bridgeport', 'braga', 'bratislava', 'haifa', 'essen'])
    assert.equal(mainOf(id), null, id);
});

test('a main city is in the same country as its parts, and part of nothing', () => {
  for (const { partOf, country } of release.cities) {
    if (partOf === null) continue;
    const main = release.city(partOf) ?? assert.fail(partOf);
    assert.equal(main.partOf, null, partOf);
    assert.equal(main.country, country, partOf);
  }
});

test('no capital is part of a larger city but New Delhi, and Palau’s, which is beside its only city', () => {
  const parts = release.cities.filter(({ isCapital, partOf }) => isCapital && partOf !== null);
  assert.deepEqual(
    parts.map(({ id, partOf }) => `${id} of ${partOf}`),
    ['new-delhi of delhi', 'ngerulmud of koror'],
  );
});

const place = (geonamesId: number, kilometres: number, population: number, feature = 'PPL', name = '') => ({
  geonamesId,
  name: name || `${geonamesId}`,
  asciiName: name || `${geonamesId}`,
  country: 'XX',
  admin1: '1',
  latitude: kilometres / 111.2,
  longitude: 0,
  population,
  feature,
});
const agglomeration = (geonamesId: number, population: number, name = '') =>
  [geonamesId, { geonamesId, name, year: '2018', population, source: '' }] as const;

test('the nearest places are parts until all people are counted, sections without adding any', () => {
  const places = [
    place(1, 0, 600_000),
    place(2, 5, 100_000, 'PPLX'),
    place(3, 12, 300_000),
    place(4, 14, 200_000),
    place(5, 15, 50_000),
  ];
  const parts = agglomerationParts(places, new Map([agglomeration(1, 1_000_000)]), new Set());
  assert.deepEqual(
    [...parts],
    [2, 3, 4].map((id) => [id, 1]),
  );
});

test('what even a dense agglomeration would reach is part of it, and nothing that a thin one would not', () => {
  // Two million people at 5,000 per square kilometre reach 11.3 km, one million at 1,000 17.8 km.
  const counted = [place(1, 0, 2_000_000), place(2, 11.2, 1000), place(3, 11.4, 90_000)];
  const known = new Map([agglomeration(1, 1_000_000)]);
  assert.deepEqual([...agglomerationParts(counted, known, new Set()).keys()], [2]);
  const uncounted = [place(1, 0, 10_000), place(2, 17.7, 10_000), place(3, 17.9, 10_000)];
  assert.deepEqual([...agglomerationParts(uncounted, known, new Set()).keys()], [2]);
});

test('a place that the United Nations would list is part of the agglomeration that reaches it, and so is a section', () => {
  const places = [
    place(1, 0, 2_000_000),
    place(2, 15, 400_000),
    place(3, 17, 9000, 'PPLX'),
    place(4, 17, 9000),
  ];
  const parts = agglomerationParts(places, new Map([agglomeration(1, 1_000_000)]), new Set());
  assert.deepEqual([...parts.keys()], [2, 3]);
});

test('the main city is the largest that the agglomeration is named after', () => {
  const places = [
    place(1, 0, 400_000, 'PPL', 'Worth'),
    place(2, 40, 500_000, 'PPL', 'Dall'),
    place(3, 41, 900_000, 'PPL', 'Other'),
  ];
  const parts = agglomerationParts(places, new Map([agglomeration(1, 2_000_000, 'Dall-Worth')]), new Set());
  assert.deepEqual(Object.fromEntries(parts), { 1: 2, 3: 2 });
});

test('a metropolitan area is one agglomeration, with the parts of those in it', () => {
  const places = [place(1, 0, 400_000), place(2, 3, 20_000), place(3, 50, 600_000), place(4, 200, 1000)];
  const metros = [new Set([1, 3, 4])];
  const parts = agglomerationParts(places, new Map(), new Set(), metros);
  assert.deepEqual(Object.fromEntries(parts), { 1: 3, 2: 3, 4: 3 });
});

test('a city-state is one agglomeration, and a large city that no table has is one of its own people', () => {
  const places = [place(1, 0, 500_000), place(2, 3, 20_000), place(3, 50, 20_000)];
  assert.deepEqual([...agglomerationParts(places, new Map(), new Set(['XX'])).keys()], [2, 3]);
  assert.deepEqual([...agglomerationParts(places, new Map(), new Set()).keys()], [2]);
});
