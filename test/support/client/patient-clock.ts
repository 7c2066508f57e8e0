import type { Clock } from '../../../client/src/clock.ts';

/** A clock on which waits between attempts end at once, and time-outs end when the test says so. */
export class PatientClock implements Clock {
  /** Milliseconds that the client waited between attempts. */
  readonly waits: number[] = [];
  readonly #timeout: number;
  readonly #running = new Set<() => void>();
  #now = Date.parse('2026-11-22T12:00:00Z');

  /** @param timeout the time-out of the client: sleeps as long as this wait for `expire` */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (milliseconds !== this.#timeout) {
      this.waits.push(milliseconds);
      this.#now += milliseconds;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const end = () => {
        this.#running.delete(end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      this.#running.add(end);
      signal.addEventListener('abort', end);
    });
  }

  /** How many time-outs are running. */
  get running(): number {
    return this.#running.size;
  }

  /** Ends all running time-outs. */
  expire(): void {
    for (const end of [...this.#running]) end();
  }
}
