import type { Limiter } from '../limits/limiter.ts';
import type { Store } from '../storage/database.ts';
import { usedOnDay } from '../storage/usage.ts';
import { limitedKeyOf } from './key.ts';
import { CHARGED_OUTCOMES } from './meter.ts';

/**
 * Charges today's stored usage again, so that a restart does not reset quotas. Usage of this process may be written only when
 * everything is restored, or it would be charged twice.
 *
 * @returns a function that resolves when everything is restored. After a failure, its next call continues where it stopped.
 */
export function quotaRestoration(
  { database }: Store,
  limiter: Limiter,
  clock: () => number = Date.now,
): () => Promise<void> {
  let day = '';
  /** The last key whose usage is charged. */
  let last = '';
  let isComplete = false;
  let running: Promise<void> | undefined;
  const restore = async () => {
    const today = new Date(clock()).toISOString().slice(0, 10);
    // While the store was unreachable, a new day may have begun.
    if (today !== day) [day, last] = [today, ''];
    for await (const used of usedOnDay(database, day, CHARGED_OUTCOMES, last)) {
      for (const row of used) limiter.restore(limitedKeyOf(row), row.requests);
      last = used.at(-1)?.id ?? last;
    }
    isComplete = true;
  };
  return async () => {
    if (isComplete) return;
    running ??= restore().finally(() => {
      running = undefined;
    });
    await running;
  };
}
