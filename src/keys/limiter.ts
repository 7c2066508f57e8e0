import type { LimitWindow, Plan } from '../config.ts';
import type { Ledger } from './ledger.ts';
import { SharedWindow } from './shared-window.ts';
import { CountedWindow, type Window, type WindowState } from './window.ts';

export interface LimitState {
  exceeded: boolean;
  burst: WindowState;
  daily: WindowState;
}

export interface LimiterOptions {
  /** In which this process shares the limits with others; without one it counts alone. */
  ledger?: Ledger;
  clock?: () => number;
}

/**
 * Charges what each key asks for, against the two windows of its plan. In memory, and synchronous while it need not ask
 * others: a decision costs well under a microsecond. A request is charged on arrival and refunded when its answer turns out to
 * be a 304.
 */
export class Limiter {
  readonly #plans: ReadonlyMap<string, Plan>;
  readonly #ledger: Ledger | undefined;
  readonly #clock: () => number;
  readonly #windows = new Map<string, { plan: string; burst: Window; daily: Window }>();

  constructor(plans: ReadonlyMap<string, Plan>, { ledger, clock = Date.now }: LimiterOptions = {}) {
    this.#plans = plans;
    this.#ledger = ledger;
    this.#clock = clock;
    ledger?.onReturn?.(async (ask, what) => {
      const now = this.#clock();
      await Promise.all(this.#allWindows().map((window) => window.tell(ask, what, now)));
    });
  }

  /**
   * Charges one request unless a window is used up; a refused request costs nothing. Undefined, with nothing charged, while
   * that is not known here: `ready` tells when to try again.
   */
  take(keyId: string, planName: string): LimitState | undefined {
    const { burst, daily } = this.#windowsOf(keyId, planName);
    const now = this.#clock();
    const states = { burst: burst.state(now), daily: daily.state(now) };
    if (burst.usedUp || daily.usedUp) return { exceeded: true, ...states };
    if (!burst.hasTokens || !daily.hasTokens) return undefined;
    burst.spend(states.burst);
    daily.spend(states.daily);
    return { exceeded: false, ...states };
  }

  async ready(keyId: string, planName: string): Promise<void> {
    const { burst, daily } = this.#windowsOf(keyId, planName);
    await Promise.all([burst.replenish(), daily.replenish()]);
  }

  /** Gives back what `take` charged, and corrects the state that the client will see. */
  refund(keyId: string, state: LimitState): void {
    const windows = this.#windows.get(keyId);
    if (windows === undefined || state.exceeded) return;
    windows.burst.refund(state.burst);
    windows.daily.refund(state.daily);
  }

  /** How much of the day's quota is left, for all who share it; costs nothing. */
  async daily(keyId: string, planName: string): Promise<WindowState> {
    const { daily } = this.#windowsOf(keyId, planName);
    daily.state(this.#clock());
    await daily.look();
    return daily.state(this.#clock());
  }

  /** Starts a key's daily quota from what was counted before a restart. */
  restore(keyId: string, planName: string, usedToday: number): void {
    const { daily } = this.#windowsOf(keyId, planName);
    daily.state(this.#clock());
    daily.begin(usedToday);
  }

  /** Gives what is held and not spent back to the others. */
  async stop(): Promise<void> {
    const now = this.#clock();
    await Promise.all(this.#allWindows().map((window) => window.giveBack(now)));
  }

  #allWindows(): Window[] {
    return [...this.#windows.values()].flatMap(({ burst, daily }) => [burst, daily]);
  }

  /** A key that gets another plan keeps what it has used of the day, as it does over a restart. */
  #windowsOf(keyId: string, planName: string) {
    const existing = this.#windows.get(keyId);
    if (existing !== undefined && existing.plan === planName) return existing;
    // A plan taken out of the settings falls back to `standard`, which readConfig guarantees.
    const plan = this.#plans.get(planName) ?? this.#plans.get('standard');
    if (plan === undefined) throw new Error('the plan `standard` is missing');
    const fresh = {
      plan: planName,
      burst: this.#newWindow(keyId, plan.burst),
      daily: this.#newWindow(keyId, plan.daily),
    };
    if (existing !== undefined) fresh.daily.takeOver(existing.daily, this.#clock());
    this.#windows.set(keyId, fresh);
    return fresh;
  }

  #newWindow(keyId: string, window: LimitWindow): Window {
    const ledger = this.#ledger;
    return ledger === undefined
      ? new CountedWindow(window)
      : new SharedWindow({ subject: keyId, window, ledger });
  }
}
