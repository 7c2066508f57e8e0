import type { LimitWindow, Plan } from '../config.ts';
import type { Ledger, LedgerRequest, LedgerWindow } from './ledger.ts';
import type { LimitState, Limits, WindowState } from './limiter.ts';

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
    ledger.onReturn?.((ask) => this.#tell(ask));
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

  async restore(keyId: string, planName: string, usedToday: number): Promise<void> {
    const { daily } = this.#windowsOf(keyId, planName);
    daily.state(this.#clock());
    await daily.begin(usedToday);
  }

  /** Gives what is held and not spent back to the others. */
  async stop(): Promise<void> {
    const now = this.#clock();
    await Promise.all(this.#allWindows().map((window) => window.giveBack(now)));
  }

  async #tell(ask: Ledger['ask']): Promise<void> {
    const now = this.#clock();
    await Promise.all(this.#allWindows().map((window) => window.tell(ask, now)));
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
      burst: new SharedWindow(keyId, plan.burst, this.#ledger),
      daily: new SharedWindow(keyId, plan.daily, this.#ledger),
    };
    if (existing !== undefined) fresh.daily.takeOver(existing.daily, this.#clock());
    this.#windows.set(keyId, fresh);
    return fresh;
  }
}

/**
 * A node asks for this part of what nobody holds: much while there is much, one by one towards the end. Never for more than
 * MOST, because what a node holds when it is killed is lost to the key until the window ends.
 */
const PART = 1 / 20;
const MOST = 200;

/** One window of one key, of which this node holds a part. */
class SharedWindow {
  readonly #keyId: string;
  readonly #window: LimitWindow;
  readonly #ledger: Ledger;
  #startedAt = Number.NaN;
  /** What this node let pass. */
  #spent = 0;
  /** What it may let pass by the ledger's books. */
  #held = 0;
  /** What it may let pass on its own while the ledger cannot be reached; otherwise 0. */
  #share = 0;
  /** What nobody held when the ledger was last asked. */
  #left = 0;
  #asking: Promise<void> | undefined;

  constructor(keyId: string, window: LimitWindow, ledger: Ledger) {
    this.#keyId = keyId;
    this.#window = window;
    this.#ledger = ledger;
  }

  get hasTokens(): boolean {
    return this.#tokens > 0;
  }

  /** Nothing here, and nothing to be had. */
  get usedUp(): boolean {
    return this.#tokens <= 0 && this.#left === 0 && !this.#mayRecover;
  }

  /** Moves on to the current window. */
  state(now: number): WindowState {
    const length = this.#window.seconds * 1000;
    const startedAt = now - (now % length);
    if (startedAt !== this.#startedAt) {
      this.#startedAt = startedAt;
      this.#spent = 0;
      this.#held = 0;
      this.#share = 0;
      this.#left = this.#window.requests;
      this.#asking = undefined;
    }
    return {
      window: this.#window,
      startedAt,
      remaining: Math.max(0, this.#tokens + this.#left),
      resetSeconds: Math.ceil((startedAt + length - now) / 1000),
    };
  }

  /** Takes one token, out of the state too, and asks for more when few are left. */
  spend(state: WindowState): void {
    this.#spent++;
    state.remaining--;
    const isLow = this.#left > 0 && this.#tokens * 2 <= this.#part;
    if (isLow || this.#mayRecover) void this.#ask();
  }

  refund(state: WindowState): void {
    if (state.startedAt !== this.#startedAt) return;
    this.#spent--;
    state.remaining++;
  }

  /** Resolves when there are tokens, or none to be had. */
  async replenish(): Promise<void> {
    if (!this.hasTokens && !this.usedUp) await this.#ask();
  }

  /** Learns what is left, and takes nothing. */
  async look(): Promise<void> {
    await this.#ask(this.#inHand);
  }

  /** Books what was spent before there was a ledger, or before it lost its books. */
  async begin(spent: number): Promise<void> {
    await this.#ledger.begin(this.#inBooks, spent);
  }

  /** Puts the books right that have missed something; on its own share the node stays until there is more to be had. */
  async tell(ask: Ledger['ask'], now: number): Promise<void> {
    this.state(now);
    if (this.#spent === 0) return;
    const startedAt = this.#startedAt;
    try {
      const { held } = await ask(this.#request(this.#inHand));
      if (startedAt === this.#startedAt) this.#held = held;
    } catch {
      // It was lost again.
    }
  }

  async giveBack(now: number): Promise<void> {
    this.state(now);
    await this.#asking;
    if (this.#held > this.#spent && this.#ledger.reachable) await this.#ask(0);
  }

  /** Goes on with what the other one, as long as this, has let pass in the current window. */
  takeOver(other: SharedWindow, now: number): void {
    this.state(now);
    other.state(now);
    this.#spent = other.#spent;
  }

  get #tokens(): number {
    return Math.max(this.#held, this.#share) - this.#spent;
  }

  get #inHand(): number {
    return Math.max(0, this.#held - this.#spent);
  }

  get #part(): number {
    return Math.min(MOST, Math.max(1, Math.floor(this.#left * PART)));
  }

  /** On its own share, with a ledger that was heard of again. */
  get #mayRecover(): boolean {
    return this.#share > 0 && this.#ledger.reachable;
  }

  #request(wanted: number): LedgerRequest {
    return { ...this.#inBooks, limit: this.#window.requests, spent: this.#spent, wanted };
  }

  get #inBooks(): LedgerWindow {
    return {
      subject: `${this.#keyId} ${this.#window.seconds} ${this.#startedAt}`,
      endsAt: this.#startedAt + this.#window.seconds * 1000,
    };
  }

  /** @param wanted by default another part, and in any case what is in hand: meanwhile it is spent on */
  #ask(wanted = Math.max(this.#inHand, this.#part)): Promise<void> {
    this.#asking ??= this.#exchange(wanted).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #exchange(wanted: number): Promise<void> {
    const startedAt = this.#startedAt;
    try {
      const { held, left } = await this.#ledger.ask(this.#request(wanted));
      if (startedAt !== this.#startedAt) return;
      this.#held = held;
      this.#left = left;
      this.#share = 0;
    } catch {
      if (startedAt !== this.#startedAt) return;
      this.#share = Math.max(1, Math.floor(this.#window.requests / this.#ledger.nodes));
      this.#left = 0;
    }
  }
}
