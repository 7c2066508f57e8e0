import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { startCostEstimation } from '../../../../src/dataset/building/build/cost-estimation.ts';
import type { CostInputs } from '../../../../src/dataset/building/estimates/cost-inputs.ts';

/** Inputs that no estimate can be made from. */
const UNUSABLE = {} as CostInputs;

test('an error of the thread that estimates costs ends the build as it would without a thread', async () => {
  const threads: Worker[] = [];
  const count = (thread: Worker) => threads.push(thread);
  process.on('worker', count);
  try {
    const errors: Error[] = [];
    for (const inThread of [false, true]) {
      using estimation = startCostEstimation(UNUSABLE, inThread);
      await assert.rejects(estimation.tables(), (error: Error) => errors.push(error) > 0);
    }
    const [here, there] = errors;
    assert.equal(threads.length, 1);
    assert.ok(here instanceof TypeError);
    assert.equal(there?.message, here.message);
  } finally {
    process.off('worker', count);
  }
});

test('a build that ends early ends the thread, and that the thread gave no answer is not a second error', async () => {
  const started = once(process, 'worker') as Promise<[Worker]>;
  const ended = started.then(([thread]) => once(thread, 'exit'));
  {
    using _estimation = startCostEstimation(UNUSABLE, true);
  }
  await ended;
});
