import type { FastifyBaseLogger } from 'fastify';

export interface RepeatedTaskParts {
  /** As the log names it: `writing usage`. */
  what: string;
  everyMilliseconds: number;
  run: () => Promise<unknown>;
  log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/** Repeats a task, never twice at a time. The log has the first failure of an outage and its end, not every attempt. */
export class RepeatedTask {
  readonly #parts: RepeatedTaskParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #failures = 0;

  constructor(parts: RepeatedTaskParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => this.now(), this.#parts.everyMilliseconds);
  }

  /** Whether the last run failed. */
  get failing(): boolean {
    return this.#failures > 0;
  }

  /** Runs it now, or waits for the run that is under way. Never rejects. */
  now(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Starts no further run, and resolves when the last one has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { what, run, log } = this.#parts;
    try {
      await run();
      if (this.failing) log.info({ failures: this.#failures }, `${what} works again`);
      this.#failures = 0;
    } catch (error) {
      if (!this.failing) log.error({ err: error }, `${what} failed; trying again`);
      this.#failures++;
    }
  }
}
