import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { WaitingServer } from '../http/waiting-server.ts';
import { isUnreachable } from '../storage/unreachable.ts';

const FIRST_PAUSE_MILLISECONDS = 250;
/** A node may be away for about as long after the database is back. */
const LONGEST_PAUSE_MILLISECONDS = 5000;

export interface PatientStartParts {
  config: Config;
  log: Logger;
  /** Whether requests are answered 503 while we wait; false where another process has the port. */
  answersMeanwhile: boolean;
  /** Resolves when the operator wants us to stop. Called only once we wait: until then a signal ends the process. */
  stopSignal: () => Promise<void>;
}

/** Starts something that needs the database, and waits while the database cannot be reached. */
export class PatientStart {
  readonly #parts: PatientStartParts;
  #server: WaitingServer | undefined;
  #port: number;

  constructor(parts: PatientStartParts) {
    this.#parts = parts;
    this.#port = parts.config.port;
  }

  /** Where the server should listen: with PORT=0, the port on which 503 was answered until now. */
  get port(): number {
    return this.#port;
  }

  /** Call this just before the server listens, so that hardly any connection is refused in between. */
  readonly freePort = async (): Promise<void> => {
    await this.#server?.stop();
    this.#server = undefined;
  };

  /**
   * Tries to start until the database can be reached. The log has one line when the waiting begins and one when it ends.
   *
   * @param start must leave nothing behind when it fails
   * @returns undefined when the operator stopped us while we waited
   * @throws any error that waiting cannot fix
   */
  async run<Result>(start: () => Promise<Result>): Promise<Result | undefined> {
    const { config, log, answersMeanwhile, stopSignal } = this.#parts;
    const stopping = new AbortController();
    try {
      for (let tries = 1; ; tries++) {
        try {
          const result = await start();
          if (tries > 1) log.info({ tries }, 'the database is back: started');
          return result;
        } catch (error) {
          if (!(error instanceof Error && isUnreachable(error))) throw error;
          if (tries === 1) {
            log.error({ reason: error.message }, 'the database cannot be reached: waiting for it');
            void stopSignal().then(() => stopping.abort());
          }
          if (answersMeanwhile) await this.#answer(config);
        }
        if (!(await this.#pause(tries, stopping.signal))) return undefined;
      }
    } finally {
      await this.freePort();
    }
  }

  async #answer(config: Config): Promise<void> {
    if (this.#server !== undefined) return;
    // Loaded only when it is needed: most starts find their database.
    const { WaitingServer } = await import('../http/waiting-server.ts');
    this.#server = await WaitingServer.start({ ...config, port: this.#port });
    this.#port = this.#server.port;
  }

  /** Pauses grow, and are random, so that nodes do not all come back at once. @returns false when we were stopped */
  async #pause(tries: number, signal: AbortSignal): Promise<boolean> {
    const longest = Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** (tries - 1));
    try {
      await delay(longest * (0.5 + Math.random() / 2), undefined, { signal });
      return true;
    } catch {
      return false;
    }
  }
}
