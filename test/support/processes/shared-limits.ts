import type { TestContext } from 'node:test';
import type { Running } from './lds.ts';

/** How many tries a test has if Valkey does not answer in time. */
const TRIES = 3;

/** More requests passed than a limit allows. */
export class Overrun extends Error {
  override name = 'Overrun';
}

/**
 * Runs a test of limits that nodes share, and again if a node has given up Valkey meanwhile, because it did not answer in time on a
 * busy machine. Then each node spends its own part, as test/nodes/faults.test.ts says, and what is left of a quota may stay unused.
 * More than the quota must not pass in any try.
 *
 * @param nodes all that have taken part so far
 */
export async function whileLimitsAreShared(
  t: TestContext,
  nodes: readonly Running[],
  work: () => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const before = timesLost(nodes);
    try {
      await work();
      t.diagnostic(`${tries} of ${TRIES} tries`);
      return;
    } catch (error) {
      if (error instanceof Overrun || tries === TRIES || timesLost(nodes) === before) throw error;
      t.diagnostic(`Valkey did not answer in time: ${(error as Error).message}`);
    }
  }
}

function timesLost(nodes: readonly Running[]): number {
  return nodes.reduce((sum, { stderr }) => sum + stderr().split('limits are not shared').length - 1, 0);
}
