import { LRUCache } from 'lru-cache';
import { Problem } from '../http/problems.ts';
import { Window } from '../limits/window.ts';

/** Remembered at once: a flood from more of them forgets the quietest. */
const VISITORS = 50_000;
/** Requests of one visitor that are worked on at the same time. */
const AT_ONCE = 2;
/** Requests of one visitor that wait for that. A page asks for a handful at once. */
const MOST_WAITING = 32;

interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * Keeps visitors of the dashboard, who are client addresses and accounts, from taking the time of others: so many requests a
 * minute, and so many at once. It is all in memory, so that a refused request costs neither the store nor better-auth anything.
 */
export class Turns {
  readonly #perMinute: number;
  readonly #windows = new LRUCache<string, Window>({ max: VISITORS });
  /** Of those who have a request under way. */
  readonly #lines = new Map<string, Line>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** @throws Problem when the visitor has sent too many this minute */
  count(visitor: string): void {
    let window = this.#windows.get(visitor);
    if (window === undefined) {
      window = new Window({ name: 'dashboard', requests: this.#perMinute, seconds: 60 });
      this.#windows.set(visitor, window);
    }
    const state = window.state(Date.now());
    if (window.usedUp)
      throw new Problem(
        'too_many_attempts',
        `Too many requests. Try again in ${state.resetSeconds} seconds.`,
        { retry_after: state.resetSeconds },
      );
    window.spend(state);
  }

  /**
   * Waits until the visitor has less than two requests under way.
   *
   * @returns what ends this one, to be called once
   * @throws Problem when too many wait already
   */
  async begin(visitor: string): Promise<() => void> {
    const line = this.#lines.get(visitor) ?? { running: 0, waiting: [] };
    this.#lines.set(visitor, line);
    if (line.running < AT_ONCE) line.running++;
    else if (line.waiting.length >= MOST_WAITING)
      throw new Problem('unavailable', 'Too many requests at once. Try again in a moment.', {
        retry_after: 1,
      });
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    return () => this.#end(visitor, line);
  }

  #end(visitor: string, line: Line): void {
    const next = line.waiting.shift();
    // With SQLite a request may never leave the thread: others get their turn before the next one of this visitor.
    if (next !== undefined) setImmediate(next);
    else if (--line.running === 0) this.#lines.delete(visitor);
  }
}
