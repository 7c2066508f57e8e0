import type { Plan } from '../config.ts';
import { CountedWindow, type WindowState } from './window.ts';

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
  restore(keyId: string, planName: string, usedToday: number): void;
  stop(): Promise<void>;
}

/**
 * Counts what each key asks for, against its plan. In memory and synchronous: a decision costs well under a
 * microsecond. A request is charged on arrival and refunded when its answer turns out to be a 304.
 */
export class Limiter implements Limits {
  readonly #plans: ReadonlyMap<string, Plan>;
  readonly #clock: () => number;
  readonly #windows = new Map<string, { plan: string; burst: CountedWindow; daily: CountedWindow }>();

  constructor(plans: ReadonlyMap<string, Plan>, clock: () => number = Date.now) {
    this.#plans = plans;
    this.#clock = clock;
  }

  take(keyId: string, planName: string): LimitState {
    const { burst, daily } = this.#windowsOf(keyId, planName);
    const now = this.#clock();
    const states = { burst: burst.state(now), daily: daily.state(now) };
    if (burst.usedUp || daily.usedUp) return { exceeded: true, ...states };
    burst.spend(states.burst);
    daily.spend(states.daily);
    return { exceeded: false, ...states };
  }

  /** Always. */
  async ready(): Promise<void> {}

  refund(keyId: string, state: LimitState): void {
    const windows = this.#windows.get(keyId);
    if (windows === undefined || state.exceeded) return;
    windows.burst.refund(state.burst);
    windows.daily.refund(state.daily);
  }

  daily(keyId: string, planName: string): WindowState {
    return this.#windowsOf(keyId, planName).daily.state(this.#clock());
  }

  restore(keyId: string, planName: string, usedToday: number): void {
    const { daily } = this.#windowsOf(keyId, planName);
    daily.state(this.#clock());
    daily.begin(usedToday);
  }

  /** Nothing to give back. */
  async stop(): Promise<void> {}

  /** A key that gets another plan keeps what it has used of the day, as it does over a restart. */
  #windowsOf(keyId: string, planName: string) {
    const existing = this.#windows.get(keyId);
    if (existing !== undefined && existing.plan === planName) return existing;
    // A plan taken out of the settings falls back to `standard`, which readConfig guarantees.
    const plan = this.#plans.get(planName) ?? this.#plans.get('standard');
    if (plan === undefined) throw new Error('the plan `standard` is missing');
    const fresh = {
      plan: planName,
      burst: new CountedWindow(plan.burst),
      daily: new CountedWindow(plan.daily),
    };
    if (existing !== undefined) fresh.daily.takeOver(existing.daily, this.#clock());
    this.#windows.set(keyId, fresh);
    return fresh;
  }
}
