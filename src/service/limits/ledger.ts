import { memo } from '../../engine/memo.ts';

/** Lets several processes share limits: each holds a part of a window, and all of them together no more than its limit. */
export interface Ledger {
  /** How many processes share it, as far as is known: at least 1. */
  readonly nodes: number;
  /** Whether it grants more: not from the first failure until its records are right again. */
  readonly reachable: boolean;
  /** Records what this process holds of a window, replacing what it held. Rejects soon when the ledger is unreachable. */
  ask(request: LedgerRequest): Promise<LedgerAnswer>;
  /**
   * For a ledger that can be lost. When it is back, it calls `report` some time before it grants again. Each process then reports
   * through the given `ask`, and wants nothing new: first what it has `spent` (again if it had to wait for other processes), when all
   * processes have done so, what it knows of `earlier`, and at the end what it has spent meanwhile. So no process is granted what others have spent since, and
   * nothing counts twice.
   */
  onReturn?(report: Report): void;
}

export type Report = (ask: Ledger['ask'], what: Reported) => Promise<void>;

/** What is reported: the field of the request that has it. */
export type Reported = 'spent' | 'earlier';

/**
 * A question has the total that was spent, not the difference. So nothing is wrong for long when an answer is lost, when
 * processes worked without the ledger, or when the ledger has lost its records.
 */
export interface LedgerRequest {
  /** One window of one account, key or client, `key_… daily 86400 1795132800000`: no two windows share it. */
  subject: string;
  /** Milliseconds, by the clock of the process that asks: the ledger may have another one. */
  endsIn: number;
  /** Requests that all processes together may admit. */
  limit: number;
  /**
   * Requests that any process admitted before this one started, as far as it knows. If some are missing in the records, because
   * the process that spent them ended before there were any, they are recorded as held by no process.
   */
  earlier: number;
  /** Requests that this process has admitted in the window. */
  spent: number;
  /** How many more it wants to hold. */
  wanted: number;
}

export interface LedgerAnswer {
  /** Requests that this process may admit in the window, including `spent`. */
  held: number;
  /** Requests that no process holds. */
  left: number;
}

/** A ledger in memory, for processes that reach it through one of them. */
export class MemoryLedger {
  readonly #clock: () => number;
  readonly #windows = new Map<string, WindowRecords>();
  #sweptAt = Number.NEGATIVE_INFINITY;

  /** @param clock in milliseconds, not the system clock, which can be set */
  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** How many windows have records. */
  get size(): number {
    return this.#windows.size;
  }

  ask(process: string, { subject, endsIn, limit, earlier, spent, wanted }: LedgerRequest): LedgerAnswer {
    const records = this.#recordsOf(subject);
    records.endsAt = Math.max(records.endsAt, this.#clock() + endsIn);
    records.holdings.delete(process);
    const others = records.holdings.values().reduce((sum, held) => sum + held, 0);
    records.earlier = Math.max(records.earlier, earlier - others);
    const free = Math.max(0, limit - records.earlier - others - spent);
    const granted = Math.min(wanted, free);
    records.holdings.set(process, spent + granted);
    return { held: spent + granted, left: free - granted };
  }

  #recordsOf(subject: string): WindowRecords {
    this.#sweep();
    return memo(this.#windows, subject, () => ({
      endsAt: 0,
      earlier: 0,
      holdings: new Map<string, number>(),
    }));
  }

  #sweep(): void {
    const now = this.#clock();
    if (now < this.#sweptAt + SWEEP_MILLISECONDS) return;
    this.#sweptAt = now;
    for (const [subject, { endsAt }] of this.#windows) if (endsAt < now) this.#windows.delete(subject);
  }
}

/** The records of one window. */
interface WindowRecords {
  /** By the ledger's clock. */
  endsAt: number;
  /** Requests admitted by processes that hold nothing now. */
  earlier: number;
  /** By process. */
  holdings: Map<string, number>;
}

const SWEEP_MILLISECONDS = 10_000;
