import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  boundsOfLimit,
  boundsOfUsage,
  growthOf,
  isWithin,
  type LimitedRun,
  type LimitStory,
} from '../../../lab/chaos/bounds.ts';

const QUIET: LimitedRun = { before: 100, passed: 333, unwritten: 20, isNew: false, hasEnded: false };

/** Three nodes and a limit of 1,000. Nothing happens to them but the given events. */
function story(
  changes: Partial<LimitStory> = {},
  ...nodes: Partial<LimitStory['nodes'][number]>[]
): LimitStory {
  return {
    limit: 1000,
    nodes: [0, 1, 2].map((node) => ({ runs: [QUIET], isAlone: false, wasAway: false, ...nodes[node] })),
    lostRecords: false,
    isRestored: true,
    knowsNodes: true,
    crossings: 0,
    unanswered: 0,
    ...changes,
  };
}

test('while Valkey works, the limit holds within two per cent, and one more request is a finding', () => {
  const bounds = boundsOfLimit(story());
  assert.deepEqual(bounds, { least: 980, most: 1020 });
  assert.equal(isWithin(1021, bounds), false);
  assert.equal(isWithin(979, bounds), false);
});

test('when a node ends, at most its own part of the limit is lost', () => {
  const ended = { runs: [{ ...QUIET, hasEnded: true }] };
  assert.deepEqual(boundsOfLimit(story({}, ended)), { least: 930, most: 1020 });
});

test('nodes that are all cut off admit about one limit together; a single one admits its part on top', () => {
  const alone = { isAlone: true };
  assert.equal(boundsOfLimit(story({}, alone, alone, alone)).most, 1020);
  // 333 less the 100 that it was granted before.
  assert.equal(boundsOfLimit(story({}, alone)).most, Math.ceil(1000 + (1000 / 3 - 100) + 20));
});

test('a process that starts alone and without the store treats the whole limit as its part', () => {
  const born = { ...QUIET, before: 0, isNew: true };
  const alone = { isAlone: true, runs: [QUIET, born], wasAway: true };
  const { most } = boundsOfLimit(story({ knowsNodes: false }, alone));
  assert.equal(most, Math.ceil(1000 + (500 - 100) + 1000 + 20));
});

test('if a process ends with its counts, the store still has the daily usage, and the hourly usage is lost', () => {
  const ended = { isAlone: true, runs: [{ ...QUIET, hasEnded: true }], wasAway: true };
  const others = { isAlone: true };
  const most = (isRestored: boolean) =>
    boundsOfLimit(story({ lostRecords: true, isRestored }, ended, others, others)).most;
  assert.equal(most(false) - most(true), QUIET.passed - QUIET.unwritten);
});

test('usage is exact, except for requests that a killed process had not written or a proxy repeated', () => {
  const exact = { answered: 100, unanswered: 0, times: 1, lost: 0, repeated: 0 };
  assert.deepEqual(boundsOfUsage(exact), { least: 100, most: 100 });
  assert.deepEqual(boundsOfUsage({ ...exact, unanswered: 2, times: 3, lost: 7, repeated: 5 }), {
    least: 93,
    most: 111,
  });
});

test('a node that gives back its garbage late has not grown, and one that keeps two megabytes of every step has', () => {
  const measured = [
    244, 245, 246, 248, 249, 249, 250, 250, 251, 252, 252, 251, 252, 202, 208, 212, 221, 248, 277,
  ];
  assert.equal(growthOf(measured).hasGrown, false);
  const leaking = Array.from({ length: 120 }, (_, step) => 240 + 2 * step + (step % 7));
  assert.equal(growthOf(leaking).hasGrown, true);
});
