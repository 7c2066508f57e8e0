import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { OperatorError } from '../../process/operator-error.ts';
import type { Meter } from './meter.ts';

/** The command line waits this long for the store, and so do we. */
const LAST_FLUSH_MILLISECONDS = 10_000;

/** Writes the meter's counts to the store, and logs requests that could not be counted. */
export class UsageWriter {
  readonly #meter: Meter;
  readonly #log: Pick<Logger, 'error'>;
  #reported = 0;

  constructor(meter: Meter, log: Pick<Logger, 'error'>) {
    this.#meter = meter;
    this.#log = log;
  }

  async write(): Promise<void> {
    await this.#meter.flush();
    const requests = this.#meter.lost - this.#reported;
    this.#reported += requests;
    if (requests > 0)
      this.#log.error({ requests }, 'requests went uncounted: the store could not be written for too long');
  }

  /**
   * The last write, retried for a while: another process may be writing, or the database restarting. Without usage there is
   * nothing to wait for, even if the store was never reached.
   */
  async stop(): Promise<void> {
    if (this.#meter.pending === 0) return;
    const end = performance.now() + LAST_FLUSH_MILLISECONDS;
    for (;;) {
      try {
        await this.#meter.flush();
        return;
      } catch (error) {
        if (performance.now() > end)
          throw new OperatorError(
            `The usage of the last ${this.#meter.pending} requests could not be written (${(error as Error).message}) and is lost.`,
          );
        await delay(100);
      }
    }
  }
}
