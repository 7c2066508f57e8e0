import { FairQueue } from '../limits/fair-queue.ts';
import { currentOwner } from './work-owner.ts';

/** Thrown when too many people sign up or in at the same time. It passes within seconds. */
export class AccountsBusy extends Error {
  override name = 'AccountsBusy';
  readonly retryAfterSeconds = 1;

  constructor() {
    super('too many passwords wait to be checked');
  }
}

export interface BoundedQueueLimits {
  /** Tasks that run at the same time. */
  atOnce: number;
  /** Tasks that may wait: this many of strangers, and as many of known devices. */
  waiting: number;
}

interface Waiting {
  begin(): void;
  refuse(): void;
}

/**
 * Runs a limited number of expensive tasks at once, and refuses tasks when too many wait. Clients get equal shares: a client with
 * one task waits for at most one of each other client. When too many tasks wait, the client with the most loses one. Strangers
 * and known devices take turns, so people with an account get every other turn however many strangers there are.
 */
export class BoundedQueue {
  readonly #limits: BoundedQueueLimits;
  readonly #strangers = new FairQueue<Waiting>();
  readonly #known = new FairQueue<Waiting>();
  #isTurnOfStrangers = false;
  #running = 0;

  constructor(limits: BoundedQueueLimits) {
    this.#limits = limits;
  }

  /** @throws AccountsBusy when too many tasks wait already */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#turn();
    try {
      return await work();
    } finally {
      this.#passOn();
    }
  }

  #turn(): Promise<void> | undefined {
    if (this.#running < this.#limits.atOnce) {
      this.#running += 1;
      return undefined;
    }
    const { holder, isKnown } = currentOwner();
    const queue = isKnown ? this.#known : this.#strangers;
    return new Promise((resolve, reject) => {
      queue.push(holder, { begin: resolve, refuse: () => reject(new AccountsBusy()) });
      if (queue.length > this.#limits.waiting) queue.takeFromLongest()?.refuse();
    });
  }

  /** Gives the place directly to a waiting task, so that a later one cannot take it first. */
  #passOn(): void {
    const order = this.#isTurnOfStrangers ? [this.#strangers, this.#known] : [this.#known, this.#strangers];
    const served = order.find((queue) => queue.serveNext(beginOne));
    if (served === undefined) this.#running -= 1;
    this.#isTurnOfStrangers = served === this.#known;
  }
}

/** Every task costs the same. */
function beginOne({ begin }: Waiting): number {
  begin();
  return 1;
}
