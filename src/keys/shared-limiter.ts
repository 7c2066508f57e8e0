import type { Plan } from '../config.ts';
import type { Ledger, Told } from './ledger.ts';
import type { LimitState, Limits } from './limiter.ts';
import { SharedWindow } from './shared-window.ts';
import type { WindowState } from './window.ts';

/**
 * As `Limiter`, for nodes that share the limits of their keys. Of each window a node holds a part, booked in the ledger, and
 * decides on the spot while that lasts; it asks for more before. While the ledger cannot be reached, a node lets its own
 * share pass, and the ledger learns of it later.
 */
export class SharedLimiter implements Limits {
  readonly #plans: ReadonlyMap<string, Plan>;
  readonly #ledger: Ledger;
  readonly #clock: () => number;
  readonly #windows = new Map<string, { plan: string; burst: SharedWindow; daily: SharedWindow }>();

  constructor(plans: ReadonlyMap<string, Plan>, ledger: Ledger, clock: () => number = Date.now) {
    this.#plans = plans;
    this.#ledger = ledger;
    this.#clock = clock;
    ledger.onReturn?.((ask, what) => this.#tell(ask, what));
  }

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

  refund(keyId: string, state: LimitState): void {
    const windows = this.#windows.get(keyId);
    if (windows === undefined || state.exceeded) return;
    windows.burst.refund(state.burst);
    windows.daily.refund(state.daily);
  }

  /** Of all nodes together. */
  async daily(keyId: string, planName: string): Promise<WindowState> {
    const { daily } = this.#windowsOf(keyId, planName);
    daily.state(this.#clock());
    await daily.look();
    return daily.state(this.#clock());
  }

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

  async #tell(ask: Ledger['ask'], what: Told): Promise<void> {
    const now = this.#clock();
    await Promise.all(this.#allWindows().map((window) => window.tell(ask, what, now)));
  }

  #allWindows(): SharedWindow[] {
    return [...this.#windows.values()].flatMap(({ burst, daily }) => [burst, daily]);
  }

  /** A key that gets another plan keeps what it has used of the day. */
  #windowsOf(keyId: string, planName: string) {
    const existing = this.#windows.get(keyId);
    if (existing !== undefined && existing.plan === planName) return existing;
    // A plan taken out of the settings falls back to `standard`, which readConfig guarantees.
    const plan = this.#plans.get(planName) ?? this.#plans.get('standard');
    if (plan === undefined) throw new Error('the plan `standard` is missing');
    const fresh = {
      plan: planName,
      burst: new SharedWindow({ subject: keyId, window: plan.burst, ledger: this.#ledger }),
      daily: new SharedWindow({ subject: keyId, window: plan.daily, ledger: this.#ledger }),
    };
    if (existing !== undefined) fresh.daily.takeOver(existing.daily, this.#clock());
    this.#windows.set(keyId, fresh);
    return fresh;
  }
}
