import { isIPv6, SocketAddress } from 'node:net';
import { LRUCache } from 'lru-cache';
import { WindowCounter, type WindowState } from '../keys/limiter.ts';
import { windowHeaders } from './limit-headers.ts';
import { Problem } from './problems.ts';

/** Remembered at once: a flood from more of them forgets the quietest. */
const CLIENTS = 50_000;

/**
 * Counts requests without a valid key by client, so that keys cannot be guessed in bulk. A client is an IPv4 address, or a
 * network of IPv6: whoever has one of 64 bits can send every request from another address.
 */
export class FailedAuthentication {
  readonly #perMinute: number;
  readonly #clock: () => number;
  readonly #counters = new LRUCache<string, WindowCounter>({ max: CLIENTS });

  constructor(perMinute: number, clock: () => number = Date.now) {
    this.#perMinute = perMinute;
    this.#clock = clock;
  }

  /** Whether the address has used up its tries; costs none. */
  exhausted(address: string): boolean {
    return this.#counters.get(clientAt(address))?.state(this.#clock()).remaining === 0;
  }

  /** Counts one try. Returns the problem to answer: the given one with the limit's headers, or 429. */
  count(address: string, problem: Problem): Problem {
    const now = this.#clock();
    const { counter, window } = this.#counterOf(address, now);
    if (window.remaining === 0) {
      const detail = `Too many requests without a valid key came from this address. Try again in ${window.resetSeconds} seconds.`;
      return new Problem(
        'too_many_failed_authentications',
        detail,
        { retry_after: window.resetSeconds },
        windowHeaders(window),
      );
    }
    counter.add(1);
    const counted = { ...window, remaining: window.remaining - 1 };
    return new Problem(problem.code, problem.detail, problem.extras, [
      ...problem.headers,
      ...windowHeaders(counted),
    ]);
  }

  #counterOf(address: string, now: number): { counter: WindowCounter; window: WindowState } {
    const client = clientAt(address);
    let counter = this.#counters.get(client);
    if (counter === undefined) {
      counter = new WindowCounter({ name: 'failed-authentication', requests: this.#perMinute, seconds: 60 });
      this.#counters.set(client, counter);
    }
    return { counter, window: counter.state(now) };
  }
}

/** `2001:db8:0:7::1` → `2001:db8:0:7`; an IPv4 address, also one written as IPv6, as it is. */
export function clientAt(address: string): string {
  if (!isIPv6(address)) return address;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const [, ipv4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical) ?? [];
  if (ipv4 !== undefined) return ipv4;
  const [start = [], end = []] = canonical.split('::').map((groups) => groups.match(/[^:]+/g) ?? []);
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0');
  return [...start, ...zeros, ...end].slice(0, 4).join(':');
}
