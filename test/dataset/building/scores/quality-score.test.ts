import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { indicatorScores } from '../../../../src/dataset/building/scores/indicator-scores.ts';
import { type GroupScore, scoreGroup } from '../../../../src/dataset/building/scores/quality-score.ts';
import { ScoreErrors } from '../../../../src/dataset/building/scores/score-errors.ts';
import { GRAINS } from '../../../../src/release/grain.ts';
import { errorOfScores, overallOf, weightedMean } from '../../../../src/release/quality-overall.ts';
import type { Observation } from '../../../../src/release/schema.ts';
import { conventions, goalposts, history, weights, YEAR } from '../../../support/dataset/committed-places.ts';

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

const errors = new ScoreErrors(conventions, [], new Map(), history);
/** Expects every unknown score to be in the middle. */
const expected = new Map(goalposts.map(({ metric }) => [metric, { value: 50, variance: 100 }]));
const names = [...new Set(goalposts.map(({ group }) => group))].sort();
const scoring = { ...conventions, errors, unchecked: new Map() };

/** The groups and the overall score of a place with these figures. */
function score(observations: readonly Observation[]) {
  const indicators = indicatorScores(observations, goalposts, YEAR);
  const groups = names.map((group) => {
    const ofGroup = goalposts
      .filter((goalpost) => goalpost.group === group)
      .flatMap(({ metric }) => indicators.get(metric) ?? []);
    return scoreGroup({ country: 'country/somewhere', group }, ofGroup, expected, scoring);
  });
  return { groups, overall: overallOf(recordsOf(groups), weights.groups) };
}

const recordsOf = (groups: readonly GroupScore[]) =>
  Object.fromEntries(groups.map((group) => [group.group, group]));
const groupOf = ({ groups }: ReturnType<typeof score>, name: string) =>
  groups.find(({ group }) => group === name) ?? assert.fail(name);

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

test('a group score is the weighted mean of its indicators, and the overall score that of the groups, so that readers can recompute them', () => {
  fc.assert(
    fc.property(uniqueFigures, (observations) => {
      const { overall, groups } = score(observations);
      for (const { indicators, value, score: measured } of groups) {
        assert.equal(value, weightedMean(indicators));
        assert.ok(measured === null || measured === value);
      }
      if (overall.score === null) return;
      const parts = groups.map(({ group, value }) => ({ value, weight: weights.groups.get(group) ?? 0 }));
      assert.equal(overall.score, weightedMean(parts));
    }),
  );
});

test('an overall score needs half of the groups’ weight measured; otherwise there is a reason', () => {
  fc.assert(
    fc.property(uniqueFigures, (observations) => {
      const { overall, groups } = score(observations);
      const measured = groups.filter((group) => group.counts && group.score !== null);
      const share = measured.reduce((sum, { group }) => sum + (weights.groups.get(group) ?? 0), 0);
      assert.equal(overall.score !== null, share > 0.4999);
      assert.equal(overall.reason, overall.score === null ? 'too_few_groups' : null);
      assert.deepEqual(overall.coverage, { scored: measured.length, of: 7 });
      assert.equal(overall.estimated.length, 7 - measured.length);
    }),
  );
});

test('the measured and estimated parts of an overall score add up to its whole weight', () => {
  fc.assert(
    fc.property(uniqueFigures, (observations) => {
      const { overall, groups } = score(observations);
      const shares = Object.fromEntries(
        GRAINS.map((grain) => {
          const ofGroups = groups.filter(({ counts, score: own }) => counts && own !== null);
          const parts = ofGroups.map(
            ({ group, grains }) => (weights.groups.get(group) ?? 0) * (grains[grain] ?? 0),
          );
          return [grain, parts.reduce((sum, part) => sum + part, 0)];
        }),
      );
      for (const grain of GRAINS) {
        const share = overall.grains[grain] ?? 0;
        if (overall.score === null) assert.equal(share, 0);
        else assert.ok(Math.abs(share - (shares[grain] ?? 0)) < 0.0051, `${grain} ${share}`);
      }
    }),
  );
  const ofOneGroup = NATIONAL.map((one) =>
    one.metric === 'pm25_exposure' ? { ...one, grain: 'city' as const } : one,
  );
  // The air has 0.7 of the environment's weight; mobility and sanitation have no figure here.
  assert.equal(score(ofOneGroup).overall.grains.city, 0.11);
  assert.equal(score(NATIONAL).overall.grains.city, undefined);
});

test('a group score needs half of the indicators’ weight measured; otherwise there is a reason', () => {
  fc.assert(
    fc.property(uniqueFigures, (observations) => {
      for (const { score: value, reason, coverage, indicators } of score(observations).groups) {
        const measured = indicators.filter((indicator) => indicator.weight > 0 && indicator.score !== null);
        const share = measured.reduce((sum, { weight }) => sum + weight, 0);
        assert.equal(coverage.scored, measured.length);
        assert.equal(value !== null, share > 0.4999);
        assert.equal(reason === null, value !== null);
      }
    }),
  );
  const one = groupOf(score([figure('infant_mortality', 4)]), 'healthcare');
  assert.deepEqual([one.score, one.reason, one.coverage], [null, 'too_few_indicators', { scored: 1, of: 4 }]);
  assert.equal(groupOf(score([]), 'healthcare').reason, 'no_source');
});

