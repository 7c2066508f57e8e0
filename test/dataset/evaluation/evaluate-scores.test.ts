import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accuracyOf } from '../../../src/dataset/evaluation/accuracy.ts';
import { restOf } from '../../../src/dataset/evaluation/evaluate-scores.ts';
import {
  regionsFromCountries,
  regionsOfOtherCountries,
} from '../../../src/dataset/evaluation/trials-of-scores.ts';
import { conventions, scoreCommittedPlaces } from '../../support/dataset/committed-places.ts';

const { locals, errors } = scoreCommittedPlaces();
const metrics = errors.spreads.filter(({ places }) => places >= 200).map(({ metric }) => metric);

test('scores of regions that were left out are in the 80 % interval around that of their country in about 80 of 100 cases', () => {
  assert.ok(metrics.includes('life_expectancy'));
  for (const metric of metrics) {
    const { points, coverage } = accuracyOf(regionsFromCountries(metric, locals, conventions));
    assert.ok(points >= 200, metric);
    assert.ok(coverage >= 0.76 && coverage <= 0.84, `${metric}: ${coverage}`);
  }
});

test('so are those of countries of which no region is known', () => {
  for (const metric of metrics) {
    const trials = regionsOfOtherCountries(metric, locals, conventions);
    if (trials.length === 0) continue;
    const { coverage } = accuracyOf(trials);
    assert.ok(coverage >= 0.7 && coverage <= 0.9, `${metric}: ${coverage}`);
  }
});

test('a region that is left out has no part in the interval around it', () => {
  const metric = 'life_expectancy';
  const [changed] = locals.filter((local) => local.metric === metric);
  assert.ok(changed !== undefined);
  const moved = locals.map((local) => (local === changed ? { ...local, score: local.score - 60 } : local));
  const varianceOf = (all: typeof locals, score: number) =>
    regionsFromCountries(metric, all, conventions).find(
      (trial) => trial.group === changed.country && trial.observed === score,
    )?.variance;
  assert.equal(varianceOf(moved, changed.score - 60), varianceOf(locals, changed.score));
});

test('a group rests on what half of its weight was measured for', () => {
  assert.equal(restOf({ score: null, grains: { country: 0.3 } }), 'an estimate');
  assert.equal(restOf({ score: 50, grains: { country: 1 } }), 'the country alone');
  assert.equal(restOf({ score: 50, grains: { region: 0.25, country: 0.75 } }), 'its region, less than half');
  assert.equal(
    restOf({ score: 50, grains: { city: 0.2, region: 0.5, country: 0.3 } }),
    'its region, half or more',
  );
  assert.equal(restOf({ score: 50, grains: { city: 0.5, country: 0.5 } }), 'the city');
});
