/** Where several limiters meet: each holds a part of a window, and all of them together no more than its limit. */
export interface Ledger {
  /** How many limiters share it, as far as is known: at least 1. */
  readonly nodes: number;
  /** Whether there is more to be had: not from the first failure until its books are right again. */
  readonly reachable: boolean;
  /** Books anew what this limiter holds of a window. Rejects, soon, when the ledger cannot be reached. */
  ask(request: LedgerRequest): Promise<LedgerAnswer>;
  /**
   * Of a ledger that can be lost: `tell` is called twice when it is heard of again, a while before it is reachable. Each
   * limiter then tells, through the `ask` that it is given, and wants nothing new: first what it has `spent`, and when all
   * have done so, what it knows of `earlier`. So nobody is granted what others have spent meanwhile, and nothing counts twice.
   */
  onReturn?(tell: Tell): void;
}

export type Tell = (ask: Ledger['ask'], what: Told) => Promise<void>;

/** By its name in a request. */
export type Told = 'spent' | 'earlier';

/**
 * It tells all that was spent, and not what is new: so nothing is wrong for long when an answer is lost, when nodes went on
 * without the ledger, or when the ledger has lost its books.
 */
export interface LedgerRequest {
  /** One window of what is limited, `key_… daily 86400 1795132800000`: no two windows share it. */
  subject: string;
  /** Milliseconds, by the clock of the limiter that asks: the ledger may have another one. */
  endsIn: number;
  /** Requests that all limiters together may let pass. */
  limit: number;
  /**
   * What anybody has let pass before this limiter began, as far as it knows. What of that the books do not have, because
   * those who spent it ended before they were asked for, is booked as nobody's.
   */
  earlier: number;
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
  readonly #windows = new Map<string, Books>();
  #sweptAt = Number.NEGATIVE_INFINITY;

  /** @param clock in milliseconds, one that nobody sets */
  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** How many windows have books. */
  get size(): number {
    return this.#windows.size;
  }

  /** @param limiter who asks */
  ask(limiter: string, { subject, endsIn, limit, earlier, spent, wanted }: LedgerRequest): LedgerAnswer {
    const books = this.#booksOf(subject);
    books.endsAt = Math.max(books.endsAt, this.#clock() + endsIn);
    books.holdings.delete(limiter);
    const others = books.holdings.values().reduce((sum, held) => sum + held, 0);
    books.earlier = Math.max(books.earlier, earlier - others);
    const free = Math.max(0, limit - books.earlier - others - spent);
    const granted = Math.min(wanted, free);
    books.holdings.set(limiter, spent + granted);
    return { held: spent + granted, left: free - granted };
  }

  #booksOf(subject: string): Books {
    this.#sweep();
    const existing = this.#windows.get(subject);
    if (existing !== undefined) return existing;
    const books = { endsAt: 0, earlier: 0, holdings: new Map<string, number>() };
    this.#windows.set(subject, books);
    return books;
  }

  #sweep(): void {
    const now = this.#clock();
    if (now < this.#sweptAt + SWEEP_MILLISECONDS) return;
    this.#sweptAt = now;
    for (const [subject, { endsAt }] of this.#windows) if (endsAt < now) this.#windows.delete(subject);
  }
}

/** Of one window. */
interface Books {
  /** By the ledger's clock. */
  endsAt: number;
  /** What nobody holds and was spent all the same. */
  earlier: number;
  /** By limiter. */
  holdings: Map<string, number>;
}

const SWEEP_MILLISECONDS = 10_000;
