import { availableParallelism } from 'node:os';
import { HelperThread } from '../../../process/helper-thread.ts';
import type { CostInputs } from '../estimates/cost-inputs.ts';
import { type CostTables, costTables } from './cost-tables.ts';

/** Estimates that have been started. Disposing of them abandons tables that are not ready yet. */
export type CostEstimation = ReturnType<typeof startCostEstimation>;

/**
 * Starts to estimate the cost of living.
 *
 * @param inThread whether a thread makes them while the caller does something else; if not, they are made before this returns, while
 *   the caller has little else in memory
 */
export function startCostEstimation(inputs: CostInputs, inThread: boolean) {
  const thread = new HelperThread<CostInputs, CostTables>({
    script: new URL('./cost-thread.ts', import.meta.url),
  });
  // The memory of the thread is needed for what follows.
  const tables = inThread ? thread.ask(inputs).finally(() => thread.stop()) : Promise.try(costTables, inputs);
  // A build that fails before it asks for them has an error of its own.
  tables.catch(() => {});
  return { tables: () => tables, [Symbol.dispose]: () => thread.stop() };
}

/** For fewer cities, a thread takes longer to start than they take to estimate. */
const CITIES_FOR_A_THREAD = 5000;
/** What a build with a thread takes: 2.15 GB were measured for release 2026.11.16, 1.05 GB without one. */
const BYTES_WITH_A_THREAD = 2.2e9;

/**
 * Whether a thread makes the build quicker on this machine: it has enough cities, a second core and enough memory. In a
 * container, the memory is what its limit leaves.
 */
export function isQuickerInThread({ cities }: CostInputs): boolean {
  return (
    cities.length >= CITIES_FOR_A_THREAD &&
    availableParallelism() > 1 &&
    process.availableMemory() >= BYTES_WITH_A_THREAD
  );
}
