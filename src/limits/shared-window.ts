import type { LimitWindow } from '../config.ts';
import type { Ledger, LedgerRequest, Told } from './ledger.ts';
import type { Window, WindowState } from './window.ts';

/**
 * A node asks for this part of what nobody holds: much while there is much, one by one towards the end. Never for more than
 * MOST, or a thousandth of a large limit, because what a node holds when it is killed is lost to the others until the window
 * ends.
 */
const PART = 1 / 20;
const MOST = 200;
const MOST_OF_ALL = 1 / 1000;

export interface SharedWindowParts {
  /** What is limited, the same on every node: an id that names nobody. */
  subject: string;
  window: LimitWindow;
  ledger: Ledger;
  /** Whether a node lets a few pass before it asks: all nodes together one part, and each at least one. */
  trusting?: boolean;
}

/** A window that several nodes spend from, each of them a part that is booked in the ledger. */
export class SharedWindow implements Window {
  readonly #subject: string;
  readonly #window: LimitWindow;
  readonly #ledger: Ledger;
  readonly #trusting: boolean;
  #startedAt = Number.NaN;
  #seenAt = Number.NaN;
  /** What this node let pass. */
  #spent = 0;
  /** What anybody let pass before this node began, as far as it knows. */
  #earlier = 0;
  /** What it may let pass by the ledger's books, or before it has asked. */
  #held = 0;
  /** What it may let pass on its own while the ledger cannot be reached; otherwise undefined. */
  #share: number | undefined;
  /** What nobody held when the ledger was last asked. */
  #left = 0;
  #asked = false;
  #asking: Promise<void> | undefined;

  constructor({ subject, window, ledger, trusting = false }: SharedWindowParts) {
    this.#subject = subject;
    this.#window = window;
    this.#ledger = ledger;
    this.#trusting = trusting;
  }

  state(now: number): WindowState {
    const length = this.#window.seconds * 1000;
    const startedAt = now - (now % length);
    if (startedAt !== this.#startedAt) this.#start(startedAt);
    this.#seenAt = now;
    return {
      window: this.#window,
      startedAt,
      remaining: Math.max(0, this.#tokens + this.#left),
      resetSeconds: Math.ceil((startedAt + length - now) / 1000),
    };
  }

  get usedUp(): boolean {
    return this.#tokens <= 0 && this.#left === 0 && !this.#mayRecover;
  }

  get hasTokens(): boolean {
    return this.#tokens > 0;
  }

  async replenish(): Promise<void> {
    if (!this.hasTokens && !this.usedUp) await this.#ask();
  }

  /** Asks for more when few are left. */
  spend(state: WindowState): void {
    this.#spent++;
    state.remaining--;
    const isLow = this.#asked && this.#left > 0 && this.#tokens * 2 <= this.#part;
    if (isLow || this.#mayRecover) void this.#ask();
  }

  refund(state: WindowState): void {
    if (state.startedAt !== this.#startedAt) return;
    this.#spent--;
    state.remaining++;
  }

  /** The books may have it already: the ledger sees to it that it counts once. */
  begin(spent: number): void {
    this.#earlier += spent;
    this.#left = Math.max(0, this.#left - spent);
  }

  /** On its own share the node stays until there is more to be had. */
  async tell(ask: Ledger['ask'], what: Told, now: number): Promise<void> {
    this.state(now);
    const earlier = what === 'earlier' ? this.#earlier : 0;
    if (what === 'earlier' ? earlier === 0 : this.#spent === 0) return;
    const startedAt = this.#startedAt;
    try {
      const { held } = await ask({ ...this.#request(this.#inHand), earlier });
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

  takeOver(other: SharedWindow, now: number): void {
    this.state(now);
    other.state(now);
    this.#spent = other.#spent;
    this.begin(other.#earlier);
  }

  #start(startedAt: number): void {
    const wasSetBack = startedAt < this.#startedAt;
    this.#startedAt = startedAt;
    if (!wasSetBack) {
      this.#spent = 0;
      this.#earlier = 0;
    }
    const trusted = this.#trusting ? Math.ceil((this.#window.requests * PART) / this.#ledger.nodes) : 0;
    this.#held = Math.max(this.#spent, trusted);
    this.#share = undefined;
    this.#left = Math.max(0, this.#window.requests - this.#held - this.#earlier);
    this.#asked = false;
    this.#asking = undefined;
  }

  get #tokens(): number {
    return Math.max(this.#held, this.#share ?? 0) - this.#spent;
  }

  get #inHand(): number {
    return Math.max(0, this.#held - this.#spent);
  }

  get #part(): number {
    const most = Math.max(MOST, this.#window.requests * MOST_OF_ALL);
    return Math.floor(Math.min(most, Math.max(1, this.#left * PART)));
  }

  /** On its own share, with a ledger that was heard of again. */
  get #mayRecover(): boolean {
    return this.#share !== undefined && this.#ledger.reachable;
  }

  /** What this node lets pass of the window while nodes know nothing of each other. */
  get #ownShare(): number {
    const left = this.#window.requests - this.#earlier;
    return left > 0 ? Math.max(1, Math.floor(left / this.#ledger.nodes)) : 0;
  }

  #request(wanted: number): LedgerRequest {
    const { name, requests: limit, seconds } = this.#window;
    return {
      subject: `${this.#subject} ${name} ${seconds} ${this.#startedAt}`,
      endsIn: this.#startedAt + seconds * 1000 - this.#seenAt,
      limit,
      earlier: this.#earlier,
      spent: this.#spent,
      wanted,
    };
  }

  /** @param wanted by default another part, and in any case what is in hand: meanwhile it is spent on */
  #ask(wanted = Math.max(this.#inHand, this.#part)): Promise<void> {
    this.#asked = true;
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
      this.#share = undefined;
    } catch {
      if (startedAt !== this.#startedAt) return;
      this.#share = this.#ownShare;
      this.#left = 0;
    }
  }
}
