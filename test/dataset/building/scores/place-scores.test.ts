import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PlaceScore, scorePlaces } from '../../../../src/dataset/building/scores/place-scores.ts';
import {
  conventions,
  history,
  observationsOf,
  places,
  scoreCommittedPlaces,
} from '../../../support/dataset/committed-places.ts';

const { countries, cities } = scoreCommittedPlaces();

const country = (id: string) => countries.get(`country/${id}`) ?? assert.fail(id);
const city = (id: string) => cities.get(`city/${id}`) ?? assert.fail(id);
const group = (place: PlaceScore, name: string) =>
  place.groups.find(({ score }) => score.group === name) ?? assert.fail(name);

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
  test(`${name}: ${better} has a higher score and rank than ${worse}`, () => {
    const [upper, lower] = [group(country(better), name), group(country(worse), name)];
    assert.ok((upper.score.score ?? 0) > (lower.score.score ?? 100) + 10);
    assert.ok((upper.ranking?.rank ?? 999) < (lower.ranking?.rank ?? 0));
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
  assert.equal(group(newYork, 'mobility').score.grain, 'city');
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

test('a national group score is ranked among countries, also in a city’s response, and a city’s own among cities', () => {
  const lisbon = city('lisbon');
  for (const own of ['mobility', 'hardship']) {
    assert.equal(group(lisbon, own).score.grain, 'city');
    assert.equal(group(lisbon, own).ranking?.among, 'cities');
  }
  for (const { groups } of [...countries.values(), ...cities.values()]) {
    for (const { score, ranking } of groups) {
      if (ranking === null) continue;
      const { city: ofCity = 0, metro = 0, region = 0 } = score.grains;
      const among = ofCity > 0 ? 'cities' : metro + region > 0 ? 'regions' : 'countries';
      assert.equal(ranking.among, among, score.group);
    }
  }
});

test('each country and region counts once in a ranking, however many cities it has', () => {
  const areas = new Map<string, Set<string>>();
  for (const { groups } of cities.values()) {
    for (const { score } of groups) {
      const ofGroup = areas.get(score.group) ?? new Set();
      areas.set(score.group, ofGroup);
      for (const { observation } of score.indicators)
        if (observation !== null) ofGroup.add(observation.place);
    }
  }
  for (const { groups } of cities.values()) {
    for (const { score, ranking } of groups) {
      if (ranking?.among === 'countries') assert.ok(ranking.of <= countries.size);
      if (ranking?.among !== 'regions') continue;
      assert.ok(ranking.of <= (areas.get(score.group)?.size ?? 0) ** 2);
    }
  }
});

test('an overall score is ranked only among scores with the same groups, measured for the same kind of place', () => {
  const restsOn = ({ quality }: PlaceScore) =>
    quality.groups
      .flatMap(({ group: name, score, indicators }) => [
        `${name} ${score === null}`,
        ...indicators.flatMap(({ metric, observation, weight, score: measured }) =>
          score === null || measured === null || weight === 0 || observation?.grain === 'country'
            ? []
            : `${metric} ${observation?.grain === 'city' ? 'city' : 'region'}`,
        ),
      ])
      .join();
  const ranked = [...countries, ...cities].filter(([, { ranking }]) => ranking !== null);
  for (const field of Map.groupBy(ranked, ([, place]) => restsOn(place)).values()) {
    const of = new Set(field.map(([, { ranking }]) => `${ranking?.among} ${ranking?.of}`));
    assert.equal(of.size, 1);
    if (field[0]?.[1].ranking?.among !== 'cities') continue;
    const scores = field
      .map(([, { quality }]) => quality.overall.score ?? 0)
      .sort((one, other) => other - one);
    for (const [, { quality, ranking }] of field)
      assert.equal(ranking?.rank, scores.indexOf(quality.overall.score ?? 0) + 1);
  }
});

test('equal scores share a rank and a percentile, and percentiles average 50', () => {
  const ranked = [...cities.values()]
    .map((place) => group(place, 'hardship'))
    .filter(({ ranking }) => ranking);
  assert.ok(ranked.length > 300);
  for (const same of Map.groupBy(ranked, ({ score }) => score.score).values())
    assert.equal(new Set(same.map(({ ranking }) => JSON.stringify(ranking))).size, 1);
  const mean = ranked.reduce((sum, { ranking }) => sum + (ranking?.percentile ?? 0), 0) / ranked.length;
  assert.ok(Math.abs(mean - 50) < 0.1, `${mean}`);
});

test('a district’s figure gives no rank among cities', () => {
  const lahore = group(city('lahore'), 'mobility');
  assert.equal(lahore.score.grain, 'region');
  assert.notEqual(lahore.ranking?.among, 'cities');
});

test('a city without a scored local or regional figure has its country’s scores and no entry', () => {
  const alone = places.cities.filter(({ key }) => !observationsOf(key).length);
  for (const { key } of alone) assert.equal(cities.has(key), false);
  assert.ok(cities.size > 1800 && cities.size <= places.cities.length, `${cities.size}`);
});

test('places with the same figures in a group share its score', () => {
  const groups = [...countries.values(), ...cities.values()].flatMap((place) => place.groups);
  const distinct = new Set(groups.map(({ score }) => score));
  assert.ok(distinct.size < groups.length / 2, `${distinct.size} of ${groups.length}`);
  const lisbon = city('lisbon');
  const ofPortugal = new Set(country('portugal').groups.map(({ score }) => score));
  for (const { score } of lisbon.groups) {
    const national = score.indicators.every(
      ({ observation }) => observation === null || observation.grain === 'country',
    );
    assert.equal(ofPortugal.has(score), national, score.group);
  }
});

test('hardship is scored for cities, not for countries', () => {
  assert.equal(group(city('kabul'), 'hardship').score.score, 0);
  assert.equal(group(city('geneva'), 'hardship').score.score, 100);
  assert.equal(group(country('afghanistan'), 'hardship').score.score, null);
});

test('fewer than twenty places have no ranks', () => {
  const few = { countries: places.countries.slice(0, 19), cities: [] };
  for (const { ranking, groups } of scorePlaces(
    few,
    observationsOf,
    conventions,
    history,
  ).countries.values()) {
    assert.equal(ranking, null);
    for (const group of groups) assert.equal(group.ranking, null);
  }
});
