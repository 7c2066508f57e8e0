import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isUnreachable } from '../service/storage/unreachable.ts';

const FIRST_PAUSE_MILLISECONDS = 250;
/** A node may stay down this long after the database is back. */
const LONGEST_PAUSE_MILLISECONDS = 5000;

export interface RetryOptions {
  /** Undefined if another process logs it. */
  log: Pick<Logger, 'error' | 'info'> | undefined;
  /** Ends the wait. */
  signal: AbortSignal;
}

/**
 * Does work that needs the database, and tries again while the database is unreachable. The log has one line when the wait begins
 * and one when it ends.
 *
 * @param work must leave nothing behind when it fails
 * @throws any error that waiting cannot fix, and the reason of the signal
 */
export async function retryUntilReachable<Result>(
  { log, signal }: RetryOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      const result = await work();
      if (tries > 1) log?.info({ tries }, 'the database is back');
      return result;
    } catch (error) {
      if (!(error instanceof Error && isUnreachable(error))) throw error;
      if (tries === 1) log?.error({ reason: error.message }, 'the database is unreachable: waiting for it');
    }
    await pause(tries, signal);
  }
}

/** Pauses grow and are random, so that nodes do not all reconnect at once. */
async function pause(tries: number, signal: AbortSignal): Promise<void> {
  const longest = Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** (tries - 1));
  await delay(longest * (0.5 + Math.random() / 2), undefined, { signal });
}
