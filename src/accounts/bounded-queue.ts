import { FairQueue } from '../limits/fair-queue.ts';
import { currentAsker } from './asker.ts';

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
  /** Pieces of work that wait for their turn: of strangers, and as many of known devices. */
  waiting: number;
}

interface Waiting {
  begin(): void;
  refuse(): void;
}

/**
 * Runs a limited number of expensive pieces of work at once, and refuses work beyond a bound. Askers get equal parts, so whoever
 * asks for one thing waits for one of each other asker at most; when too much waits, the asker with the most gives way. Strangers
 * and known devices take turns: however many strangers there are, holders of accounts get every other turn.
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

  /** @throws AccountsBusy when too much work waits already */
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
    const { holder, isKnown } = currentAsker();
    const queue = isKnown ? this.#known : this.#strangers;
    return new Promise((resolve, reject) => {
      queue.push(holder, { begin: resolve, refuse: () => reject(new AccountsBusy()) });
      if (queue.length > this.#limits.waiting) queue.takeFromLongest()?.refuse();
    });
  }

  /** Somebody who waits takes over the place, so that nobody who comes later takes it first. */
  #passOn(): void {
    const inTurn = this.#isTurnOfStrangers ? [this.#strangers, this.#known] : [this.#known, this.#strangers];
    const served = inTurn.find((queue) => queue.serveNext(beginOne));
    if (served === undefined) this.#running -= 1;
    this.#isTurnOfStrangers = served === this.#known;
  }
}

/** Pieces of work cost alike. */
function beginOne({ begin }: Waiting): number {
  begin();
  return 1;
}
