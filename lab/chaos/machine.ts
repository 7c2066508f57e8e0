import { readFileSync } from 'node:fs';
import { atEnd, type Lifetime } from '../../test/support/lifetime.ts';

const LOOK_MILLISECONDS = 50;
/** Number of kept samples: five minutes of them. */
const MOST_LOOKS = 6000;

/** The largest excuse, even on a very busy machine: an excuse for all of the time would excuse everything. */
const MOST_OF_THE_TIME = 0.9;

interface Look {
  at: number;
  /** Milliseconds since the previous sample in which a process was ready to run but had no processor. */
  stalled: number;
}

/**
 * Delays caused by the machine. Promises with a time may take this much longer, and no more: a busy machine is not a
 * fault of the service. The system measures them (`schedstat` in proc(5)) for the service's processes and ours.
 */
export class Machine {
  readonly #waited = new Map<number, number>();
  readonly #looks: Look[] = [];
  #total = 0;
  #lookedAt = performance.now();

  constructor(owner: Lifetime) {
    const timer = setInterval(() => this.#look(), LOOK_MILLISECONDS);
    atEnd(() => clearInterval(timer), owner);
  }

  watch(pid: number): void {
    this.#waited.set(pid, waitedOf(pid) ?? 0);
  }

  forget(pid: number): void {
    this.#waited.delete(pid);
  }

  /** Milliseconds that a request and its response may have waited for a processor between two times of `performance.now()`. */
  stalled(from: number, to = performance.now()): number {
    const stalled = this.#looks
      .filter(({ at }) => at >= from && at <= to + LOOK_MILLISECONDS)
      .reduce((sum, look) => sum + look.stalled, 0);
    return Math.min(stalled, (to - from) * MOST_OF_THE_TIME);
  }

  /** The share of the time since the start in which a process waited for a processor. */
  get share(): number {
    return this.#total / performance.now();
  }

  #look(): void {
    const at = performance.now();
    const late = Math.max(0, at - this.#lookedAt - LOOK_MILLISECONDS);
    this.#lookedAt = at;
    let longest = 0;
    for (const [pid, before] of this.#waited) {
      const now = waitedOf(pid);
      if (now === undefined) continue;
      this.#waited.set(pid, now);
      longest = Math.max(longest, now - before);
    }
    const stalled = late + longest;
    this.#total += stalled;
    this.#looks.push({ at, stalled });
    if (this.#looks.length > MOST_LOOKS) this.#looks.shift();
  }
}

/** Milliseconds for which the main thread waited for a processor since it began; undefined when it has ended. */
function waitedOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return undefined;
  }
}
