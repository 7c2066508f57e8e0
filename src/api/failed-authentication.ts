import { LRUCache } from 'lru-cache';
import { WindowCounter, type WindowState } from '../keys/limiter.ts';
import { windowHeaders } from './limit-headers.ts';
import { Problem } from './problems.ts';

/** Addresses remembered at once: a flood from more of them forgets the quietest. */
const ADDRESSES = 50_000;

/** Counts requests without a valid key by client address, so that keys cannot be guessed in bulk. */
export class FailedAuthentication {
  readonly #perMinute: number;
  readonly #clock: () => number;
  readonly #counters = new LRUCache<string, WindowCounter>({ max: ADDRESSES });

  constructor(perMinute: number, clock: () => number = Date.now) {
    this.#perMinute = perMinute;
    this.#clock = clock;
  }

  /** Whether the address has used up its tries; costs none. */
  exhausted(address: string): boolean {
    return this.#counters.get(address)?.state(this.#clock()).remaining === 0;
  }

  /** Counts one try. Returns the problem to answer: the given one with the limit's headers, or 429. */
  count(address: string, problem: Problem): Problem {
    const now = this.#clock();
    const { counter, window } = this.#counterOf(address, now);
    const headers = (state: WindowState) => windowHeaders(state, now);
    if (window.remaining === 0) {
      const detail = `Too many requests without a valid key came from this address. Try again in ${window.resetSeconds} seconds.`;
      return new Problem(
        'too_many_failed_authentications',
        detail,
        { retry_after: window.resetSeconds },
        headers(window),
      );
    }
    counter.add(1);
    const counted = { ...window, remaining: window.remaining - 1 };
    return new Problem(problem.code, problem.detail, problem.extras, [
      ...problem.headers,
      ...headers(counted),
    ]);
  }

  #counterOf(address: string, now: number): { counter: WindowCounter; window: WindowState } {
    let counter = this.#counters.get(address);
    if (counter === undefined) {
      counter = new WindowCounter({ name: 'failed-authentication', requests: this.#perMinute, seconds: 60 });
      this.#counters.set(address, counter);
    }
    return { counter, window: counter.state(now) };
  }
}
