import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { LimitWindow } from '../config.ts';
import { Problem } from '../http/problems.ts';
import type { Ledger } from '../limits/ledger.ts';
import { Window, type WindowState } from '../limits/window.ts';
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

/** Counts requests without a valid key by client, so that keys cannot be guessed in bulk. */
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

  /** Whether the client has used up its tries; costs none. */
  exhausted(client: string): boolean {
    const window = this.#windows.get(client);
    window?.state(this.#clock());
    return window?.usedUp === true;
  }

  /**
   * Counts one try. Returns the problem to answer: the given one with the limit's headers, or 429. A promise where others have
   * to be asked what is left.
   */
  count(client: string, problem: Problem): Problem | Promise<Problem> {
    const window = this.#windowOf(client);
    const now = this.#clock();
    const state = window.state(now);
    if (window.usedUp) return tooMany(state);
    if (!window.hasTokens) return window.replenish(now).then(() => this.count(client, problem));
    window.spend(state);
    problem.lines += windowLines(state);
    return problem;
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
    if (this.#shared === undefined || !this.#fitsLedger()) return new Window(this.#limit);
    const { ledger, secret } = this.#shared;
    const subject = `client ${createHmac('sha256', secret).update(client).digest('base64url')}`;
    return new Window(this.#limit, { ledger, subject, trusting: true });
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
