import { readFileSync } from 'node:fs';
import { atEnd, type Lifetime } from '../test/support/lifetime.ts';

const LOOK_MILLISECONDS = 50;
/** Looks that are remembered: five minutes of them. */
const MOST_LOOKS = 6000;

/** However busy the machine was: an excuse for all of the time would excuse everything. */
const MOST_OF_THE_TIME = 0.9;

interface Look {
  at: number;
  /** Milliseconds since the look before in which somebody was ready to run and did not get a processor. */
  stalled: number;
}

/**
 * What the machine itself kept waiting. What is promised within a time may take so much longer, and no more: a busy machine is no
 * fault of the service. It is measured at the service's own processes, by the system (`schedstat` in proc(5)), and at ours.
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

  /** Of all time since the start, the part in which somebody waited for a processor. */
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
