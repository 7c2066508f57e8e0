import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { SourceFileError } from '../../../../src/dataset/building/files/source-file-error.ts';
import { type Goalpost, readGoalposts, scoreOf } from '../../../../src/dataset/building/scores/goalposts.ts';
import { CLIMATE_INDEX } from '../../../../src/release/climate-records.ts';
import { weightedMean } from '../../../../src/release/quality-overall.ts';
import type { Observation } from '../../../../src/release/schema.ts';
import { goalposts, metrics } from '../../../support/dataset/committed-places.ts';
import { DATA_DIRECTORY } from '../../../support/directories.ts';

const goalpost = fc.constantFrom(...goalposts);
const values = fc.double({ min: -1e6, max: 1e6, noNaN: true });

test('every figure has a score from 0 to 100', () => {
  fc.assert(
    fc.property(goalpost, values, (post, value) => {
      const score = scoreOf(value, post);
      assert.ok(score >= 0 && score <= 100, `${post.metric} ${value}: ${score}`);
    }),
  );
});

test('a better figure never scores less, whether more or less is better', () => {
  fc.assert(
    fc.property(goalpost, values, values, (post, one, other) => {
      const ascending = post.best > post.worst;
      const [worse, better] = one < other === ascending ? [one, other] : [other, one];
      assert.ok(scoreOf(worse, post) <= scoreOf(better, post), `${post.metric} ${worse} ${better}`);
    }),
  );
});

test('the goalposts score 0 and 100, and values between them something between', () => {
  for (const post of goalposts) {
    assert.equal(scoreOf(post.worst, post), 0, post.metric);
    assert.equal(scoreOf(post.best, post), 100, post.metric);
  }
  const linear = { worst: 50, best: 85, scale: 'linear' } as const;
  assert.equal(scoreOf(67.5, linear), 50);
});

test('on a logarithmic scale, equal ratios give equal differences, and 0 scores as the goalpost at its end', () => {
  const homicides = { worst: 40, best: 0.4, scale: 'log' } as const;
  assert.equal(scoreOf(4, homicides), 50);
  assert.equal(scoreOf(0, homicides), 100);
  assert.equal(scoreOf(0, { worst: 1_000, best: 75_000, scale: 'log' }), 0);
});

const meanScore = (scores: readonly number[]) =>
  weightedMean(scores.map((value) => ({ value, weight: 1 / scores.length })));

test('a mean uses the rounded scores, is the same in any order, and rounds half tenths up', () => {
  assert.equal(meanScore([33.3, 33.3, 33.4]), 33.3);
  assert.equal(meanScore([27.4, 64.3]), 45.9);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1 }), (tenths) => {
      const scores = tenths.map((tenth) => tenth / 10);
      const mean = meanScore(scores);
      assert.equal(mean, meanScore(scores.toReversed()));
      assert.ok(mean >= Math.min(...scores) && mean <= Math.max(...scores));
    }),
  );
});

test('hardly any place is beyond a goalpost, so that scores distinguish places', async () => {
  const { observationsOf, places } = await import('../../../support/dataset/committed-places.ts');
  const keys = [...places.countries, ...places.cities.map(({ key }) => key)];
  const shares = new Set(['access_to_electricity', 'hardship_and_danger_pay']);
  const latest = new Map(goalposts.map(({ metric }) => [metric, new Map<string, Observation>()]));
  for (const key of keys)
    for (const observation of observationsOf(key)) {
      const ofMetric = latest.get(observation.metric);
      const before = ofMetric?.get(key);
      if (before === undefined || observation.period > before.period) ofMetric?.set(key, observation);
    }
  for (const post of goalposts) {
    // Most places have the best value for these, because they really are equally well off.
    if (shares.has(post.metric)) continue;
    // The build computes this index, which is not a fact. Its scale is already that of the score.
    if (post.metric === CLIMATE_INDEX) continue;
    const shown = [...(latest.get(post.metric)?.values() ?? [])];
    const beyond = shown.filter(({ value }) => [0, 100].includes(scoreOf(value, post)));
    assert.ok(shown.length > 100, post.metric);
    assert.ok(beyond.length / shown.length < 0.13, `${post.metric}: ${beyond.length} of ${shown.length}`);
  }
});

const HEADER = 'metric\tworst\tbest\tscale\treason\n';

/** The fault that the reader finds in a table with these rows. */
function refusalOf(...rows: string[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'goalposts-'));
  try {
    writeFileSync(join(directory, 'goalposts.tsv'), `${HEADER}${rows.map((row) => `${row}\n`).join('')}`);
    readGoalposts(directory, metrics);
    return 'nothing';
  } catch (error) {
    assert.ok(error instanceof SourceFileError, String(error));
    return `line ${error.line}, ${error.column}: ${error.fault}`;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

test('an impossible goalpost is refused with line and column', () => {
  const good = 'physicians\t0\t4.5\tlinear\tbecause';
  assert.equal(refusalOf(good), 'nothing');
  assert.match(refusalOf(good, good), /line 3, metric: physicians is there twice/);
  assert.match(refusalOf('doctors\t0\t4.5\tlinear\tx'), /line 2, metric: doctors is no indicator/);
  assert.match(refusalOf('price_level_ratio\t0\t1\tlinear\tx'), /line 2, metric: .* no indicator of quality/);
  assert.match(refusalOf('physicians\t0\t400\tlinear\tx'), /line 2, best: 400 is outside the bounds/);
  assert.match(refusalOf('physicians\t\t4\tlinear\tx'), /line 2, worst/);
  assert.match(refusalOf('physicians\t4\t4\tlinear\tx'), /line 2, best: the same/);
  assert.match(refusalOf('physicians\t0\t4\tlog\tx'), /line 2, worst: 0 has no logarithm/);
  assert.match(refusalOf('physicians\t0\t4\tcubic\tx'), /line 2, scale/);
  assert.match(refusalOf('physicians\t0\t4\tlinear\t'), /line 2, reason/);
});

test('every goalpost in data/ has its metric’s group and a reason', () => {
  const committed: Goalpost[] = readGoalposts(DATA_DIRECTORY, metrics);
  assert.ok(committed.length >= 20);
  for (const { metric, group } of committed) assert.equal(group, metrics.get(metric)?.group, metric);
});
