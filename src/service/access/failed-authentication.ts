import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { memo } from '../../engine/memo.ts';
import type { Problem } from '../../engine/problems.ts';
import { upTo } from '../cache-size.ts';
import { HttpProblem } from '../http/http-problem.ts';
import { ClientWindows } from '../limits/client-windows.ts';
import type { Ledger } from '../limits/ledger.ts';
import { Window, type WindowState } from '../limits/window.ts';
import type { LimitWindow } from '../plan.ts';
import { limitLines } from './limit-headers.ts';

/**
 * How many clients we remember; beyond that, the least recently seen client is forgotten. Also how many new clients a minute may
 * enter the ledger.
 */
const CLIENTS = 50_000;
const MINUTE = 60_000;
/**
 * Look-ups of keys in the store per second for a client that has used up its attempts: a customer may share its address, and have
 * a key that is not in memory.
 */
const LOOK_UPS_PER_SECOND = 10;

export interface FailedAuthenticationParts {
  perMinute: number;
  /** Where nodes count the attempts of a client together. Without it, each node counts by itself. */
  shared?: {
    ledger: Ledger;
    /** The same on every node. It hides the client addresses from anyone who can read the ledger. */
    secret: string;
  };
  clock?: () => number;
}

/** Counts requests without a valid key by client, so that keys cannot be guessed in bulk. */
export class FailedAuthentication {
  readonly #limit: LimitWindow;
  readonly #shared: FailedAuthenticationParts['shared'];
  readonly #clock: () => number;
  readonly #windows = new LRUCache<string, Window>(upTo(CLIENTS));
  readonly #lookUps = new ClientWindows('look-ups', LOOK_UPS_PER_SECOND, 1);
  /** How many clients were seen for the first time in this minute. */
  #newcomers = { minute: 0, count: 0 };
  /** The last problem for clients that have used up their attempts. Within a second, it is the same for all. */
  #tooMany: { state: WindowState; problem: Problem } | undefined;
  /** When a client was last refused because it has used up its attempts. */
  #exhaustedAt = Number.NEGATIVE_INFINITY;

  constructor({ perMinute, shared, clock = Date.now }: FailedAuthenticationParts) {
    this.#limit = { name: 'failed-authentication', requests: perMinute, seconds: 60 };
    this.#shared = shared;
    this.#clock = clock;
  }

  /** Whether the client has used up its attempts. Asking does not count as an attempt. */
  exhausted(client: string): boolean {
    const window = this.#windows.get(client);
    window?.state(this.#clock());
    return window?.usedUp === true;
  }

  /** Whether the store may be asked for a key that the client has sent. */
  mayLookUp(client: string): boolean {
    return !this.exhausted(client) || this.#lookUps.refuses(client) === undefined;
  }

  /** Whether any client has used up its attempts since the last minute began. While none has, nobody need be looked up. */
  get anyExhausted(): boolean {
    return Number.isFinite(this.#exhaustedAt) && Math.abs(this.#clock() - this.#exhaustedAt) < MINUTE;
  }

  /** The problem for a client that has used up its attempts. */
  refusal(client: string): Problem | undefined {
    const window = this.#windows.get(client);
    const state = window?.state(this.#clock());
    return state !== undefined && window?.usedUp === true ? this.#refusalBy(state) : undefined;
  }

  /**
   * Counts one attempt. Returns the problem to send: the given one with the headers of the limit, or a 429. Returns a promise
   * when the ledger has to be asked how many attempts are left.
   */
  count(client: string, problem: Problem): Problem | Promise<Problem> {
    const window = memo(this.#windows, client, () => this.#newWindow(client));
    const now = this.#clock();
    const state = window.state(now);
    if (window.usedUp) {
      this.#exhaustedAt = now;
      return this.#refusalBy(state);
    }
    if (!window.hasTokens) return window.replenish(now).then(() => this.count(client, problem));
    window.spend(state);
    const { code, detail, extras } = problem;
    return new HttpProblem(code, detail, extras, limitLines({ windows: [state] }));
  }

  #refusalBy(state: WindowState): Problem {
    const last = this.#tooMany;
    if (last?.state.startedAt === state.startedAt && last.state.resetSeconds === state.resetSeconds)
      return last.problem;
    const problem = tooMany(state);
    this.#tooMany = { state, problem };
    return problem;
  }

  /**
   * The first attempts on each node are allowed without asking the ledger, so that a client that fails now and then costs no
   * round trip.
   */
  #newWindow(client: string): Window {
    if (this.#shared === undefined || !this.#fitsLedger()) return new Window(this.#limit);
    const { ledger, secret } = this.#shared;
    const subject = `client ${createHmac('sha256', secret).update(client).digest('base64url')}`;
    return new Window(this.#limit, { ledger, subject, trusting: true });
  }

  /** Keeps an attacker with very many networks from filling the ledger. */
  #fitsLedger(): boolean {
    const minute = Math.floor(this.#clock() / MINUTE);
    if (minute !== this.#newcomers.minute) this.#newcomers = { minute, count: 0 };
    return ++this.#newcomers.count <= CLIENTS;
  }
}

function tooMany(window: WindowState): Problem {
  return new HttpProblem(
    'too_many_failed_authentications',
    `Too many requests without a valid key came from this address. Try again in ${window.resetSeconds} seconds.`,
    { retry_after: window.resetSeconds },
    limitLines({ windows: [window] }),
  );
}
