import type { LimitWindow } from '../config.ts';
import type { Ledger, Told } from './ledger.ts';

/** What a client learns of one window: how much is left, and in how many seconds it resets. */
export interface WindowState {
  window: LimitWindow;
  /** Milliseconds since the epoch. */
  startedAt: number;
  remaining: number;
  resetSeconds: number;
}

/** The window that refuses longest; when none refuses yet, the one with the least left. */
export function tightest(windows: readonly WindowState[]): WindowState {
  return windows.reduce((tightest, window) => {
    const difference = window.remaining - tightest.remaining;
    return difference < 0 || (difference === 0 && window.resetSeconds > tightest.resetSeconds)
      ? window
      : tightest;
  });
}

/**
 * One fixed window of one limit: a process counts it on its own (`CountedWindow`), or together with others (`SharedWindow`).
 *
 * When the clock is set back, the count goes along into the earlier window: nobody gains requests by it, and nobody waits for
 * longer than that window lasts. When the clock is set forward, a new window begins, as it does when time passes.
 */
export interface Window {
  /** Moves on to the current window; everything below is about that one. Windows are aligned to the epoch: a day is one of UTC. */
  state(now: number): WindowState;
  /** Nothing here, and nothing to be had. */
  readonly usedUp: boolean;
  /** Without any, and not used up: `replenish` gets some. */
  readonly hasTokens: boolean;
  /** Resolves when there are tokens, or none to be had. */
  replenish(): Promise<void>;
  /** Takes one token, out of the state too. */
  spend(state: WindowState): void;
  /** Gives one back, to the state too; nothing when its window is over. */
  refund(state: WindowState): void;
  /** Adds what was spent of the window before this process began. */
  begin(spent: number): void;
  /** Goes on with what another one, under another limit, has counted in its current window. */
  takeOver(other: this, now: number): void;
  /** Leaves what it holds and has not spent to others. */
  giveBack(now: number): Promise<void>;
  /** Puts the ledger's books right, which have missed something. */
  tell(ask: Ledger['ask'], what: Told, now: number): Promise<void>;
}

/** A window that nobody else spends from. */
export class CountedWindow implements Window {
  readonly #window: LimitWindow;
  #startedAt = 0;
  #spent = 0;

  constructor(window: LimitWindow) {
    this.#window = window;
  }

  state(now: number): WindowState {
    const length = this.#window.seconds * 1000;
    const startedAt = now - (now % length);
    if (startedAt > this.#startedAt) this.#spent = 0;
    this.#startedAt = startedAt;
    return {
      window: this.#window,
      startedAt,
      remaining: Math.max(0, this.#window.requests - this.#spent),
      resetSeconds: Math.ceil((startedAt + length - now) / 1000),
    };
  }

  get usedUp(): boolean {
    return this.#spent >= this.#window.requests;
  }

  get hasTokens(): boolean {
    return !this.usedUp;
  }

  /** There is nobody to get any from. */
  async replenish(): Promise<void> {}

  spend(state: WindowState): void {
    this.#spent++;
    state.remaining--;
  }

  refund(state: WindowState): void {
    if (state.startedAt !== this.#startedAt) return;
    this.#spent--;
    state.remaining++;
  }

  begin(spent: number): void {
    this.#spent += spent;
  }

  takeOver(other: CountedWindow, now: number): void {
    this.state(now);
    other.state(now);
    this.#spent = other.#spent;
  }

  /** There is nobody to leave anything to. */
  async giveBack(): Promise<void> {}

  /** There are no books. */
  async tell(): Promise<void> {}
}
