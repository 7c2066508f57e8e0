import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { qualityRecord } from '../../../src/dataset/scores/quality-record.ts';
import { type QualityScore, scoreQuality } from '../../../src/dataset/scores/quality-score.ts';
import { GRAINS } from '../../../src/release/grain.ts';
import type { Observation } from '../../../src/release/schema.ts';
import { meanScore, scoreDifference } from '../../../src/release/score-difference.ts';
import { goalposts, YEAR } from '../../support/dataset/committed-places.ts';

function figure(metric: string, value: number, more: Partial<Observation> = {}): Observation {
  return {
    place: 'country/somewhere',
    metric,
    period: '2024',
    grain: 'country',
    method: 'observed',
    value,
    unit: '',
    source: 'source',
    note: '',
    standard_error: null,
    usd: null,
    usd_rate: null,
    usd_rate_period: null,
    usd_rate_source: null,
    ...more,
  };
}

const score = (observations: readonly Observation[]) => scoreQuality(observations, goalposts, YEAR);
const groupOf = (quality: QualityScore, name: string) =>
  quality.groups.find(({ group }) => group === name) ?? assert.fail(name);

const observation = fc
  .record({
    goalpost: fc.constantFrom(...goalposts),
    value: fc.double({ min: -3, max: 200, noNaN: true }),
    period: fc.integer({ min: 1990, max: YEAR }).map(String),
    grain: fc.constantFrom(...GRAINS),
    source: fc.constantFrom('one', 'other'),
  })
  .map(({ goalpost, value, ...more }) => figure(goalpost.metric, value, more));
const uniqueFigures = fc.uniqueArray(observation, {
  selector: ({ metric, period, grain, source }) => `${metric} ${period} ${grain} ${source}`,
  maxLength: 60,
});

test('a group is the mean of its indicators and the overall score the mean of the groups, to be recomputed by hand', () => {
  fc.assert(
    fc.property(uniqueFigures, (observations) => {
      const quality = score(observations);
      for (const group of quality.groups) {
        const scored = group.indicators.flatMap((indicator) => indicator.score ?? []);
        assert.equal(group.coverage.scored, scored.length);
        if (group.score !== null) assert.equal(group.score, meanScore(scored));
      }
      const scored = quality.groups.flatMap((group) => group.score ?? []);
      assert.equal(quality.coverage.scored, scored.length);
      if (quality.score !== null) assert.equal(quality.score, meanScore(scored));
    }),
  );
});

test('there is an overall score from five groups on, and below a reason instead', () => {
  fc.assert(
    fc.property(uniqueFigures, (observations) => {
      const quality = score(observations);
      assert.equal(quality.score !== null, quality.coverage.scored >= 5);
      assert.equal(quality.reason, quality.score === null ? 'too_few_groups' : null);
    }),
  );
});

test('a group has a score from half of its indicators on, and below a reason instead', () => {
  fc.assert(
    fc.property(uniqueFigures, (observations) => {
      for (const { score: value, reason, coverage } of score(observations).groups) {
        const enough = coverage.scored > 0 && coverage.scored * 2 >= coverage.of;
        assert.equal(value !== null, enough);
        assert.equal(reason === null, enough);
      }
    }),
  );
  const one = groupOf(score([figure('infant_mortality', 4)]), 'healthcare');
  assert.deepEqual([one.score, one.reason, one.coverage], [null, 'too_few_indicators', { scored: 1, of: 4 }]);
  assert.equal(groupOf(score([]), 'healthcare').reason, 'no_source');
});

test('the order of the figures does not matter', () => {
  fc.assert(
    fc.property(
      uniqueFigures.chain((figures) =>
        fc.tuple(
          fc.constant(figures),
          fc.shuffledSubarray(figures, { minLength: figures.length, maxLength: figures.length }),
        ),
      ),
      ([figures, shuffled]) => assert.deepEqual(score(shuffled), score(figures)),
    ),
  );
});

test('better figures never make the overall score worse', () => {
  fc.assert(
    fc.property(
      uniqueFigures,
      fc.nat(),
      fc.double({ min: 0, max: 50, noNaN: true }),
      (figures, index, step) => {
        const chosen = figures[index % Math.max(1, figures.length)];
        if (chosen === undefined) return;
        const { worst, best } = goalposts.find(({ metric }) => metric === chosen.metric) ?? assert.fail();
        const improved = figures.map((other) =>
          other === chosen ? { ...other, value: other.value + Math.sign(best - worst) * step } : other,
        );
        assert.ok((score(improved).score ?? 0) >= (score(figures).score ?? 0));
      },
    ),
  );
});

test('of several figures the most local is scored, of those as local the most recent', () => {
  const national = figure('public_transport_access', 40, { period: '2025' });
  const old = figure('public_transport_access', 60, { grain: 'city', period: '2018' });
  const recent = figure('public_transport_access', 80, { grain: 'city', period: '2023' });
  const mobility = groupOf(score([national, old, recent]), 'mobility');
  assert.equal(mobility.score, 80);
  assert.equal(mobility.grain, 'city');
});

test('a group with one national figure is not called a city’s own', () => {
  const quality = score([
    figure('safely_managed_sanitation', 90, { grain: 'city' }),
    figure('pm25_exposure', 10),
  ]);
  assert.equal(groupOf(quality, 'environment').grain, 'country');
});

test('a figure of more than ten years ago is named as stale and not scored', () => {
  const stale = groupOf(score([figure('public_transport_access', 90, { period: '2015' })]), 'mobility');
  assert.deepEqual([stale.score, stale.reason, stale.indicators[0]?.reason], [null, 'stale', 'stale']);
  assert.equal(stale.indicators[0]?.observation?.value, 90);
  const kept = groupOf(
    score([figure('public_transport_access', 90, { period: '2016-01-01/2016-06-30' })]),
    'mobility',
  );
  assert.equal(kept.score, 90);
});

test('two places are compared by the groups that both have, and not at all by fewer than five', () => {
  const national = [
    figure('universal_health_coverage_index', 55),
    figure('infant_mortality', 10),
    figure('political_stability', 0),
    figure('rule_of_law', 0),
    figure('pm25_exposure', 20),
    figure('mean_years_of_schooling', 7),
    figure('internet_users', 50),
    figure('access_to_electricity', 50),
    figure('gni_per_capita_ppp', 20_000),
    figure('unemployment_rate', 11),
  ];
  const village = score(national);
  const metropolis = score([...national, figure('public_transport_access', 100, { grain: 'city' })]);
  assert.ok((metropolis.score ?? 0) > (village.score ?? 0));
  assert.deepEqual(scoreDifference(unranked(metropolis), unranked(village)), {
    groups: ['economy', 'education', 'environment', 'healthcare', 'infrastructure', 'safety'],
    difference: 0,
  });
  const hardlyKnown = score(national.slice(0, 4));
  assert.equal(scoreDifference(unranked(metropolis), unranked(hardlyKnown)).difference, null);
});

/** As a release keeps it. */
function unranked(quality: QualityScore) {
  const groups = quality.groups.map((group) => ({ score: group, ranking: null }));
  return qualityRecord({ overall: { score: quality, ranking: null }, groups });
}
