import type { LimitWindow } from '../plan.ts';
import type { Ledger, LedgerRequest, Reported } from './ledger.ts';

/** What we tell a client about one window: how much is left, and in how many seconds it resets. */
export interface WindowState {
  window: LimitWindow;
  /** Milliseconds since the epoch. */
  startedAt: number;
  remaining: number;
  resetSeconds: number;
}

/** The used-up window that resets last; if none is used up, the one with the least left. */
export function tightest(windows: readonly WindowState[]): WindowState {
  return windows.reduce((tightest, window) => {
    const difference = window.remaining - tightest.remaining;
    return difference < 0 || (difference === 0 && window.resetSeconds > tightest.resetSeconds)
      ? window
      : tightest;
  });
}

/**
 * A process asks for this part of what no process holds: a lot at first, one by one towards the end. It never asks for more than
 * MOST, or MAX_SHARE of a large limit, because what a process holds when it is killed is lost to the others until the window
 * ends.
 */
const PART = 1 / 20;
const MOST = 200;
const MAX_SHARE = 1 / 1000;

/** How a window is shared with other processes. */
export interface Sharing {
  ledger: Ledger;
  /** Whose window it is, the same in every process: an id that identifies no person. */
  subject: string;
  /** Whether a process lets a few requests pass before it asks: all processes together one part, but each at least one. */
  trusting?: boolean;
}

/**
 * One fixed window of one limit, aligned to the epoch: a day is a UTC day. This process holds a number of requests that it may
 * admit: all of them when it counts by itself, otherwise what the ledger has granted.
 *
 * When the clock is set back, the count moves to the earlier window: nobody gains requests, and nobody waits longer than that
 * window lasts. When the clock is set forward, a new window begins, as when time passes.
 */
export class Window {
  readonly #limit: LimitWindow;
  readonly #sharing: Sharing | undefined;
  #startedAt = Number.NEGATIVE_INFINITY;
  /** Requests that this process has admitted. */
  #spent = 0;
  /** Requests that any process admitted before this one started, as far as it knows. */
  #earlier = 0;
  /** Requests that this process may admit, including those that it has admitted. */
  #held = 0;
  /** Requests that no process holds, as far as is known here. */
  #left = 0;
  /** Who decides what is held: nobody yet, the ledger, or, while the ledger is unreachable, this process. */
  #heldBy: 'nobody' | 'ledger' | 'us' = 'nobody';
  #asking: Promise<void> | undefined;

  /** @param sharing without it, this process counts by itself */
  constructor(limit: LimitWindow, sharing?: Sharing) {
    this.#limit = limit;
    this.#sharing = sharing;
  }

