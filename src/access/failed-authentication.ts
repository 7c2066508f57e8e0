import { createHmac } from 'node:crypto';
import { isIPv6, SocketAddress } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { LimitWindow } from '../config.ts';
import { Problem } from '../http/problems.ts';
import type { Ledger } from '../limits/ledger.ts';
import { SharedWindow } from '../limits/shared-window.ts';
import { CountedWindow, type Window, type WindowState } from '../limits/window.ts';
import { windowLines } from './limit-headers.ts';

/** Remembered at once: a flood from more of them forgets the quietest. And so many new ones a minute may come into a ledger. */
const CLIENTS = 50_000;
const MINUTE = 60_000;

export interface FailedAuthenticationParts {
  perMinute: number;
  /** With whom the tries of a client are counted together; nobody, if left out. */
  shared?: {
    ledger: Ledger;
    /** The same on every node. Who reads the ledger without it learns no addresses. */
    secret: string;
  };
  clock?: () => number;
}

/**
 * Counts requests without a valid key by client, so that keys cannot be guessed in bulk. A client is an IPv4 address, or a
 * network of IPv6: whoever has one of 64 bits can send every request from another address.
 */
export class FailedAuthentication {
  readonly #limit: LimitWindow;
  readonly #shared: FailedAuthenticationParts['shared'];
  readonly #clock: () => number;
  readonly #windows = new LRUCache<string, Window>({ max: CLIENTS });
  /** Clients that were new in a minute. */
  #newcomers = { minute: 0, count: 0 };

  constructor({ perMinute, shared, clock = Date.now }: FailedAuthenticationParts) {
    this.#limit = { name: 'failed-authentication', requests: perMinute, seconds: 60 };
    this.#shared = shared;
    this.#clock = clock;
  }

  /** Whether the address has used up its tries; costs none. */
  exhausted(address: string): boolean {
    const window = this.#windows.get(clientAt(address));
    window?.state(this.#clock());
    return window?.usedUp === true;
  }

  /**
   * Counts one try. Returns the problem to answer: the given one with the limit's headers, or 429. A promise where others have
   * to be asked what is left.
   */
  count(address: string, problem: Problem): Problem | Promise<Problem> {
    const window = this.#windowOf(clientAt(address));
    const state = window.state(this.#clock());
    if (window.usedUp) return tooMany(state);
    if (!window.hasTokens) return window.replenish().then(() => this.count(address, problem));
    window.spend(state);
    return new Problem(problem.code, problem.detail, problem.extras, problem.lines + windowLines(state));
  }

  #windowOf(client: string): Window {
    const existing = this.#windows.get(client);
    if (existing !== undefined) return existing;
    const fresh = this.#newWindow(client);
    this.#windows.set(client, fresh);
    return fresh;
  }

  /** A client that fails now and then is not worth a question: the first tries on each node are free of one. */
  #newWindow(client: string): Window {
    if (this.#shared === undefined || !this.#fitsLedger()) return new CountedWindow(this.#limit);
    const { ledger, secret } = this.#shared;
    const subject = `client ${createHmac('sha256', secret).update(client).digest('base64url')}`;
    return new SharedWindow({ subject, window: this.#limit, ledger, trusting: true });
  }

  /** Whoever has that many networks could fill the ledger. */
  #fitsLedger(): boolean {
    const minute = Math.floor(this.#clock() / MINUTE);
    if (minute !== this.#newcomers.minute) this.#newcomers = { minute, count: 0 };
    return ++this.#newcomers.count <= CLIENTS;
  }
}

function tooMany(window: WindowState): Problem {
  return new Problem(
    'too_many_failed_authentications',
    `Too many requests without a valid key came from this address. Try again in ${window.resetSeconds} seconds.`,
    { retry_after: window.resetSeconds },
    windowLines(window),
  );
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
