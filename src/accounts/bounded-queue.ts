/** Thrown when more people sign up or in at once than the service has room for. It passes within seconds. */
export class AccountsBusy extends Error {
  override name = 'AccountsBusy';
  readonly retryAfterSeconds = 1;

  constructor() {
    super('too many passwords wait to be checked');
  }
}

export interface BoundedQueueLimits {
  /** Pieces of work that run at the same time. */
  atOnce: number;
  /** Pieces of work that wait for their turn. */
  waiting: number;
}

/** Runs expensive work, so much of it at once, in the order of its arrival; refuses work beyond a bound. */
export class BoundedQueue {
  readonly #limits: BoundedQueueLimits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: BoundedQueueLimits) {
    this.#limits = limits;
  }

  /** @throws AccountsBusy when too much work waits already */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#turn();
    try {
      return await work();
    } finally {
      // Whoever waits takes over this place, so that nobody who comes later takes it first.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #turn(): Promise<void> | undefined {
    if (this.#running < this.#limits.atOnce) {
      this.#running += 1;
      return undefined;
    }
    if (this.#waiting.length >= this.#limits.waiting) throw new AccountsBusy();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