test('sanitation alone, which is complete in all rich places, gives no environment score', () => {
  const { score: value, reason } = groupOf(score([figure('safely_managed_sanitation', 99)]), 'environment');
  assert.deepEqual([value, reason], [null, 'too_few_indicators']);
  assert.ok(groupOf(score([figure('pm25_exposure', 10)]), 'environment').score !== null);
});

const NATIONAL = [
  figure('universal_health_coverage_index', 55),
  figure('infant_mortality', 10),
  figure('life_expectancy', 70),
  figure('physicians', 2),
  figure('political_stability', 0),
  figure('rule_of_law', 0),
  figure('intentional_homicides', 4),
  figure('pm25_exposure', 20),
  figure('mean_years_of_schooling', 7),
  figure('internet_users', 50),
  figure('access_to_electricity', 50),
  figure('gni_per_capita_ppp', 20_000),
  figure('unemployment_rate', 11),
];

test('a missing group counts with its estimate, so that measuring exactly that changes only the interval', () => {
  const village = score(NATIONAL).overall;
  const metropolis = score([...NATIONAL, figure('public_transport_access', 50, { grain: 'city' })]).overall;
  assert.equal(village.score, metropolis.score);
  assert.deepEqual(village.estimated, ['mobility']);
  assert.deepEqual(metropolis.estimated, []);
  const width = ({ country_error: shared, local_error: own }: typeof village) => Math.hypot(shared, own);
  assert.ok(width(village) > width(metropolis));
});

test('hardship and climate do not move the overall score', () => {
  const hard = [...NATIONAL, figure('hardship_and_danger_pay', 60, { grain: 'city' })];
  assert.equal(score(hard).overall.score, score(NATIONAL).overall.score);
  for (const group of ['hardship', 'climate']) assert.equal(weights.groups.get(group), 0);
});

test('custom weights count only the named groups', () => {
  const records = recordsOf(score(NATIONAL).groups);
  const of = (...asked: [string, number][]) => overallOf(records, new Map(asked));
  assert.equal(of(['economy', 1]).score, records.economy?.score);
  assert.equal(of(['mobility', 1]).reason, 'too_few_groups');
  const half = of(['mobility', 0.5], ['safety', 0.5]);
  assert.deepEqual(half.estimated, ['mobility']);
  assert.equal(
    half.score,
    weightedMean([
      { value: 50, weight: 0.5 },
      { value: records.safety?.value ?? Number.NaN, weight: 0.5 },
    ]),
  );
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
        assert.ok((score(improved).overall.score ?? 0) >= (score(figures).overall.score ?? 0));
      },
    ),
  );
});

test('of several figures, the most local is scored and, among equally local ones, the most recent', () => {
  const national = figure('public_transport_access', 40, { period: '2025' });
  const old = figure('public_transport_access', 60, { grain: 'city', period: '2018' });
  const recent = figure('public_transport_access', 80, { grain: 'city', period: '2023' });
  const mobility = groupOf(score([national, old, recent]), 'mobility');
  assert.equal(mobility.score, 80);
  assert.equal(mobility.grain, 'city');
});

test('a group with a national figure is not marked as the city’s own, and has the share that is', () => {
  const quality = score([
    figure('safely_managed_sanitation', 90),
    figure('pm25_exposure', 10, { grain: 'city' }),
  ]);
  const { grain, grains } = groupOf(quality, 'environment');
  assert.equal(grain, 'country');
  assert.deepEqual(grains, { city: 0.7, country: 0.3 });
});

test('a figure more than ten years old is marked as stale and not scored', () => {
  const stale = groupOf(score([figure('public_transport_access', 90, { period: '2015' })]), 'mobility');
  assert.deepEqual([stale.score, stale.reason, stale.indicators[0]?.reason], [null, 'stale', 'stale']);
  assert.equal(stale.indicators[0]?.observation?.value, 90);
  const kept = groupOf(
    score([figure('public_transport_access', 90, { period: '2016-01-01/2016-06-30' })]),
    'mobility',
  );
  assert.equal(kept.score, 90);
});

test('an older figure is less certain, and a publisher’s standard error counts', () => {
  const errorOf = (more: Partial<Observation>) =>
    groupOf(score([figure('political_stability', 0, more), figure('rule_of_law', 0)]), 'safety')
      .country_error;
  assert.ok(errorOf({ period: '2018' }) > errorOf({ period: '2025' }));
  assert.ok(errorOf({ standard_error: 0.3 }) > errorOf({}));
});

test('between cities of one country, shared errors cancel out, however large they are', () => {
  const national = { country_error: 10, local_error: 0 };
  assert.equal(errorOfScores(national, national, true), 0);
  assert.equal(errorOfScores(national, national, false), Math.hypot(10, 10));
  const own = { country_error: 0, local_error: 4 };
  assert.ok(Math.abs(errorOfScores(national, own, true) - Math.hypot(10, 4)) < 1e-9);
});
