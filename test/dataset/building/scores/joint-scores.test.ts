import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JointScores } from '../../../../src/dataset/building/scores/joint-scores.ts';

/** Numbers of a normal distribution that are the same in every run. */
function normals(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state + 1) / (2 ** 31 + 1);
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

const normal = normals(7);
/** Three scores. The second rises by half as much as the first, with a standard deviation of 5 around that line. */
const complete = Array.from({ length: 3000 }, () => {
  const first = 50 + 10 * normal();
  return [first, 20 + 0.5 * first + 5 * normal(), 60 + 8 * normal()];
});

test('a missing score has the value and variance of the regression on the other scores', () => {
  const [, second, third] = new JointScores(complete).expect([70, null, 60]);
  assert.ok(Math.abs((second?.value ?? 0) - 55) < 0.7, `${second?.value}`);
  assert.ok(Math.abs((second?.variance ?? 0) - 25) < 2.5, `${second?.variance}`);
  assert.equal(third, undefined);
});

test('places with some unknown scores also contribute to the model', () => {
  const holes = complete.map((row, index) =>
    row.map((score, column) => ((index + column) % 3 === 0 ? null : score)),
  );
  const [, second] = new JointScores(holes).expect([70, null, null]);
  assert.ok(Math.abs((second?.value ?? 0) - 55) < 1, `${second?.value}`);
  assert.ok(Math.abs((second?.variance ?? 0) - 25) < 4, `${second?.variance}`);
});

test('if nothing is known, the estimate is the mean of all places, with their full variance', () => {
  const [first] = new JointScores(complete).expect([null, null, null]);
  assert.ok(Math.abs((first?.value ?? 0) - 50) < 0.7);
  assert.ok(Math.abs((first?.variance ?? 0) - 100) < 8);
});

test('the same data give the same estimates in every run', () => {
  const [left, right] = [new JointScores(complete), new JointScores(complete)];
  assert.deepEqual(left.expect([10, null, null]), right.expect([10, null, null]));
});
