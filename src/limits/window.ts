import type { LimitWindow } from '../config.ts';
import type { Ledger, LedgerRequest, Reported } from './ledger.ts';

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
 * A process asks for this part of what no process holds: much while there is much, one by one towards the end. Never for more
 * than MOST, or a thousandth of a large limit, because what a process holds when it is killed is lost to the others until the
 * window ends.
 */
const PART = 1 / 20;
const MOST = 200;
const MOST_OF_ALL = 1 / 1000;

/** With which other processes a window is shared. */
export interface Sharing {
  ledger: Ledger;
  /** Whose window it is, the same in every process: an id that names nobody. */
  subject: string;
  /** Whether a process lets a few pass before it asks: all processes together one part, and each at least one. */
  trusting?: boolean;
}

/**
 * One fixed window of one limit, aligned to the epoch: a day is one of UTC. This process holds a number of requests that it may
 * let pass: all of them when it counts alone, otherwise what the ledger has granted it.
 *
 * When the clock is set back, the count goes along into the earlier window: nobody gains requests by it, and nobody waits for
 * longer than that window lasts. When the clock is set forward, a new window begins, as it does when time passes.
 */
export class Window {
  readonly #limit: LimitWindow;
  readonly #sharing: Sharing | undefined;
  #startedAt = Number.NEGATIVE_INFINITY;
  /** Requests that this process has let pass. */
  #spent = 0;
  /** Requests that any process let pass before this one began, as far as it knows. */
  #earlier = 0;
  /** Requests that this process may let pass, including those that it has let pass. */
  #held = 0;
  /** Requests that no process holds, as far as is known here. */
  #left = 0;
  /** Who says what is held: nobody yet, the ledger, or, while the ledger is unreachable, this process. */
  #heldBy: 'nobody' | 'ledger' | 'us' = 'nobody';
  #asking: Promise<void> | undefined;

  /** @param sharing without it, this process counts alone */
  constructor(limit: LimitWindow, sharing?: Sharing) {
    this.#limit = limit;
    this.#sharing = sharing;
  }

  /** Moves on to the current window; everything below is about that one. */
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

  /** Whether its last window has ended: then it remembers nothing that counts. */
  isOver(now: number): boolean {
    return this.#startedAt + this.#limit.seconds * 1000 <= now;
  }

  /** No tokens here, and none to be had. */
  get usedUp(): boolean {
    return this.#tokens <= 0 && this.#left === 0 && !this.#mayRecover;
  }

  /** Without any, and not used up: `replenish` gets some. */
  get hasTokens(): boolean {
    return this.#tokens > 0;
  }

  /** Resolves when there are tokens, or none to be had. */
  async replenish(now: number): Promise<void> {
    const state = this.state(now);
    if (!this.hasTokens && !this.usedUp) await this.#ask(state);
  }

  /** Takes one token, out of the state too. Asks for more when few are left. */
  spend(state: WindowState): void {
    this.#spent++;
    state.remaining--;
    const isLow = this.#heldBy === 'ledger' && this.#left > 0 && this.#tokens * 2 <= this.#part;
    if (isLow || this.#mayRecover) void this.#ask(state);
  }

  /** Gives one token back, to the state too; nothing when its window is over. */
  refund(state: WindowState): void {
    if (state.startedAt !== this.#startedAt) return;
    this.#spent--;
    state.remaining++;
  }

  /** Adds what was spent of the window before this process began. The ledger may know of it, and counts it once. */
  restore(spent: number, now: number): void {
    this.state(now);
    if (this.#sharing === undefined) {
      this.#spent += spent;
      return;
    }
    this.#earlier += spent;
    this.#left = Math.max(0, this.#left - spent);
  }

  /** Goes on with what another one, under another limit, has counted in its current window. */
  takeOver(other: Window, now: number): void {
    other.state(now);
    this.restore(other.#earlier, now);
    this.#spent = other.#spent;
  }

  /** Leaves what it holds and has not spent to others. */
  async giveBack(now: number): Promise<void> {
    const state = this.state(now);
    await this.#asking;
    if (this.#unspent > 0 && this.#sharing?.ledger.reachable === true) await this.#ask(state, 0);
  }

  /** Puts the ledger's books right, which have missed something. A process that is on its own stays so for now. */
  async report(ask: Ledger['ask'], what: Reported, now: number): Promise<void> {
    const state = this.state(now);
    const earlier = what === 'earlier' ? this.#earlier : 0;
    if (this.#sharing === undefined || (what === 'earlier' ? earlier : this.#spent) === 0) return;
    const wanted = this.#heldBy === 'us' ? 0 : this.#unspent;
    try {
      const { held } = await ask({ ...this.#request(this.#sharing, state, wanted), earlier });
      if (state.startedAt === this.#startedAt && this.#heldBy !== 'us') this.#held = held;
    } catch {
      // It was lost again.
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

  /** Below nothing where more was spent than is held: after a restart under a smaller limit, for one. */
  get #tokens(): number {
    return this.#held - this.#spent;
  }

  get #unspent(): number {
    return Math.max(0, this.#tokens);
  }

  get #part(): number {
    const most = Math.max(MOST, this.#limit.requests * MOST_OF_ALL);
    return Math.floor(Math.min(most, Math.max(1, this.#left * PART)));
  }

  /** On its own, with a ledger that is back. */
  get #mayRecover(): boolean {
    return this.#heldBy === 'us' && this.#sharing?.ledger.reachable === true;
  }

  /** What this process lets pass of the window while processes know nothing of each other. */
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

  /** @param wanted by default another part, and at least what the ledger has granted: it is spent meanwhile */
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