  /** The state of the current window, to which this moves on; everything below is about that one. */
  state(now: number): WindowState {
    const length = this.#limit.seconds * 1000;
    const startedAt = now - (now % length);
    if (startedAt !== this.#startedAt) this.#start(startedAt);
    return {
      window: this.#limit,
      startedAt,
      remaining: Math.max(0, this.#tokens + this.#left),
      resetSeconds: Math.ceil((startedAt + length - now) / 1000),
    };
  }

  /** Whether its last window has ended, so it has nothing to remember. */
  isOver(now: number): boolean {
    return this.#startedAt + this.#limit.seconds * 1000 <= now;
  }

  /** Whether this process has no tokens and cannot get any. */
  get usedUp(): boolean {
    return this.#tokens <= 0 && this.#left === 0 && !this.#mayRecover;
  }

  /** Whether this process has tokens. If not, and the window is not used up, `replenish` gets some. */
  get hasTokens(): boolean {
    return this.#tokens > 0;
  }

  /** Resolves when there are tokens, or when none are left anywhere. */
  async replenish(now: number): Promise<void> {
    const state = this.state(now);
    if (!this.hasTokens && !this.usedUp) await this.#ask(state);
  }

  /** Takes one token, and updates the state. Asks for more when few are left. */
  spend(state: WindowState): void {
    this.#spent++;
    state.remaining--;
    const isLow = this.#heldBy === 'ledger' && this.#left > 0 && this.#tokens * 2 <= this.#part;
    if (isLow || this.#mayRecover) void this.#ask(state);
  }

  /** Returns one token, and updates the state; does nothing when its window is over. */
  refund(state: WindowState): void {
    if (state.startedAt !== this.#startedAt) return;
    this.#spent--;
    state.remaining++;
  }

  /** Adds what was spent of the window before this process started. The ledger may already know it, and counts it once. */
  restore(spent: number, now: number): void {
    this.state(now);
    if (this.#sharing === undefined) {
      this.#spent += spent;
      return;
    }
    this.#earlier += spent;
    this.#left = Math.max(0, this.#left - spent);
  }

  /** Takes over the count of another window, with another limit. */
  takeOver(other: Window, now: number): void {
    other.state(now);
    this.restore(other.#earlier, now);
    this.#spent = other.#spent;
  }

  /** Returns what it holds but has not spent. */
  async giveBack(now: number): Promise<void> {
    const state = this.state(now);
    await this.#asking;
    if (this.#unspent > 0 && this.#sharing?.ledger.reachable === true) await this.#ask(state, 0);
  }

  /** Corrects the ledger's records, which have missed something. A process that is on its own stays so until the ledger is back. */
  async report(ask: Ledger['ask'], what: Reported, now: number): Promise<void> {
    const state = this.state(now);
    const earlier = what === 'earlier' ? this.#earlier : 0;
    if (this.#sharing === undefined || (what === 'earlier' ? earlier : this.#spent) === 0) return;
    const recovers = this.#mayRecover;
    const wanted = recovers ? this.#part : this.#heldBy === 'us' ? 0 : this.#unspent;
    try {
      const { held, left } = await ask({ ...this.#request(this.#sharing, state, wanted), earlier });
      if (state.startedAt !== this.#startedAt || (this.#heldBy === 'us' && !recovers)) return;
      this.#held = held;
      if (!recovers) return;
      this.#left = left;
      this.#heldBy = 'ledger';
    } catch {
      // The ledger was lost again.
    }
  }

  #start(startedAt: number): void {
    const wasSetBack = startedAt < this.#startedAt;
    this.#startedAt = startedAt;
    if (!wasSetBack) {
      this.#spent = 0;
      this.#earlier = 0;
    }
    this.#held = Math.max(this.#spent, this.#heldAtFirst);
    this.#left = Math.max(0, this.#limit.requests - this.#held - this.#earlier);
    this.#heldBy = 'nobody';
    this.#asking = undefined;
  }

  get #heldAtFirst(): number {
    if (this.#sharing === undefined) return this.#limit.requests;
    const { trusting, ledger } = this.#sharing;
    return trusting ? Math.ceil((this.#limit.requests * PART) / ledger.nodes) : 0;
  }

  /** Negative if more was spent than is held, for example after a restart with a smaller limit. */
  get #tokens(): number {
    return this.#held - this.#spent;
  }

  get #unspent(): number {
    return Math.max(0, this.#tokens);
  }

  get #part(): number {
    const most = Math.max(MOST, this.#limit.requests * MAX_SHARE);
    return Math.floor(Math.min(most, Math.max(1, this.#left * PART)));
  }

  /** Whether this process is on its own although the ledger is back. */
  get #mayRecover(): boolean {
    return this.#heldBy === 'us' && this.#sharing?.ledger.reachable === true;
  }

  /** What this process admits while processes cannot reach each other. */
  #ownPart({ ledger }: Sharing): number {
    const left = this.#limit.requests - this.#earlier;
    return left > 0 ? Math.max(1, Math.floor(left / ledger.nodes)) : 0;
  }

  #request({ subject }: Sharing, state: WindowState, wanted: number): LedgerRequest {
    const { name, requests: limit, seconds } = this.#limit;
    return {
      subject: `${subject} ${name} ${seconds} ${state.startedAt}`,
      endsIn: state.resetSeconds * 1000,
      limit,
      earlier: this.#earlier,
      spent: this.#spent,
      wanted,
    };
  }

  /** @param wanted by default another part, and at least what the ledger has granted, because that is spent while we wait */
  #ask(
    state: WindowState,
    wanted = this.#heldBy === 'us' ? this.#part : Math.max(this.#unspent, this.#part),
  ): Promise<void> {
    this.#asking ??= this.#exchange(state, wanted).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #exchange(state: WindowState, wanted: number): Promise<void> {
    const sharing = this.#sharing;
    if (sharing === undefined) return;
    try {
      const { held, left } = await sharing.ledger.ask(this.#request(sharing, state, wanted));
      if (state.startedAt !== this.#startedAt) return;
      this.#held = held;
      this.#left = left;
      this.#heldBy = 'ledger';
    } catch {
      if (state.startedAt !== this.#startedAt) return;
      this.#held = Math.max(this.#held, this.#ownPart(sharing));
      this.#left = 0;
      this.#heldBy = 'us';
    }
  }
}
