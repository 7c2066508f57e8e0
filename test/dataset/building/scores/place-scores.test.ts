import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlaceScore } from '../../../../src/dataset/building/scores/place-scores.ts';
import { observationsOf, places, scoreCommittedPlaces } from '../../../support/dataset/committed-places.ts';

const { countries, cities } = scoreCommittedPlaces();

const country = (id: string) => countries.get(`country/${id}`) ?? assert.fail(id);
const city = (id: string) => cities.get(`city/${id}`) ?? assert.fail(id);
const group = (place: PlaceScore, name: string) =>
  place.groups.find((score) => score.group === name) ?? assert.fail(name);

test('every country is scored', () => {
  assert.equal(countries.size, 250);
});

/** Comparisons that anyone who knows the two countries would expect, by official figures. */
const KNOWN: [group: string, better: string, worse: string][] = [
  ['healthcare', 'switzerland', 'chad'],
  ['healthcare', 'japan', 'india'],
  ['safety', 'portugal', 'south-africa'],
  ['safety', 'norway', 'haiti'],
  ['environment', 'sweden', 'bangladesh'],
  ['education', 'germany', 'niger'],
  ['infrastructure', 'singapore', 'south-sudan'],
  ['economy', 'denmark', 'zimbabwe'],
];
for (const [name, better, worse] of KNOWN) {
  test(`${name}: ${better} has a higher score than ${worse}`, () => {
    const [upper, lower] = [group(country(better), name), group(country(worse), name)];
    assert.ok((upper.score ?? 0) > (lower.score ?? 100) + 10);
  });
}

test('most countries have an overall score', () => {
  const scored = [...countries.values()].filter(({ quality }) => quality.overall.score !== null);
  assert.ok(scored.length >= 190, `${scored.length}`);
});

const ownOrCountry = (id: string) => cities.get(`city/${id}`) ?? country(countryOf(id));
const countryOf = (id: string) =>
  places.cities.find(({ key }) => key === `city/${id}`)?.country.slice('country/'.length) ?? assert.fail(id);

test('New York, whose access to transport is known, ranks above Detroit, whose access is not', () => {
  const [newYork, detroit] = [ownOrCountry('new-york'), ownOrCountry('detroit')];
  assert.equal(group(newYork, 'mobility').grain, 'city');
  assert.ok(detroit.quality.overall.estimated.includes('mobility'));
  assert.ok((newYork.quality.overall.score ?? 0) > (detroit.quality.overall.score ?? 100));
});

test('every score has an interval, and an estimated group a wider one than a measured group', () => {
  const widths = { measured: [] as number[], estimated: [] as number[] };
  for (const { quality } of [...countries.values(), ...cities.values()]) {
    for (const { group: name, score, country_error, local_error } of quality.groups) {
      assert.ok(Math.hypot(country_error, local_error) > 0, name);
      widths[score === null ? 'estimated' : 'measured'].push(Math.hypot(country_error, local_error));
    }
  }
  const meanOf = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [estimated, measured] = [meanOf(widths.estimated), meanOf(widths.measured)];
  assert.ok(estimated > measured, `${estimated} ${measured}`);
});

test('a city without a scored local or regional figure has its country’s groups, but for what its size says', () => {
  const alone = places.cities.filter(({ key }) => !observationsOf(key).length);
  assert.ok(alone.length > 1000);
  for (const { key, country: of } of alone) {
    const shared = new Set(countries.get(of)?.groups);
    for (const each of cities.get(key)?.groups ?? [])
      assert.equal(shared.has(each), each.group !== 'mobility', `${key} ${each.group}`);
  }
});

test('a large city is expected to have more public transport than a small one whose access is not known either', () => {
  const [detroit, ruston] = [ownOrCountry('detroit'), ownOrCountry('ruston')];
  const [large, small] = [group(detroit, 'mobility'), group(ruston, 'mobility')];
  assert.equal(large.score, null);
  assert.equal(small.score, null);
  assert.ok(large.value > small.value + 5, `${large.value} ${small.value}`);
});

test('a state that lets nobody check its figures has wider intervals than its neighbours with the same figures', () => {
  const errorOf = (id: string) => group(country(id), 'healthcare').country_error;
  for (const [closed, open] of [
    ['north-korea', 'south-korea'],
    ['eritrea', 'kenya'],
  ])
    assert.ok(errorOf(closed ?? '') > 1.5 * errorOf(open ?? ''), `${closed} ${open}`);
});

test('places with the same figures in a group share its score', () => {
  const groups = [...countries.values(), ...cities.values()].flatMap((place) => place.groups);
  const distinct = new Set(groups);
  assert.ok(distinct.size < groups.length / 2, `${distinct.size} of ${groups.length}`);
  const lisbon = city('lisbon');
  const ofPortugal = new Set(country('portugal').groups);
  for (const score of lisbon.groups) {
    const national = score.indicators.every(
      ({ observation }) => observation === null || observation.grain === 'country',
    );
    assert.equal(ofPortugal.has(score), national, score.group);
  }
});

test('hardship is scored for cities, not for countries', () => {
  assert.equal(group(city('kabul'), 'hardship').score, 0);
  assert.equal(group(city('geneva'), 'hardship').score, 100);
  assert.equal(group(country('afghanistan'), 'hardship').score, null);
});
