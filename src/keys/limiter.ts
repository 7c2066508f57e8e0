import type { LimitWindow, Plan } from '../config.ts';

/** What a client learns of one window: how much is left, and in how many seconds it starts anew. */
export interface WindowState {
  window: LimitWindow;
  /** Milliseconds since the epoch. */
  startedAt: number;
  remaining: number;
  resetSeconds: number;
}

export interface LimitState {
  exceeded: boolean;
  burst: WindowState;
  daily: WindowState;
}

/** Charges what each key asks for, against its plan: a process on its own (`Limiter`), or together with others (`SharedLimiter`). */
export interface Limits {
  /**
   * Charges one request unless a window is used up; a refused request costs nothing. Undefined, with nothing charged, while
   * that is not known here: `ready` tells when to try again.
   */
  take(keyId: string, planName: string): LimitState | undefined;
  ready(keyId: string, planName: string): Promise<void>;
  /** Gives back what `take` charged, and corrects the state that the client will see. */
  refund(keyId: string, state: LimitState): void;
  /** How much of the day's quota is left; costs nothing. */
  daily(keyId: string, planName: string): WindowState | Promise<WindowState>;
  /** Starts a key's daily quota from what was counted before a restart. */
  restore(keyId: string, planName: string, usedToday: number): void | Promise<void>;
  stop(): Promise<void>;
}

/** One fixed window, counted. */
export class WindowCounter {
  readonly #window: LimitWindow;
  #startedAt = 0;
  #used = 0;

  constructor(window: LimitWindow) {
    this.#window = window;
  }

  /** Moves on to the current window. Windows are aligned to the epoch: the daily one to UTC midnight. */
  state(now: number): WindowState {
    const length = this.#window.seconds * 1000;
    const start = now - (now % length);
    if (start !== this.#startedAt) {
      this.#startedAt = start;
      this.#used = 0;
    }
    return {
      window: this.#window,
      startedAt: start,
      remaining: Math.max(0, this.#window.requests - this.#used),
      resetSeconds: Math.ceil((start + length - now) / 1000),
    };
  }

  /** Adds to the window that `state` last moved to. */
  add(requests: number): void {
    this.#used += requests;
  }

  /** Takes one request back, in the state too; nothing when its window is over. */
  refund(state: WindowState): void {
    if (state.startedAt !== this.#startedAt) return;
    this.#used--;
    state.remaining++;
  }

  /** Starts with what the other one, as long as this, has counted in the current window. */
  takeOver(other: WindowCounter, now: number): void {
    this.state(now);
    other.state(now);
    this.#used = other.#used;
  }
}

/**
 * Counts what each key asks for, against its plan. In memory and synchronous: a decision costs well under a
 * microsecond. A request is charged on arrival and refunded when its answer turns out to be a 304.
 */
export class Limiter implements Limits {
  readonly #plans: ReadonlyMap<string, Plan>;
  readonly #clock: () => number;
  readonly #counters = new Map<string, { plan: string; burst: WindowCounter; daily: WindowCounter }>();

  constructor(plans: ReadonlyMap<string, Plan>, clock: () => number = Date.now) {
    this.#plans = plans;
    this.#clock = clock;
  }

  take(keyId: string, planName: string): LimitState {
    const counters = this.#countersOf(keyId, planName);
    const now = this.#clock();
    const burst = counters.burst.state(now);
    const daily = counters.daily.state(now);
    if (burst.remaining === 0 || daily.remaining === 0) return { exceeded: true, burst, daily };
    counters.burst.add(1);
    counters.daily.add(1);
    burst.remaining--;
    daily.remaining--;
    return { exceeded: false, burst, daily };
  }

  /** Always. */
  async ready(): Promise<void> {}

  refund(keyId: string, state: LimitState): void {
    const counters = this.#counters.get(keyId);
    if (counters === undefined || state.exceeded) return;
    counters.burst.refund(state.burst);
    counters.daily.refund(state.daily);
  }

  daily(keyId: string, planName: string): WindowState {
    return this.#countersOf(keyId, planName).daily.state(this.#clock());
  }

  restore(keyId: string, planName: string, usedToday: number): void {
    const { daily } = this.#countersOf(keyId, planName);
    daily.state(this.#clock());
    daily.add(usedToday);
  }

  /** Nothing to give back. */
  async stop(): Promise<void> {}

  /** A key that gets another plan keeps what it has used of the day, as it does over a restart. */
  #countersOf(keyId: string, planName: string) {
    const existing = this.#counters.get(keyId);
    if (existing !== undefined && existing.plan === planName) return existing;
    // A plan taken out of the settings falls back to `standard`, which readConfig guarantees.
    const plan = this.#plans.get(planName) ?? this.#plans.get('standard');
    if (plan === undefined) throw new Error('the plan `standard` is missing');
    const fresh = {
      plan: planName,
      burst: new WindowCounter(plan.burst),
      daily: new WindowCounter(plan.daily),
    };
    if (existing !== undefined) fresh.daily.takeOver(existing.daily, this.#clock());
    this.#counters.set(keyId, fresh);
    return fresh;
  }
}
