import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readScores } from '../../../../src/dataset/reading/evaluation/release-scores.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const { scored, cities } = readScores(DATA_DIRECTORY);
const countryOf = new Map(cities.map(({ key, country }) => [key, country]));

/** The group `safety` of a city. */
function safety(id: string) {
  const key = `city/${id}`;
  const place = scored.cities.get(key) ?? scored.countries.get(countryOf.get(key) ?? '');
  const score = place?.groups.find(({ group }) => group === 'safety');
  assert.ok(score, id);
  return score;
}

/** The safer city, the other, at least and at most by how many points, and what their police or statistical office counted. */
const EXPECTED: readonly [string, string, number, number, string][] = [
  ['new-york', 'chicago', 5, 60, 'murders per 100,000 in 2022: 5 and 23'],
  ['boston', 'st-louis', 10, 70, 'murders per 100,000 in 2022: 7 and 70'],
  ['sao-paulo', 'salvador', 10, 60, '4.9 and 35.6 per 100,000 in 2024'],
  ['sao-paulo', 'rio-de-janeiro', 4, 60, '4.9 and 17.5 per 100,000 in 2024'],
  ['merida', 'ciudad-juarez', 15, 80, '2.8 and 95 per 100,000 in 2021'],
  ['tokyo', 'houston', 20, 80, '0.2 in Japan and 19 per 100,000'],
  ['singapore', 'kyiv', 30, 90, 'political stability 1.4 and -1.4, homicides 0.1 and 3.8'],
];

for (const [safer, other, least, most, fact] of EXPECTED)
  test(`${safer} is safer than ${other}: ${fact}`, () => {
    const difference = safety(safer).value - safety(other).value;
    assert.ok(difference >= least && difference <= most, `${difference}`);
  });

test('a score says which share of it was measured for the city', () => {
  assert.deepEqual(safety('chicago').grains, { city: 0.5, country: 0.5 });
  assert.deepEqual(safety('tokyo').grains, { region: 0.5, country: 0.5 });
  assert.deepEqual(safety('singapore').grains, { country: 1 });
});

test('towns with few homicides keep a wider error than large cities with the same source', () => {
  assert.ok(safety('abbeville-alabama-united-states').local_error > safety('chicago').local_error);
});

test('homicides weigh more than anything else in safety', () => {
  const weights = new Map(safety('chicago').indicators.map(({ metric, weight }) => [metric, weight]));
  const others = [...weights].filter(([metric]) => metric !== 'intentional_homicides');
  for (const [metric, weight] of others)
    assert.ok(weight < (weights.get('intentional_homicides') ?? 0), metric);
});
