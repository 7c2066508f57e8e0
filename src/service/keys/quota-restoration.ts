import type { Limiter } from '../limits/limiter.ts';
import type { Store } from '../storage/database.ts';
import { usedOnDay } from '../storage/usage.ts';
import { limitedKeyOf } from './key.ts';
import { CHARGED_OUTCOMES } from './meter.ts';

/**
 * Charges today's stored usage again, so that a restart does not reset quotas. Usage of this process may be written only when
 * everything is restored, or it would be charged twice.
 */
export class QuotaRestoration {
  readonly #store: Store;
  readonly #limiter: Limiter;
  readonly #clock: () => number;
  #day = '';
  /** The last key whose usage is charged. */
  #last = '';
  #isComplete = false;
  #running: Promise<void> | undefined;

  constructor(store: Store, limiter: Limiter, clock: () => number = Date.now) {
    this.#store = store;
    this.#limiter = limiter;
    this.#clock = clock;
  }

  /** Resolves when everything is restored. After a failure, the next call continues where it stopped. */
  complete(): Promise<void> {
    if (this.#isComplete) return Promise.resolve();
    this.#running ??= this.#restore().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #restore(): Promise<void> {
    const { database } = this.#store;
    const day = new Date(this.#clock()).toISOString().slice(0, 10);
    // While the store was unreachable, a new day may have begun.
    if (day !== this.#day) [this.#day, this.#last] = [day, ''];
    for await (const used of usedOnDay(database, this.#day, CHARGED_OUTCOMES, this.#last)) {
      for (const row of used) this.#limiter.restore(limitedKeyOf(row), row.requests);
      this.#last = used.at(-1)?.id ?? this.#last;
    }
    this.#isComplete = true;
  }
}
