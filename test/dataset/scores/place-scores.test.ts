import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import { type PlaceScore, scorePlaces } from '../../../src/dataset/scores/place-scores.ts';
import {
  goalposts,
  observationsOf,
  places,
  scoreCommittedPlaces,
  YEAR,
} from '../../support/dataset/committed-places.ts';

const begun = performance.now();
const { countries, cities } = scoreCommittedPlaces();
const took = performance.now() - begun;

const country = (id: string) => countries.get(`country/${id}`) ?? assert.fail(id);
const city = (id: string) => cities.get(`city/${id}`) ?? assert.fail(id);
const group = (place: PlaceScore, name: string) =>
  place.groups.find(({ score }) => score.group === name) ?? assert.fail(name);

test('all places are scored and ranked in less than three seconds', () => {
  assert.equal(countries.size, 250);
  assert.ok(took < 3000, `${took} ms`);
});

/** What anyone who knows the two countries would expect, by official figures. */
const KNOWN: [group: string, better: string, worse: string][] = [
  ['healthcare', 'switzerland', 'chad'],
  ['healthcare', 'japan', 'india'],
  ['safety', 'portugal', 'south-africa'],
  ['safety', 'norway', 'somalia'],
  ['environment', 'sweden', 'bangladesh'],
  ['education', 'germany', 'niger'],
  ['infrastructure', 'singapore', 'south-sudan'],
  ['economy', 'denmark', 'zimbabwe'],
];
for (const [name, better, worse] of KNOWN) {
  test(`${name} scores higher in ${better} than in ${worse}, and ranks above it`, () => {
    const [upper, lower] = [group(country(better), name), group(country(worse), name)];
    assert.ok((upper.score.score ?? 0) > (lower.score.score ?? 100) + 10);
    assert.ok((upper.ranking?.rank ?? 999) < (lower.ranking?.rank ?? 0));
  });
}

test('most countries have an overall score', () => {
  const scored = [...countries.values()].filter(({ overall }) => overall.score.score !== null);
  assert.ok(scored.length >= 190, `${scored.length}`);
});

test('a national group is ranked among countries, also where a city shows it; a city’s own among cities', () => {
  const lisbon = city('lisbon');
  assert.deepEqual(group(lisbon, 'healthcare'), group(country('portugal'), 'healthcare'));
  assert.equal(group(lisbon, 'healthcare').ranking?.among, 'countries');
  for (const own of ['mobility', 'hardship']) {
    assert.equal(group(lisbon, own).score.grain, 'city');
    assert.equal(group(lisbon, own).ranking?.among, 'cities');
  }
  for (const { groups } of [...countries.values(), ...cities.values()]) {
    for (const { score, ranking } of groups) {
      if (ranking !== null) assert.equal(ranking.among === 'countries', score.grain === 'country');
    }
  }
});

test('no country competes more often than once, however many cities it has', () => {
  for (const { groups } of cities.values()) {
    for (const { ranking } of groups) {
      if (ranking?.among === 'countries') assert.ok(ranking.of <= countries.size);
    }
  }
});

test('an overall score is ranked only among those that rest on the same groups of the same grains', () => {
  const restsOn = ({ overall }: PlaceScore) =>
    overall.score.groups
      .filter(({ score }) => score !== null)
      .map(({ group: name, grain }) => `${name} ${grain}`)
      .join();
  const fields = Map.groupBy([...countries.values(), ...cities.values()], restsOn);
  for (const field of fields.values()) {
    const ranked = field.filter(({ overall }) => overall.ranking !== null);
    for (const { overall } of ranked) {
      assert.equal(overall.ranking?.of, field.length);
      const higher = field.filter((other) => (other.overall.score.score ?? 0) > (overall.score.score ?? 0));
      assert.equal(overall.ranking?.rank, higher.length + 1);
    }
  }
});

test('equal scores share rank and percentile, and percentiles average to 50', () => {
  const ranked = [...cities.values()]
    .map((place) => group(place, 'hardship'))
    .filter(({ ranking }) => ranking);
  assert.ok(ranked.length > 400);
  for (const same of Map.groupBy(ranked, ({ score }) => score.score).values())
    assert.equal(new Set(same.map(({ ranking }) => JSON.stringify(ranking))).size, 1);
  const mean = ranked.reduce((sum, { ranking }) => sum + (ranking?.percentile ?? 0), 0) / ranked.length;
  assert.ok(Math.abs(mean - 50) < 0.1, `${mean}`);
});

test('a figure for a district makes no rank among cities', () => {
  const lahore = group(city('lahore'), 'mobility');
  assert.equal(lahore.score.grain, 'region');
  assert.equal(lahore.ranking, null);
  assert.equal(city('lahore').overall.ranking, null);
});

test('a city without a scored figure of its own has its country’s scores, and no entry', () => {
  const village = places.cities.find(({ key }) => !observationsOf(key).length) ?? assert.fail();
  assert.equal(cities.has(village.key), false);
  assert.ok(cities.size > 1800 && cities.size < 4000, `${cities.size}`);
});

test('hardship lowers the score of a city, not of its country', () => {
  assert.equal(group(city('kabul'), 'hardship').score.score, 0);
  assert.equal(group(city('geneva'), 'hardship').score.score, 100);
  assert.equal(group(country('afghanistan'), 'hardship').score.score, null);
});

test('a field of fewer than twenty has no ranks', () => {
  const few = { countries: places.countries.slice(0, 19), cities: [] };
  for (const { overall, groups } of scorePlaces(few, observationsOf, goalposts, YEAR).countries.values()) {
    assert.equal(overall.ranking, null);
    for (const { ranking } of groups) assert.equal(ranking, null);
  }
});
