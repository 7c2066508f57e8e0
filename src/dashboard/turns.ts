import { memo } from '../engine/memo.ts';
import { Busy, Problem } from '../engine/problems.ts';
import { ClientWindows } from '../service/limits/client-windows.ts';

/** Requests of one visitor that run at the same time. */
const AT_ONCE = 2;
/** Requests of one visitor that may wait. A page sends a handful at once. */
const MOST_WAITING = 32;

interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * Shares the dashboard's time between visitors, which are client addresses and accounts: each may send a number of requests per
 * minute, and run a few at once. Everything is in memory, so that a refused request never reaches the store or better-auth.
 */
export class Turns {
  readonly #windows: ClientWindows;
  /** Visitors with a request in progress. */
  readonly #lines = new Map<string, Line>();

  constructor(perMinute: number) {
    this.#windows = new ClientWindows('dashboard', perMinute);
  }

  /** @throws Problem when the visitor has sent too many this minute */
  count(visitor: string): void {
    const usedUp = this.#windows.refuses(visitor);
    if (usedUp === undefined) return;
    throw new Problem(
      'too_many_attempts',
      `Too many requests. Try again in ${usedUp.resetSeconds} seconds.`,
      { retry_after: usedUp.resetSeconds },
    );
  }

  /**
   * Waits until the visitor has fewer than two requests in progress.
   *
   * @returns a function that ends this turn, to call once
   * @throws Problem when too many requests wait already
   */
  async begin(visitor: string): Promise<() => void> {
    const line = memo(this.#lines, visitor, () => ({ running: 0, waiting: [] }));
    if (line.running < AT_ONCE) line.running++;
    else if (line.waiting.length >= MOST_WAITING)
      throw new Busy('Too many requests at once. Try again in a moment.');
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    return () => this.#end(visitor, line);
  }

  #end(visitor: string, line: Line): void {
    const next = line.waiting.shift();
    // With SQLite a request may never yield, so other visitors get a turn before this visitor's next request.
    if (next !== undefined) setImmediate(next);
    else if (--line.running === 0) this.#lines.delete(visitor);
  }
}
