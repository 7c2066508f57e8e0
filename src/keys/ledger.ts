/** Where several limiters meet: each holds a part of a window, and all of them together no more than its limit. */
export interface Ledger {
  /** How many limiters share it, as far as is known: at least 1. */
  readonly nodes: number;
  /** Whether there is more to be had: not from the first failure until its books are right again. */
  readonly reachable: boolean;
  /** Books anew what this limiter holds of a window. Rejects, soon, when the ledger cannot be reached. */
  ask(request: LedgerRequest): Promise<LedgerAnswer>;
  /** Books what was spent of a window before anybody asked; nothing when somebody has. */
  begin(window: LedgerWindow, spent: number): Promise<void>;
  /**
   * Of a ledger that can be lost: `tell` is called when it is heard of again, a while before it is reachable. Each limiter
   * then tells what it has spent, through the `ask` that it is given, and wants nothing new: so that nobody is granted what
   * others have spent meanwhile.
   */
  onReturn?(tell: (ask: Ledger['ask']) => Promise<void>): void;
}

/** One window of one key. */
export interface LedgerWindow {
  /** `key_… 86400 1795132800000`: no two windows share it. */
  subject: string;
  /** Milliseconds since the epoch. */
  endsAt: number;
}

/**
 * It tells all that was spent, and not what is new: so nothing is wrong for long when an answer is lost, when nodes went on
 * without the ledger, or when the ledger has lost its books.
 */
export interface LedgerRequest extends LedgerWindow {
  /** Requests that all limiters together may let pass. */
  limit: number;
  /** What this limiter has let pass in the window. */
  spent: number;
  /** What it wants to hold beyond that. */
  wanted: number;
}

export interface LedgerAnswer {
  /** What this limiter may let pass in the window, `spent` included. */
  held: number;
  /** What nobody holds. */
  left: number;
}

/** The ledger of limiters in one program, or in processes that reach it through one. */
export class MemoryLedger {
  readonly #clock: () => number;
  readonly #windows = new Map<string, { endsAt: number; holdings: Map<string, number> }>();
  #sweptAt = 0;

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
  }

  /** @param limiter who asks */
  ask(limiter: string, { limit, spent, wanted, ...window }: LedgerRequest): LedgerAnswer {
    const holdings = this.#holdingsOf(window);
    holdings.delete(limiter);
    const others = holdings.values().reduce((sum, held) => sum + held, 0);
    const free = Math.max(0, limit - others - spent);
    const granted = Math.min(wanted, free);
    holdings.set(limiter, spent + granted);
    return { held: spent + granted, left: free - granted };
  }

  begin(window: LedgerWindow, spent: number): void {
    const holdings = this.#holdingsOf(window);
    if (holdings.size === 0) holdings.set('earlier', spent);
  }

  #holdingsOf({ subject, endsAt }: LedgerWindow): Map<string, number> {
    this.#sweep();
    const existing = this.#windows.get(subject);
    if (existing !== undefined) return existing.holdings;
    const holdings = new Map<string, number>();
    this.#windows.set(subject, { endsAt, holdings });
    return holdings;
  }

  #sweep(): void {
    const now = this.#clock();
    if (now < this.#sweptAt + SWEEP_MILLISECONDS) return;
    this.#sweptAt = now;
    for (const [subject, { endsAt }] of this.#windows) if (endsAt < now) this.#windows.delete(subject);
  }
}

const SWEEP_MILLISECONDS = 10_000;
