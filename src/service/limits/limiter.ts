import { type LimitWindow, type Plan, planNamed } from '../plan.ts';
import type { Ledger } from './ledger.ts';
import { Window, type WindowState } from './window.ts';

/** What the limits of a key depend on. */
export interface LimitedKey {
  /** Who has the plan: the account, or a key without one together with the keys that replace it. */
  holder: string;
  /** The same for a key and the keys that it was rotated from and to. */
  lineage: string;
  plan: string;
  /** At most this percentage of the holder's limits; null: all of them. */
  share: number | null;
}

/** What one request was charged to, and what is left there. */
export interface LimitState {
  exceeded: boolean;
  /** Who has the plan: an account, or a key that belongs to none. */
  holder: 'account' | 'key';
  /** The plan's `burst` and `daily`; for a key with a share also `key-burst` and `key-daily`. */
  windows: readonly WindowState[];
}

export interface LimiterOptions {
  /** Shares the limits with other processes; without it, this process counts by itself. */
  ledger?: Ledger;
  clock?: () => number;
}

/**
 * Charges each request to the holder of its key, in the two windows of the holder's plan: all keys of an account share them. A
 * key with a share is charged to two smaller windows as well, which it shares with the keys that it was rotated from and to. It
 * works in memory, and synchronously unless other processes have to be asked: a decision costs well under a microsecond. A
 * request is charged on arrival and refunded when its response turns out to be a 304.
 */
export class Limiter {
  readonly #plans: ReadonlyMap<string, Plan>;
  readonly #ledger: Ledger | undefined;
  readonly #clock: () => number;
  readonly #ofHolders = new Map<string, Counts>();
  /** By lineage. */
  readonly #ofShares = new Map<string, Counts>();

  constructor(plans: ReadonlyMap<string, Plan>, { ledger, clock = Date.now }: LimiterOptions = {}) {
    this.#plans = plans;
    this.#ledger = ledger;
    this.#clock = clock;
    ledger?.onReturn?.(async (ask, what) => {
      const now = this.#clock();
      await Promise.all(this.#allWindows().map((window) => window.report(ask, what, now)));
    });
  }

  /**
   * Charges one request unless a window is used up; a refused request costs nothing. Undefined, with nothing charged, while this
   * process does not know the answer: `ready` resolves when it makes sense to try again.
   */
  take(key: LimitedKey): LimitState | undefined {
    const windows = this.#windowsOf(key);
    const now = this.#clock();
    const states = windows.map((window) => window.state(now));
    const exceeded = windows.some((window) => window.usedUp);
    if (!exceeded) {
      if (!windows.every((window) => window.hasTokens)) return undefined;
      forBoth(windows, states, (window, state) => window.spend(state));
    }
    return { exceeded, holder: key.holder === key.lineage ? 'key' : 'account', windows: states };
  }

  async ready(key: LimitedKey): Promise<void> {
    const now = this.#clock();
    await Promise.all(this.#windowsOf(key).map((window) => window.replenish(now)));
  }

  /** Gives back what `take` charged, and corrects the state that the client will see. */
  refund(key: LimitedKey, { exceeded, windows }: LimitState): void {
    if (!exceeded) forBoth(this.#windowsOf(key), windows, (window, state) => window.refund(state));
  }

  /**
   * The holders that have used at least this part of their daily limit, as far as this process knows: what other processes hold
   * and have not spent counts as used.
   */
  nearDailyLimit(part: number): string[] {
    const now = this.#clock();
    return [...this.#ofHolders]
      .filter(([, { daily }]) => {
        if (daily.isOver(now)) return false;
        const { window, remaining } = daily.state(now);
        return window.requests - remaining >= window.requests * part;
      })
      .map(([holder]) => holder);
  }

  /** Adds what a key used of today's quota before a restart. */
  restore({ holder, lineage, plan, share }: LimitedKey, usedToday: number): void {
    const now = this.#clock();
    this.#counts(this.#ofHolders, holder, plan, null).daily.restore(usedToday, now);
    if (share !== null) this.#counts(this.#ofShares, lineage, plan, share).daily.restore(usedToday, now);
  }

  /** Drops the counts of holders and shares whose windows are both over. */
  forgetUnused(): void {
    const now = this.#clock();
    for (const counts of [this.#ofHolders, this.#ofShares])
      for (const [subject, { windows }] of counts)
        if (windows.every((window) => window.isOver(now))) counts.delete(subject);
  }

  /** How many holders and shares have counts. */
  get size(): number {
    return this.#ofHolders.size + this.#ofShares.size;
  }

  /** Gives what is held but not spent back to the others. */
  async stop(): Promise<void> {
    const now = this.#clock();
    await Promise.all(this.#allWindows().map((window) => window.giveBack(now)));
  }

  #allWindows(): Window[] {
    return [...this.#ofHolders.values(), ...this.#ofShares.values()].flatMap(({ windows }) => windows);
  }

  #windowsOf({ holder, lineage, plan, share }: LimitedKey): readonly Window[] {
    const { windows } = this.#counts(this.#ofHolders, holder, plan, null);
    return share === null
      ? windows
      : [...windows, ...this.#counts(this.#ofShares, lineage, plan, share).windows];
  }

  #counts(known: Map<string, Counts>, subject: string, plan: string, share: number | null): Counts {
    const before = known.get(subject);
    if (before?.plan === plan && before.share === share) return before;
    const limits = planNamed(this.#plans, plan);
    const ledger = this.#ledger;
    const newWindow = (limit: LimitWindow) =>
      new Window(share === null ? limit : partOf(limit, share), ledger && { ledger, subject });
    const [burst, daily] = [newWindow(limits.burst), newWindow(limits.daily)];
    // A holder that gets another plan, or a key that gets another share, keeps what it has used, as it does after a restart.
    if (before !== undefined) {
      const now = this.#clock();
      burst.takeOver(before.burst, now);
      daily.takeOver(before.daily, now);
    }
    const counts = { plan, share, burst, daily, windows: [burst, daily] };
    known.set(subject, counts);
    return counts;
  }
}

interface Counts {
  plan: string;
  share: number | null;
  burst: Window;
  daily: Window;
  /** `burst` and `daily`. */
  windows: readonly Window[];
}

/** A share of a window: at least one request. */
export function partOf({ name, requests, seconds }: LimitWindow, share: number): LimitWindow {
  return { name: `key-${name}`, requests: Math.max(1, Math.floor((requests * share) / 100)), seconds };
}

function forBoth(
  windows: readonly Window[],
  states: readonly WindowState[],
  work: (window: Window, state: WindowState) => void,
): void {
  windows.forEach((window, index) => {
    const state = states[index];
    if (state !== undefined) work(window, state);
  });
}
