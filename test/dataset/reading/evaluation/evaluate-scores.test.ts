import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QualityScore } from '../../../../src/dataset/building/scores/quality-score.ts';
import { accuracyOf, coverageOfGroups } from '../../../../src/dataset/reading/evaluation/accuracy.ts';
import { pairsToldApart, restOf } from '../../../../src/dataset/reading/evaluation/evaluate-scores.ts';
import {
  regionsFromCountries,
  regionsOfOtherCountries,
} from '../../../../src/dataset/reading/evaluation/trials-of-scores.ts';
import { conventions, scoreCommittedPlaces } from '../../../support/dataset/committed-places.ts';

const { locals, errors } = scoreCommittedPlaces();
const metrics = errors.spreads.filter(({ places }) => places >= 200).map(({ metric }) => metric);

test('the 80 % interval around a country’s score contains about 80 % of the scores of regions that were left out', () => {
  assert.ok(metrics.includes('unemployment_rate'));
  for (const metric of metrics) {
    const { points, coverage } = accuracyOf(
      regionsFromCountries(metric, locals, conventions, errors.usualSpread(metric)),
    );
    assert.ok(points >= 200, metric);
    assert.ok(coverage >= 0.76 && coverage <= 0.84, `${metric}: ${coverage}`);
  }
});

test('so does the interval in countries without any known region', () => {
  for (const metric of metrics) {
    const trials = regionsOfOtherCountries(metric, locals, conventions, errors.usualSpread(metric));
    if (trials.length === 0) continue;
    const coverage = coverageOfGroups(trials);
    assert.ok(coverage >= 0.7 && coverage <= 0.9, `${metric}: ${coverage}`);
  }
});

test('a region that is left out does not affect the interval that predicts it', () => {
  const metric = 'unemployment_rate';
  const [changed] = locals.filter((local) => local.metric === metric);
  assert.ok(changed !== undefined);
  const moved = locals.map((local) => (local === changed ? { ...local, score: local.score - 60 } : local));
  const varianceOf = (all: typeof locals, score: number) =>
    regionsFromCountries(metric, all, conventions, errors.usualSpread(metric)).find(
      (trial) => trial.group === changed.country && trial.observed === score,
    )?.variance;
  assert.equal(varianceOf(moved, changed.score - 60), varianceOf(locals, changed.score));
});

test('a group is described by its most local place, and by whether that place has half of its weight', () => {
  assert.equal(restOf({ score: null, grains: { country: 0.3 } }), 'an estimate');
  assert.equal(restOf({ score: 50, grains: { country: 1 } }), 'the country alone');
  assert.equal(restOf({ score: 50, grains: { region: 0.25, country: 0.75 } }), 'its region, less than half');
  assert.equal(
    restOf({ score: 50, grains: { city: 0.2, region: 0.5, country: 0.3 } }),
    'its region, half or more',
  );
  assert.equal(restOf({ score: 50, grains: { city: 0.5, country: 0.5 } }), 'the city');
});

test('two cities of one country are told apart if their scores differ by more than their errors', () => {
  const overall = (score: number, local_error: number) => ({
    overall: { score, country_error: 5, local_error } as QualityScore['overall'],
  });
  const [low, near, high] = [overall(50, 2), overall(53, 2), overall(60, 2)];
  const cities = ['low', 'low', 'near', 'high', 'elsewhere'].map((key) => ({
    key,
    country: key === 'elsewhere' ? 'b' : 'a',
  }));
  const qualityOf = (key: string) => ({ low, near, high, elsewhere: high })[key];
  assert.deepEqual(pairsToldApart(qualityOf, cities), { apart: 3, pairs: 6 });
});
